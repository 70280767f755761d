// SPDX-License-Identifier: MIT

/// Deletion of objects whose claims other objects supersede.
///
/// A device deletes an object of its own, or of a retired device, if claims of other objects
/// supersede all claims of the object. Each superseding object must be in the listing of the run,
/// must have been taken in whole, and must provably have left the disk of its writer. Before the
/// deletion, the run reads each superseding object again and compares its reference with the known
/// reference. If another device sealed the superseding object, the run also checks the claims of
/// that object, unless they were checked before. An object is not deleted just because it was
/// compacted: the compaction may have lost a claim.
extension Compactor {
  /// The objects that may be deleted now, by name.
  func deletable(in listing: Listing, at time: UInt64) throws -> [ObjectName] {
    let known = try ownObjects(in: listing).filter { name, row in
      guard row.isComplete && row.live == 0 else { return false }
      // A doubted object of a retired device may be the only copy of its claims.
      return try notices.identity.isOurs(row.reference.device)
        || !claims.claims(of: name, after: nil, limit: 1).isEmpty
    }
    return try (known.map(\.name) + objects.tornNames()).filter {
      try mayDelete($0, in: listing, at: time)
    }
  }

  /// Whether an object may be deleted now. The run asks again before each deletion, because an
  /// earlier deletion may have removed a superseding object.
  func deletion(
    of name: ObjectName, in listing: Listing, at time: UInt64, after readings: Readings
  ) throws -> Deletion {
    // A name without a checksum may hold the object of another copy of this library by now.
    if !name.statesChecksum, try objects[name] != nil, !readings.good.contains(name) {
      return readings.bad.contains(name) ? .refused : .afterReading(name)
    }
    var unread: ObjectName?
    let isAllowed = try mayDelete(name, in: listing, at: time) { other in
      if readings.good.contains(other) { return true }
      if !readings.bad.contains(other) { unread = unread ?? other }
      return false
    }
    if isAllowed { return .allowed }
    return unread.map { .afterReading($0) } ?? .refused
  }

  /// Whether an object may be deleted now, assuming that the superseding objects are unchanged.
  func mayDelete(
    _ name: ObjectName, in listing: Listing, at time: UInt64
  ) throws -> Bool {
    try mayDelete(name, in: listing, at: time) { _ in true }
  }

  /// Notes that an object was deleted.
  func noteDeleted(_ name: ObjectName) throws {
    try outbox.drop(name, noting: nil)
    try objects.setTorn(nil, of: name)
  }

  private func mayDelete(
    _ name: ObjectName, in listing: Listing, at time: UInt64, by isGood: (ObjectName) -> Bool
  ) throws -> Bool {
    func isSaid(_ claim: KnownClaim) throws -> Bool {
      try self.isSaid(claim, in: listing, at: time, by: isGood)
    }
    guard try claims.promises(of: name).allSatisfy(isSaid) else { return false }
    var last: ObjectClaimKey?
    // Usually the first claim decides, because the compaction that supersedes the claim has not
    // propagated.
    while true {
      let part = try claims.claims(of: name, after: last, limit: 8)
      guard let end = part.last?.key else { return true }
      guard try part.allSatisfy({ try isSaid($0.claim) }) else { return false }
      last = end
    }
  }

  /// Whether a claim is superseded by an object that has propagated and that `isGood` accepts.
  private func isSaid(
    _ claim: KnownClaim, in listing: Listing, at time: UInt64, by isGood: (ObjectName) -> Bool
  ) throws -> Bool {
    if let known = claim.row.successor, known != claim.name,
      try objects.isHeld(known, in: listing),
      try !objects.hasPropagated(known, at: time)
    {
      // The document need not be opened until the successor has propagated.
      return false
    }
    return try isSuperseded(claim, in: listing) {
      try objects.hasPropagated($0, at: time) && isGood($0)
    }
  }
}

/// The objects that a run read again, by the outcome.
struct Readings {
  /// The objects that were found unchanged.
  var good: Set<ObjectName> = []
  /// The objects that changed, that could not be read, or whose claims could not be confirmed.
  var bad: Set<ObjectName> = []
}

/// The answer to whether an object may be deleted.
enum Deletion: Equatable {
  case allowed
  case refused
  /// An object is to be read first: a superseding object, or the object itself.
  case afterReading(ObjectName)
}
