// SPDX-License-Identifier: MIT

/// Rolling up and deleting.
extension SyncPolicy {
  var compactor: Compactor<Rows, Documents> { Compactor(notices: notices, options: options) }

  func nextRollUp(in listing: Listing) throws -> [ObjectName] {
    try rows.transaction { try compactor.nextRollUp(in: listing) }
  }

  func sealRollUp(of pieces: [ObjectName: OpenedObject]) throws -> SealedObject? {
    try rows.transaction { try compactor.sealRollUp(of: pieces) }
  }

  func deletable(in listing: Listing, at time: UInt64) throws -> [ObjectName] {
    try rows.transaction { try compactor.deletable(in: listing, at: time) }
  }

  func deletion(
    of name: ObjectName, in listing: Listing, at time: UInt64, after readings: Readings
  ) throws -> Deletion {
    try rows.transaction {
      try compactor.deletion(of: name, in: listing, at: time, after: readings)
    }
  }

  /// Notes that an object was deleted.
  package func noteDeleted(_ name: ObjectName) throws {
    try rows.transaction {
      try outbox.drop(name, noting: nil)
      try remoteObjects.setTorn(nil, of: name)
    }
  }
}
