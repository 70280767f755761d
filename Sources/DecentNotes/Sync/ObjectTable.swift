// SPDX-License-Identifier: MIT

import DecentSync

/// What each remote holds: its objects, and the changes they carry.
///
/// All calls expect the caller to have begun a transaction.
struct ObjectTable {
  /// How much of an object was taken in, as the column `is_complete` has it.
  private enum State: Int {
    /// Something is missing: it is read again.
    case partial = 0
    /// All of it.
    case complete = 1
    /// Some of its parts, and the others follow at once. A run that does not get there leaves it
    /// so, and it is read again.
    case begun = 2
  }

  let database: Database

  /// All objects of a remote.
  func all(of remote: RemoteName) throws(DatabaseFailure) -> [KnownObject] {
    try database.rows(
      """
      SELECT name, size, is_complete, is_missed, \(Self.isOurs), is_acknowledgement, segment
      FROM objects WHERE remote = ?
      """, .text(remote.text)
    ) { row throws(DatabaseFailure) in
      guard let name = ObjectName(try row.text(at: 0)) else { throw damage("an object's name") }
      return KnownObject(
        info: ObjectInfo(name: name, size: row.integer(at: 1)),
        isComplete: row.integer(at: 2) == State.complete.rawValue,
        isOurs: row.integer(at: 4) != 0, isMissed: row.integer(at: 3) != 0,
        isAcknowledgement: row.integer(at: 5) != 0,
        segment: row.isNull(at: 6) ? nil : try reference(try row.text(at: 6)[...]))
    }
  }

  /// Records an object, in place of what was recorded under its name, before its changes are
  /// taken in.
  func begin(_ delivery: Delivery, of remote: RemoteName) throws(DatabaseFailure) {
    let name = delivery.object.name
    let segment = delivery.sealed.reference.columnText
    let known = try database.row(
      "SELECT segment FROM objects WHERE remote = ? AND name = ?", .text(remote.text),
      .text(name.text)
    ) { row throws(DatabaseFailure) in try? row.text(at: 0) }
    if known != segment { try uncover(name, of: remote) }
    try delete(name, of: remote)
    try database.run(
      "INSERT INTO objects (remote, name, size, is_complete, segment) VALUES (?, ?, ?, ?, ?)",
      .text(remote.text), .text(name.text), .integer(delivery.object.size),
      .integer(State.begun.rawValue), .text(segment))
  }

  /// Notes which changes of a delivery were taken in. After the last part, the object is
  /// complete if they are all, unless it is to be read again.
  ///
  /// Another process may take in the same object by turns with this one, and note the same.
  func note(
    _ changes: [DocumentChange], of delivery: Delivery, at remote: RemoteName
  ) throws(DatabaseFailure) {
    let key = try database.row(
      "SELECT key FROM objects WHERE remote = ? AND name = ? AND segment = ?", .text(remote.text),
      .text(delivery.object.name.text), .text(delivery.sealed.reference.columnText)
    ) { $0.integer(at: 0) }
    guard let key else { return }
    for change in changes {
      try database.run(
        """
        INSERT OR REPLACE INTO carried (object, remote, document, segment, after, version)
        VALUES (?, ?, ?, ?, ?, ?)
        """, .integer(key), .text(remote.text), .text(change.document.text),
        .text(delivery.sealed.reference.columnText),
        .text(change.after.map(\.columnText).joined(separator: " ")), .blob(change.version))
    }
    guard delivery.isLast else { return }
    try database.run(
      """
      UPDATE objects SET is_complete =
        CASE WHEN (SELECT count(*) FROM carried WHERE object = key) = ? THEN ? ELSE ? END
      WHERE key = ? AND is_complete = ?
      """, .integer(delivery.sealed.segment.changes.count), .integer(State.complete.rawValue),
      .integer(State.partial.rawValue), .integer(key), .integer(State.begun.rawValue))
  }

  /// Notes that an object was not listed.
  func miss(_ name: ObjectName, of remote: RemoteName) throws(DatabaseFailure) {
    try database.run(
      "UPDATE objects SET is_missed = 1 WHERE remote = ? AND name = ?", .text(remote.text),
      .text(name.text))
  }

  /// Whether an object is recorded.
  func isKnown(_ name: ObjectName, of remote: RemoteName) throws(DatabaseFailure) -> Bool {
    try database.row(
      "SELECT 1 FROM objects WHERE remote = ? AND name = ?", .text(remote.text), .text(name.text)
    ) { _ in true } ?? false
  }

  /// Records the object of an acknowledgement.
  func record(acknowledgement info: ObjectInfo, of remote: RemoteName) throws(DatabaseFailure) {
    try remove(info.name, of: remote)
    try database.run(
      """
      INSERT INTO objects (remote, name, size, is_complete, is_acknowledgement)
      VALUES (?, ?, ?, 1, 1)
      """, .text(remote.text), .text(info.name.text), .integer(info.size))
  }

  /// Drops an object that is lost: the remote lacks what it carried.
  func lose(_ name: ObjectName, of remote: RemoteName) throws(DatabaseFailure) {
    try database.run(
      """
      INSERT OR IGNORE INTO lacking (remote, document, was_ours)
      SELECT objects.remote, documents.key, 0 FROM \(Self.documents)
      """, .text(remote.text), .text(name.text))
    try remove(name, of: remote)
  }

