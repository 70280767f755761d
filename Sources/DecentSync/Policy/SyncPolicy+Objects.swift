// SPDX-License-Identifier: MIT

/// The objects that a store listed, with this run's additions and removals since.
package struct Listing: Equatable, Sendable {
  private var sizes: [ObjectName: Int]

  /// Makes a listing.
  package init(_ objects: some Sequence<ObjectInfo>) {
    sizes = Dictionary(objects.map { ($0.name, $0.size) }) { first, _ in first }
  }

  /// The objects, by name.
  package var objects: [ObjectInfo] {
    sizes.sorted { $0.key < $1.key }.map { ObjectInfo(name: $0.key, size: $0.value) }
  }

  package func contains(_ name: ObjectName) -> Bool { sizes[name] != nil }

  package subscript(name: ObjectName) -> Int? {
    get { sizes[name] }
    set { sizes[name] = newValue }
  }
}

/// The known objects of the remote.
extension SyncPolicy {
  package func object(_ name: ObjectName) throws -> ObjectRow? {
    try rows.row(key(.object, name))
  }

  /// All objects that were read and not dropped since, by name.
  package func objects() throws -> [(name: ObjectName, row: ObjectRow)] {
    try rows.rows(in: key(.object)).map { row in
      var reader = RowKeyReader(row.key)
      _ = try reader.text()
      guard let name = ObjectName(try reader.text()) else { throw DamagedRow() }
      return (name, try ObjectRow(row: row.value))
    }
  }

  /// Drops an object, with its claims.
  ///
  /// - Parameter lack: As in ``removeClaims(of:noting:)``.
  func drop(_ name: ObjectName, noting lack: WaitingRow.Lack?) throws {
    guard let row = try object(name) else { return }
    try removeClaims(of: name, noting: lack)
    try rows.set(travelledKey(row.reference), to: nil)
    try rows.set(key(.object, name), to: nil)
  }

  /// The objects of a listing to be read: unknown ones, those that were not taken in whole, those of
  /// another size, and those whose names say that they are others. An object that is listed again is no
  /// longer missed.
  package func news(in listing: Listing) throws -> [ObjectInfo] {
    try rows.transaction {
      try listing.objects.filter { info in
        guard var row = try object(info.name), row.size == info.size,
          row.holdsNoClaims || !info.name.denies(row.reference)
        else { return true }
        if row.isMissed {
          row.isMissed = false
          try rows.set(key(.object, info.name), to: row)
        }
        return !row.isComplete
      }
    }
  }

  // MARK: Missing objects

  /// The outcome for an object that was not listed.
  package enum Absence: Equatable, Sendable {
    /// It is dropped, or waits for the next run.
    case settled
    /// It is to be asked for by its name.
    case doubtful
  }

  /// The known objects that a listing lacks, by name.
  package func absent(from listing: Listing) throws -> [ObjectName] {
    try rows.rows(in: key(.object)).map { row throws(DamagedRow) in
      var reader = RowKeyReader(row.key)
      _ = try reader.text()
      guard let name = ObjectName(try reader.text()) else { throw DamagedRow() }
      return name
    }.filter { !listing.contains($0) }
  }

  /// Judges an object that was not listed: it was rolled up, or is missed for the first time, or is
  /// to be asked for.
  ///
  /// - Parameter forOthers: Whether others' objects are asked for now.
  package func judge(
    absent name: ObjectName, in listing: Listing, forOthers: Bool
  ) throws -> Absence {
    try rows.transaction {
      guard var row = try object(name) else { return .settled }
      if try row.holdsNoClaims || isSuperfluous(name, in: listing) {
        try drop(name, noting: nil)
        return .settled
      }
      if row.isOurs || row.isMissed && forOthers { return .doubtful }
      if !row.isMissed {
        row.isMissed = true
        try rows.set(key(.object, name), to: row)
      }
      return .settled
    }
  }

  /// Notes the answer for an object that was asked for by its name.
  ///
  /// - Parameter isThere: Whether the object is there, unchanged.
  package func note(absent name: ObjectName, isThere: Bool) throws {
    try rows.transaction {
      guard !isThere, let row = try object(name) else { return }
      try drop(name, noting: row.isOurs ? .own : .others)
    }
  }

  /// Whether all claims of an object are dominated by objects that are in the remote.
  private func isSuperfluous(_ name: ObjectName, in listing: Listing) throws -> Bool {
    try claims(of: name).allSatisfy { claim in
      try isDominated(claim, in: listing) { _ in true }
    }
  }

  /// Whether a claim is dominated by a listed object that `isGood` accepts.
  func isDominated(
    _ claim: KnownClaim, in listing: Listing, by isGood: (ObjectName) throws -> Bool
  ) throws -> Bool {
    // Mostly the object that was noted still dominates it.
    if let known = claim.row.dominator, known != claim.name, try isHeld(known, in: listing),
      try isDominated(claim, byClaimsOf: known), try isGood(known)
    {
      return true
    }
    do {
      return try isDominated(claim, in: listing, documents.open(claim.document), by: isGood)
    } catch is DamagedDocument {
      return false
    }
  }
}
