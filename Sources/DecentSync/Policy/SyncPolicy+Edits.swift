// SPDX-License-Identifier: MIT

/// Notes for later runs: the documents to look at.
extension SyncPolicy {
  /// Begins the books of the remote if there are none: all documents may be beyond its coverage.
  package func open() throws {
    try rows.transaction {
      guard try rows.value(of: key(.remote)) == nil else { return }
      try rows.set(key(.remote), to: RemoteRow(lastSync: 0))
      for document in try documents.all() {
        try outbox.set(WaitingRow(isEdited: outbox.isEdited(document)), of: document)
      }
    }
  }

  /// Forgets all that is known of the remote.
  package func close() throws {
    try rows.transaction {
      let tables: [SyncTable] = [
        .remote, .sealed, .object, .claim, .claimOfObject, .live, .coverage, .waiting, .torn,
        .travelled, .pending, .acknowledgement, .doubt, .card,
      ]
      for table in tables { try rows.removeAll(in: key(table)) }
    }
  }
}
