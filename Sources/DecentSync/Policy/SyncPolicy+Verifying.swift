// SPDX-License-Identifier: MIT

/// The truth of a claim.
package enum ClaimTruth {
  /// The delta leads from the base to the stated version.
  case holds
  /// The delta does not lead from the base to the stated version.
  case fails
  /// This device cannot tell whether the delta leads from the base to the stated version.
  case unknown
}

/// Verification of known objects whose claims allow other objects to be deleted.
///
/// A claim of another device may be false, by a fault of its program or memory. Without a check,
/// one object that states more than it holds would supersede all true claims, and every device
/// would delete its own objects.
extension SyncPolicy {
  /// Compares an object that was just read with the known object of the same name.
  ///
  /// If the two differ, the known object is forgotten, and the next run takes in the object that
  /// was just read. An object with a false claim no longer counts, like an object that a device
  /// calls unreadable.
  ///
  /// - Parameter isChecked: Whether to check the claims, unless this device sealed the object or
  ///   checked it before. Other objects are deleted in favour of the object only after the check.
  /// - Returns: Whether the object is the known one and, if `isChecked`, its claims hold.
  package func verify(
    _ object: SealedObject, readAs name: ObjectName, isChecked: Bool
  ) throws -> Bool {
    let known = try rows.transaction { () -> ClaimTruth? in
      guard let row = try objects[name] else { return .unknown }
      if row.reference != object.reference {
        try outbox.drop(name, noting: row.isOurs ? .own : .nothing)
        return .unknown
      }
      return !isChecked || row.isOurs || row.isChecked ? .holds : nil
    }
    if let known { return known == .holds }
    for start in stride(from: 0, to: object.claims.count, by: options.batchClaims) {
      let places = start..<min(start + options.batchClaims, object.claims.count)
      switch try truth(of: places, in: object, name) {
      case .holds: continue
      case .fails:
        try noteFalse(name, object.reference)
        return false
      case .unknown:
        try noteUnproven(name, object.reference)
        return false
      }
    }
    return try rows.transaction {
      guard var row = try objects[name], row.reference == object.reference else {
        return false
      }
      row.isChecked = true
      try objects.set(row, of: name)
      return true
    }
  }

  private func truth(
    of places: Range<Int>, in object: SealedObject, _ name: ObjectName
  ) throws -> ClaimTruth {
    try rows.transaction {
      for place in places {
        let claim = object.claims[place]
        guard
          try claims.claims(of: claim.document, in: name).contains(where: { $0.place == place })
        else { return .unknown }
        let found = try compactor.truth(of: claim)
        if found != .holds { return found }
      }
      return .holds
    }
  }

  /// Notes that this device cannot tell if the claims of an object are true. Other claims that
  /// these claims superseded are live again.
  private func noteUnproven(_ name: ObjectName, _ reference: SegmentReference) throws {
    try rows.transaction {
      guard var row = try objects[name], row.reference == reference, !row.isUnproven else {
        return
      }
      row.isUnproven = true
      try objects.set(row, of: name)
      for document in Set(try claims.claims(of: name).map(\.document)) {
        // The claims of a damaged document are compared after its repair.
        if let open = try documents.readable(document), open.isOfKnownType {
          _ = try claims.recompute(document, open)
        } else {
          var coverage = try claims.coverageRow(of: document)
          coverage.isStale = true
          try claims.set(coverage, of: document)
        }
      }
    }
  }

  /// Notes that an object has a false claim. The claims of the object no longer count. Documents
  /// that these claims covered are sent again.
  private func noteFalse(_ name: ObjectName, _ reference: SegmentReference) throws {
    try rows.transaction {
      guard var row = try objects[name], row.reference == reference else { return }
      if try notices.isRetired(row.reference.device) { try claims.keepPromises(of: name, row) }
      try outbox.removeClaims(of: name, noting: .nothing)
      row.live = 0
      row.isComplete = false
      row.isSuspect = true
      try objects.set(row, of: name)
    }
  }
}
