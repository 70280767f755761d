// SPDX-License-Identifier: MIT

import BinaryCoding

/// The beginning and the end of the sync state of a remote.
extension SyncPolicy {
  /// Begins the sync state of the remote if there is none. All documents wait then, because the
  /// remote may not cover their edits.
  package func open() throws {
    try rows.transaction {
      guard try rows.value(of: key(.remote)) == nil else { return }
      try rows.set(key(.remote), to: RemoteRow(lastSync: 0))
      for document in try documents.all() {
        try outbox.set(WaitingRow(isEdited: outbox.isEdited(document)), of: document)
      }
    }
  }

  /// Forgets the sync state of the remote.
  package func close() throws {
    try rows.transaction {
      let tables: [SyncTable] = [
        .remote, .sealed, .object, .claim, .claimOfObject, .live, .coverage, .waiting, .torn,
        .propagated, .pending, .keyProof, .acknowledgement, .doubt, .card,
      ]
      for table in tables { try rows.removeAll(in: key(table)) }
    }
  }
}

/// A remote that was synced with.
struct RemoteRow {
  /// The time of the last sync, to the minute, in milliseconds since 1970.
  var lastSync: UInt64
}

extension RemoteRow: SyncRow {
  func encode(to writer: inout ByteWriter) { writer.writeVarint(lastSync) }

  init(from reader: inout ByteReader) throws(DecodingFailure) { lastSync = try reader.readVarint() }
}
