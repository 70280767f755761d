// SPDX-License-Identifier: MIT

/// Deleting objects that say nothing that others do not.
///
/// A device deletes its own objects, each of whose claims is dominated by one of an object that is
/// in this very listing, was taken in whole, and has provably left the disk of its writer. Nothing is
/// deleted because an object names it: a roll-up that forgot a piece could lose it.
extension SyncPolicy {
  /// The objects that may be deleted now, by name.
  package func deletable(in listing: Listing, at time: UInt64) throws -> [ObjectName] {
    try rows.transaction {
      let known = try ownObjects(in: listing).filter { $0.row.isComplete && $0.row.live == 0 }
      return try (known.map(\.name) + tornNames()).filter {
        try mayDelete($0, in: listing, at: time)
      }
    }
  }

  /// Whether an object may be deleted now. Each deletion asks again: the one before it may have taken
  /// what this one relies on.
  package func mayDelete(
    _ name: ObjectName, in listing: Listing, at time: UInt64
  ) throws -> Bool {
    try rows.transaction {
      let claims = try object(name) != nil ? claims(of: name) : promises(of: name)
      return try claims.allSatisfy { claim in
        try isDominated(claim, in: listing) { try hasTravelled($0, at: time) }
      }
    }
  }

  /// Notes that an object was deleted.
  package func noteDeleted(_ name: ObjectName) throws {
    try rows.transaction {
      try drop(name, noting: nil)
      try rows.set(key(.torn, name), to: nil)
    }
  }

  /// Names that were given up, and under which nothing whole was found since.
  private func tornNames() throws -> [ObjectName] {
    try rows.rows(in: key(.torn)).compactMap { row in
      var reader = RowKeyReader(row.key)
      _ = try reader.text()
      guard let name = ObjectName(try reader.text()) else { throw DamagedRow() }
      return try object(name) == nil ? name : nil
    }
  }

  private func promises(of name: ObjectName) throws -> [KnownClaim] {
    guard let row = try rows.row(key(.torn, name), as: TornRow.self) else { return [] }
    return row.promises.enumerated().map { place, promise in
      KnownClaim(
        document: promise.document, name: name, place: place,
        row: ClaimRow(base: promise.base, to: promise.to, size: 0))
    }
  }
}
