// SPDX-License-Identifier: MIT

/// Known objects that are missing.
extension SyncPolicy {
  /// The outcome for an object that was not listed.
  package enum Absence: Equatable, Sendable {
    /// The object is dropped, or waits for the next run.
    case settled
    /// The caller must ask the store for the object by its name.
    case doubtful
  }

  /// Judges an object that was not listed. The object was compacted, is missed for the first time,
  /// or must be asked for by its name.
  ///
  /// - Parameter forOthers: Whether objects of other devices are asked for now.
  package func judge(
    absent name: ObjectName, in listing: Listing, forOthers: Bool
  ) throws -> Absence {
    try rows.transaction {
      guard var row = try objects[name] else { return .settled }
      if try row.holdsNoClaims || compactor.isSuperfluous(name, in: listing) {
        try outbox.drop(name, noting: nil)
        return .settled
      }
      if row.isOurs || row.isMissed && forOthers { return .doubtful }
      if !row.isMissed {
        row.isMissed = true
        try objects.set(row, of: name)
      }
      return .settled
    }
  }

  /// Notes the answer for an object that was asked for by its name.
  ///
  /// - Parameter isThere: Whether the object is there, unchanged.
  package func note(absent name: ObjectName, isThere: Bool) throws {
    try rows.transaction {
      guard !isThere, let row = try objects[name] else { return }
      try outbox.drop(name, noting: row.isOurs ? .own : .others)
    }
  }
}
