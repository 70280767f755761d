// SPDX-License-Identifier: MIT

/// Checks and repairs of the rows of a remote.
extension SyncPolicy {
  /// Checks that the rows of the remote, and the rows that serve all remotes, can be read and agree
  /// with each other. Versions and objects must have the right checksums. Counts and flags must
  /// agree with the claims.
  ///
  /// - Throws: ``DamagedRow``, or a ``DecodingFailure`` if a version cannot be decoded.
  /// - Complexity: O(*n* + *m*), where *n* is the number of claims, and *m* is the size of their
  ///   documents.
  package func checkRows() throws {
    try CommonRows.checkDevice(in: rows)
    for (name, row) in try objects.all() {
      let claims = try claims.claims(of: name)
      guard claims.isEmpty || row.live == claims.count(where: { !$0.row.isSuperseded }) else {
        throw DamagedRow()
      }
    }
    for document in try claims.documents() {
      // Only the document can compare its versions. So claims of a damaged document are not
      // checked. Repairing the document marks its objects to be read again.
      if let open = try documents.readable(document) { try claims.check(document, open) }
    }
    try outbox.checkSealed()
    _ = try (
      outbox.waiting(), objects.tornRows(), objects.pendingRows(), notices.acknowledgements(),
      notices.cards(), lastSync()
    )
  }

  /// All rows on which the coverage of a document depends.
  package func rowsOfCoverage(of document: DocumentID) throws -> [Row] {
    let coverage = key(.coverage, document)
    return try rows.rows(in: key(.claim, document)) + rows.rows(in: key(.object)) + [
      Row(key: coverage, value: rows.value(of: coverage) ?? [])
    ]
  }

  package func faultInCoverage(of document: DocumentID) throws -> String? {
    try rows.transaction { try claims.fault(in: document, documents.open(document)) }
  }

  /// Forgets the sync state of the remote, and the damaged rows that serve all remotes. The next
  /// run reads the remote anew. A device without a readable id gets another id.
  package func forgetDamagedRows() throws {
    try rows.transaction {
      try close()
      try CommonRows.forgetDamagedDevice(in: rows)
    }
  }
}

/// Checks and repairs of the rows for all remotes.
extension CommonRows {
  /// Checks that the rows that serve all remotes can be read: the id of this device, the
  /// checksums of its sealed objects, the names of remotes and the retired devices.
  ///
  /// - Throws: ``DamagedRow``.
  package static func checkDevice(in rows: some RowStore) throws {
    _ = try rows.row(RowKey(.device), as: DeviceRow.self)
    guard try damagedRows(in: rows).isEmpty else { throw DamagedRow() }
  }

  /// Forgets the damaged rows that serve all remotes. A device without a readable id gets another
  /// id. A remote without a readable name counts as never synced with.
  package static func forgetDamagedDevice(in rows: some RowStore) throws {
    try rows.transaction {
      if let device = try rows.value(of: RowKey(.device)), (try? DeviceRow(row: device)) == nil {
        try rows.set(RowKey(.device), to: nil)
        try rows.removeAll(in: RowKey(.sealed))
      }
      for key in try damagedRows(in: rows) { try rows.set(key, to: nil) }
    }
  }

  /// The keys of the damaged rows that serve all remotes, except the row of this device.
  private static func damagedRows(in rows: some RowStore) throws -> [RowKey] {
    func begins<Part: RowKeyPart>(_ key: RowKey, with part: Part.Type) -> Bool {
      var reader = RowKeyReader(key)
      return (try? Part(from: &reader)) != nil
    }
    let remotes = try rows.rows(in: RowKey(.remote)).map(\.key)
    let retired = try rows.rows(in: RowKey(.retired)).map(\.key)
    let written = try rows.rows(in: RowKey(.written)).filter {
      (try? ChecksumRow(row: $0.value)) == nil
    }
    return remotes.filter { !begins($0, with: String.self) }
      + retired.filter { !begins($0, with: DeviceID.self) } + written.map(\.key)
  }
}
