// SPDX-License-Identifier: MIT

import BinaryCoding

/// Rows that concern all remotes. They are written in the transaction that changes a document.
package enum CommonRows {
  static func editedKey(_ document: DocumentID) -> RowKey {
    RowKey(.edited).adding(document.text)
  }

  /// Notes that a document was edited here.
  package static func noteEdit(of document: DocumentID, in rows: some RowStore) throws {
    let edited = editedKey(document)
    if try rows.value(of: edited) == nil { try rows.set(edited, to: [UInt8]()) }
    for remote in try remotes(in: rows) {
      let key = RowKey(.waiting).adding(remote.text).adding(document.text)
      // A damaged row must not prevent an edit. A new row replaces it.
      var row = try rows.value(of: key).flatMap { try? WaitingRow(row: $0) } ?? WaitingRow()
      if row.isEdited { continue }
      row.isEdited = true
      try rows.set(key, to: row)
    }
  }

  /// The device that sent the latest edits of a document. With several remotes, another device may
  /// have made these edits, and the sender passed them on. Nil if:
  ///
  /// - the document was edited here since;
  /// - the edits came in a compaction, or with the whole document;
  /// - the row is damaged.
  ///
  /// - Parameter version: The version of the document.
  package static func writer(
    of document: DocumentID, at version: [UInt8], in rows: some RowStore
  ) throws -> DeviceID? {
    guard let bytes = try rows.value(of: writerKey(document)),
      let row = try? LastSenderRow(row: bytes), row.version == LastSenderRow.digest(of: version)
    else { return nil }
    return row.device
  }

  /// Notes the device that sent the edits which led a document to a version. An edit made here
  /// leads to another version, and so voids the note.
  static func noteWriter(
    _ device: DeviceID?, of document: DocumentID, at version: [UInt8], in rows: some RowStore
  ) throws {
    let row = device.map { LastSenderRow(device: $0, version: LastSenderRow.digest(of: version)) }
    try rows.set(writerKey(document), to: row?.row)
  }

  private static func writerKey(_ document: DocumentID) -> RowKey {
    RowKey(.writer).adding(document.text)
  }

  /// Lets the next run look at a document that took in changes of other devices.
  package static func noteNews(of document: DocumentID, in rows: some RowStore) throws {
    for remote in try remotes(in: rows) {
      let key = RowKey(.waiting).adding(remote.text).adding(document.text)
      if try rows.value(of: key) == nil { try rows.set(key, to: WaitingRow()) }
    }
  }

  /// Notes that a document was dropped, came back, or was replaced by its readable part. Marks
  /// its coverage in all remotes as stale, and forgets which device sent its last edits. The next
  /// run looks at the document.
  package static func noteRestart(of document: DocumentID, in rows: some RowStore) throws {
    try rows.set(writerKey(document), to: nil)
    for remote in try remotes(in: rows) {
      let key = RowKey(.coverage).adding(remote.text).adding(document.text)
      // A damaged row stays, so that the check finds it.
      guard var row = try rows.value(of: key).flatMap({ try? CoverageRow(row: $0) }) else {
        continue
      }
      row.isStale = true
      try rows.set(key, to: row)
    }
    try noteNews(of: document, in: rows)
  }

  private static func revivedKey(_ document: DocumentID) -> RowKey {
    RowKey(.revived).adding(document.text)
  }

  /// Begins the revival of a removed document: it is put together again from all its claims in all
  /// remotes. The reason is a claim that builds on ignored edits and leads beyond the removal, or a
  /// new removal that does not include all edits of the document.
  package static func noteRevival(of document: DocumentID, in rows: some RowStore) throws {
    try rows.set(revivedKey(document), to: [UInt8]())
  }

  /// Ends the revival of a document (``noteRevival(of:in:)``), because another removal of the
  /// document is known.
  package static func endRevival(of document: DocumentID, in rows: some RowStore) throws {
    try rows.set(revivedKey(document), to: nil)
  }

  /// Whether the revival of a document has begun, and not ended.
  package static func isRevived(
    _ document: DocumentID, in rows: some RowStore
  ) throws -> Bool {
    try rows.value(of: revivedKey(document)) != nil
  }

  /// Marks the objects with claims of a document, in all remotes, to be read again. Damaged rows
  /// stay, so that the check finds them.
  package static func reread(_ document: DocumentID, in rows: some RowStore) throws {
    for remote in try remotes(in: rows) {
      for claim in try rows.rows(in: RowKey(.claim).adding(remote.text).adding(document.text)) {
        var reader = RowKeyReader(claim.key)
        guard let name = try? (reader.text(), reader.text(), reader.text()).2 else { continue }
        try reread(RowKey(.object).adding(remote.text).adding(name), in: rows)
      }
    }
  }

  /// Marks all objects in all remotes to be read again, after some document lost edits. Marks all
  /// coverage as stale. Damaged rows stay, so that the check finds them.
  package static func rereadAll(in rows: some RowStore) throws {
    for remote in try remotes(in: rows) {
      for object in try rows.rows(in: RowKey(.object).adding(remote.text)) {
        try reread(object.key, in: rows)
      }
      for coverage in try rows.rows(in: RowKey(.coverage).adding(remote.text)) {
        var reader = RowKeyReader(coverage.key)
        guard (try? reader.text()) != nil, let name = try? DocumentID(from: &reader) else {
          continue
        }
        try noteRestart(of: name, in: rows)
      }
    }
  }

  private static func reread(_ object: RowKey, in rows: some RowStore) throws {
    guard var row = try rows.value(of: object).flatMap({ try? ObjectRow(row: $0) }) else { return }
    row.isComplete = false
    try rows.set(object, to: row)
  }

  /// The remotes that have sync state. Skips damaged names, so that edits can still be stored.
  /// ``checkDevice(in:)`` finds damaged names.
  package static func remotes(in rows: some RowStore) throws -> [RemoteName] {
    try rows.rows(in: RowKey(.remote)).compactMap { row in
      var reader = RowKeyReader(row.key)
      return (try? reader.text()).map(RemoteName.init(stored:))
    }
  }

  /// Whether anything is known of a document: an edit made here, or its coverage by a remote.
  package static func knows(_ document: DocumentID, in rows: some RowStore) throws -> Bool {
    if try rows.value(of: editedKey(document)) != nil { return true }
    return try remotes(in: rows).contains { remote in
      let key = RowKey(.coverage).adding(remote.text).adding(document.text)
      return try rows.value(of: key) != nil
    }
  }
}

/// The device that sent the latest edits of a document.
struct LastSenderRow {
  var device: DeviceID
  /// The digest of the version to which the edits led.
  var version: UInt64
}

extension LastSenderRow: SyncRow {
  func encode(to writer: inout ByteWriter) {
    writer.writeFixed(device.rawValue)
    writer.writeFixed(version)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    device = DeviceID(rawValue: try reader.readFixed())
    version = try reader.readFixed()
  }

  /// The digest of a version. A CRC would not do: it is the same for all frames, because a frame
  /// ends in its own CRC.
  static func digest(of version: [UInt8]) -> UInt64 {
    var digest = StateDigest()
    digest.add(contentsOf: version)
    return digest.value
  }
}