  /// Drops an object. What it carried may not be covered any longer.
  private func remove(_ name: ObjectName, of remote: RemoteName) throws(DatabaseFailure) {
    try uncover(name, of: remote)
    try delete(name, of: remote)
  }

  private func delete(_ name: ObjectName, of remote: RemoteName) throws(DatabaseFailure) {
    try database.run(
      "DELETE FROM objects WHERE remote = ? AND name = ?", .text(remote.text), .text(name.text))
  }

  /// Has what an object carried looked at again. If the object was ours, that is sent
  /// again at once.
  func uncover(_ name: ObjectName, of remote: RemoteName) throws(DatabaseFailure) {
    try database.run(
      """
      UPDATE covered SET edited = max(edited, revision), revision = 0
      WHERE remote = ? AND document IN (SELECT documents.key FROM \(Self.documents))
      """, .text(remote.text), .text(remote.text), .text(name.text))
    try database.run(
      """
      INSERT OR REPLACE INTO lacking (remote, document, was_ours)
      SELECT objects.remote, documents.key, 1 FROM \(Self.documents) AND \(Self.isOurs)
      """, .text(remote.text), .text(name.text))
  }

  /// The documents that the object of a remote and a name carries changes of.
  private static let documents = """
    objects JOIN carried ON carried.object = objects.key
    JOIN documents ON documents.name = carried.document
    WHERE objects.remote = ? AND objects.name = ?
    """

  /// Whether we sealed an object's segment, under whatever id.
  private static let isOurs = """
    EXISTS (
      SELECT 1 FROM segments WHERE segments.device = substr(objects.segment, 1, 32)
        AND segments.number = CAST(substr(objects.segment, 34) AS INTEGER))
    """

  /// The segments of all objects, or of all but one, and whether all of each was taken in.
  func segments(
    of remote: RemoteName, besides name: ObjectName? = nil
  ) throws(DatabaseFailure) -> [(reference: SegmentReference, isComplete: Bool)] {
    try database.rows(
      """
      SELECT segment, is_complete FROM objects
      WHERE remote = ? AND segment IS NOT NULL AND name != ?
      """, .text(remote.text), .text(name?.text ?? "")
    ) { row throws(DatabaseFailure) in
      (
        reference: try reference(try row.text(at: 0)[...]),
        isComplete: row.integer(at: 1) == State.complete.rawValue
      )
    }
  }

  /// All changes of a document that the objects of a remote carry, those left out that
  /// somebody cannot read.
  func carried(
    of document: DocumentID, at remote: RemoteName
  ) throws(DatabaseFailure) -> [CarriedChange] {
    try database.rows(
      """
      SELECT segment, after, version FROM carried WHERE remote = ? AND document = ?
        AND NOT EXISTS (
          SELECT 1 FROM doubts JOIN objects USING (remote, name, size)
          WHERE objects.key = carried.object)
      """, .text(remote.text), .text(document.text)
    ) { row throws(DatabaseFailure) in
      CarriedChange(
        segment: try reference(try row.text(at: 0)[...]),
        after: try references(try row.text(at: 1)), version: row.blob(at: 2))
    }
  }

  /// Has the objects of all remotes that carry changes of a document read again.
  ///
  /// - Returns: Those of one remote.
  func reread(
    _ document: DocumentID, from remote: RemoteName
  ) throws(DatabaseFailure) -> [ObjectInfo] {
    try reread(document)
    return try database.rows(
      """
      SELECT name, size FROM objects
      WHERE remote = ? AND key IN (SELECT object FROM carried WHERE document = ?)
      """, .text(remote.text), .text(document.text)
    ) { row throws(DatabaseFailure) in
      guard let name = ObjectName(try row.text(at: 0)) else { throw damage("an object's name") }
      return ObjectInfo(name: name, size: row.integer(at: 1))
    }
  }

  /// Has the objects of all remotes that carry changes of a document read again.
  func reread(_ document: DocumentID) throws(DatabaseFailure) {
    try database.run(
      """
      UPDATE objects SET is_complete = 0
      WHERE key IN (SELECT object FROM carried WHERE document = ?)
      """, .text(document.text))
  }

  private func references(_ text: String) throws(DatabaseFailure) -> [SegmentReference] {
    var references: [SegmentReference] = []
    for part in text.split(separator: " ") { references.append(try reference(part)) }
    return references
  }

  private func reference(_ text: Substring) throws(DatabaseFailure) -> SegmentReference {
    guard let reference = SegmentReference(columnText: text) else {
      throw damage("a segment's name")
    }
    return reference
  }

  private func damage(_ what: String) -> DatabaseFailure {
    DatabaseFailure(code: .damaged, path: database.path, detail: what)
  }
}

extension SegmentReference {
  fileprivate var columnText: String { "\(device)-\(number)-\(checksum)" }

  fileprivate init?(columnText: Substring) {
    let parts = columnText.split(separator: "-")
    guard parts.count == 3, let device = DeviceID(parts[0]), let number = Int(parts[1]),
      let checksum = UInt32(parts[2])
    else { return nil }
    self.init(device: device, number: number, checksum: checksum)
  }
}
