// SPDX-License-Identifier: MIT

import Causality
import DecentSync
import ReplicatingTypes

/// The documents of a library, each stored as a base state and the deltas
/// added since.
///
/// An edit adds a delta, so the bytes written are in proportion to the edit. Two rules limit the
/// deltas:
///
/// - Once the deltas outgrow the base, the state is written anew as the base. Over time, the bytes
///   of these bases are in proportion to the bytes of the deltas. A small base is also written anew
///   after many deltas, and with each change of another device. A large base is also written anew
///   with a change of another device, if there are many deltas.
/// - Once there are many deltas, the latest ones are joined. The result is at least about twice as
///   large as the oldest delta that went into it. So each time a byte is rewritten, the delta that
///   holds it is about twice as large as before. A document has at most ``mostDeltas`` deltas.
///
/// All calls expect the caller to have begun a transaction.
package struct DocumentTable {
  /// A stored document, with the facts needed to add a delta to it.
  package struct Loaded<Content: ReplicatingDocument> {
    /// The stored state that was read; nil if there is no such document.
    package let origin: PreparedDocument.Origin?
    package var content: Content
    package var baseSize = 0
    /// The time when `content` was decoded, in milliseconds since 1970. No session that edits
    /// `content` began earlier.
    package var decoded = ReplicationEnvironment.current.now
    package var deltas: [Delta<Content.Version>] = []
  }

  /// A stored delta.
  package struct Delta<Version> {
    package let key: Int
    package let size: Int
    /// The document's version before the delta; nil if there are too few deltas to join any.
    package let version: Version?
  }

  /// A stored change of a document.
  package struct Stored<Content: ReplicatingDocument> {
    package let key: Int
    package let content: Content
  }

  /// The most deltas that are stored of a document.
  package static let mostDeltas = 100
  /// The longest time for which edits made here continue the sessions of a decoded document, in
  /// milliseconds.
  private static let longestSession: UInt64 = 60_000

  package let database: Database
  /// Keeps documents for later calls; nil if documents are always read from the file.
  private let memory: DocumentMemory?
  /// Makes the error for a document that cannot be read, from the reason.
  package let damage: (DocumentID, _ reason: any Error) -> any Error

  package init(
    database: Database, memory: DocumentMemory? = nil,
    damage: @escaping (DocumentID, _ reason: any Error) -> any Error
  ) {
    self.database = database
    self.memory = memory
    self.damage = damage
  }

  /// Whether a document exists.
  package func exists(_ name: DocumentID) throws(DatabaseFailure) -> Bool {
    try key(of: name) != nil
  }

  /// Whether the table has no documents.
  package func isEmpty() throws(DatabaseFailure) -> Bool {
    try database.row("SELECT 1 FROM documents") { _ in true } == nil
  }

  /// The key of a document; nil if the document does not exist.
  package func key(of name: DocumentID) throws(DatabaseFailure) -> Int? {
    try database.row("SELECT key FROM documents WHERE name = ?", .text(name.text)) {
      $0.integer(at: 0)
    }
  }

  /// The revision of the last change; 0 before the first change. No two stored changes have the
  /// same revision.
  package func lastRevision() throws(DatabaseFailure) -> Int {
    try Self.lastRevision(in: database)
  }

  package static func lastRevision(in database: Database) throws(DatabaseFailure) -> Int {
    try database.row("SELECT \(lastRevision)") { $0.integer(at: 0) } ?? 0
  }

  /// Drops a document and its rows. A row of `gone_documents` records the document's name.
  package func remove(_ key: Int) throws(DatabaseFailure) {
    try noteGone(key)
    try database.run("DELETE FROM documents WHERE key = ?", .integer(key))
  }

  /// The content of a document; nil if the document does not exist.
  ///
  /// - Throws: The error that ``damage`` makes, if the document cannot be read.
  package func content<Content: ReplicatingDocument>(
    of name: DocumentID, as type: Content.Type
  ) throws -> Content? {
    let loaded: Loaded<Content> = try load(name)
    guard let origin = loaded.origin else { return nil }
    try keep(
      loaded.content, as: name, at: origin, baseSize: loaded.baseSize,
      decoded: loaded.decoded)
    return loaded.content
  }

  /// Opens a document for sync. A document that does not exist is opened blank.
  ///
  /// - Throws: The error that ``damage`` makes, if the document cannot be read.
  package func open<Content: ReplicatingDocument>(
    _ name: DocumentID, as type: Content.Type
  ) throws -> TypedDocument<Content> {
    let origin = try origin(of: name)
    if let origin, let open = try memory?.opened(name, at: origin, in: database),
      let open = open as? TypedDocument<Content>
    {
      return open
    }
    let open = TypedDocument(name, try content(of: name, as: type)) { Content() }
    if let origin { memory?.keep(open, at: origin) }
    return open
  }

  /// The names of all documents, in the order in which this device came to know the documents.
  /// Damaged names are left out: a repair handles them.
  package func names() throws -> [DocumentID] {
    try database.rows("SELECT name FROM documents ORDER BY key") { try? $0.text(at: 0) }
      .compactMap { $0.flatMap { DocumentID($0) } }
  }

  /// Changes a document. Creates it if it does not exist. Edits by `body` have the mark of this
  /// device if the author is ``Author/here``.
  ///
  /// - Parameter author: The author of the change. With a change of another device, a small base is
  ///   written anew, because a delta would be replayed at each reading.
  /// - Returns: The stored change; nil if `body` changed nothing.
  /// - Throws: ``DocumentFailure/editWithinEdit`` if `body` changed the document by another call.
  package func change<Content: ReplicatingDocument>(
    _ name: DocumentID, by author: Author = .here, _ body: (inout Content) throws -> Void
  ) throws -> Stored<Content>? {
    if author == .here { try CommonRows.nameDevice(in: rows) }
    guard let change = try prepareChange(of: name, by: author, body) else { return nil }
    guard let key = try write(change.document, holding: change.content) else {
      throw DocumentFailure.editWithinEdit
    }
    return Stored(key: key, content: change.content)
  }

  /// The rows of sync.
  var rows: RowTable { RowTable(database: database) }

  /// Drops the deleted contents of a document and writes the document anew, if this frees enough
  /// bytes.
  ///
  /// - Parameter percent: The least percentage of the document's bytes to free.
  /// - Returns: Whether something was dropped.
  func dropDeleted<Content: ReplicatingDocument>(
    in name: DocumentID, as type: Content.Type, ifFreeing percent: Int
  ) throws -> Bool {
    let document: Loaded<Content> = try load(name)
    guard let origin = document.origin else { return false }
    var smaller = document.content
    smaller.dropDeleted()
    if smaller.version == document.content.version { return false }
    let (before, after) = (try document.content.encoded().count, try smaller.encoded().count)
    guard after < before, (before - after) * 100 >= before * percent else { return false }
    try replace(origin.key, with: smaller)
    return true
  }

  /// The stored state of a document; nil if the document does not exist.
  package func origin(of name: DocumentID) throws(DatabaseFailure) -> PreparedDocument.Origin? {
    try database.row("SELECT key, revision FROM documents WHERE name = ?", .text(name.text)) {
      PreparedDocument.Origin(key: $0.integer(at: 0), revision: $0.integer(at: 1))
    }
  }

  /// Writes the rows of a change, unless the document has changed since the change was prepared.
  ///
  /// - Parameter content: The document with the change.
  /// - Returns: The key of the document; nil if the document has changed.
  func write(
    _ document: PreparedDocument, holding content: some ReplicatingDocument
  ) throws(DatabaseFailure) -> Int? {
    guard try origin(of: document.name) == document.origin else { return nil }
    let key = try write(document)
    if memory != nil, let origin = try origin(of: document.name) {
      try keep(
        content, as: document.name, at: origin, baseSize: document.baseSize,
        decoded: document.decoded)
    }
    return key
  }

  /// Writes the rows of a change. The document must not have changed since the change was prepared.
  ///
  /// - Returns: The key of the document.
  package func write(_ document: PreparedDocument) throws(DatabaseFailure) -> Int {
    let key = try keyWithNewRevision(of: document)
    switch document.rows {
    case .base(let bytes):
      if document.origin != nil {
        try database.run("DELETE FROM deltas WHERE document = ?", .integer(key))
      }
      try write(base: bytes, of: key)
    case .delta(let bytes, let replaced):
      if let replaced {
        try database.run(
          "DELETE FROM deltas WHERE document = ? AND key >= ?", .integer(key), .integer(replaced))
      }
      try keepRoomForDeltas()
      try database.run(
        "INSERT INTO deltas (document, content) VALUES (?, ?)", .integer(key), .blob(bytes))
    }
    return key
  }
}

extension DocumentTable {
  /// Replaces damaged keys of deltas, which are much too great, with smaller keys. If the greatest
  /// possible key is in use, SQLite chooses the next key at random. A new delta might then precede
  /// deltas on which it builds.
  private func keepRoomForDeltas() throws(DatabaseFailure) {
    let damaged = try database.rows(
      "SELECT key FROM deltas WHERE key > ? ORDER BY key", .integer(.max / 2)
    ) { $0.integer(at: 0) }
    for key in damaged {
      try database.run(
        """
        UPDATE deltas SET key = (SELECT coalesce(max(key), 0) + 1 FROM deltas WHERE key < ?1)
        WHERE key = ?1
        """, .integer(key))
    }
  }
}

/// The reason why a document cannot be read: the database has its name and no content.
private struct MissingContent: Error, CustomStringConvertible {
  var description: String { "its content is missing" }
}

/// Reading and replacing damaged documents.
extension DocumentTable {
  /// The stored bytes of a document: the base, then the deltas in order.
  package func storedBytes(of key: Int) throws(DatabaseFailure) -> [[UInt8]] {
    let base = try database.row("SELECT content FROM bases WHERE document = ?", .integer(key)) {
      $0.blob(at: 0)
    }
    return [base ?? []] + (try deltas(of: key).map(\.bytes))
  }

  /// Gives a document an unused name. Records that the former name is gone.
  package func rename(_ key: Int, to name: DocumentID) throws(DatabaseFailure) {
    try noteGone(key)
    try database.run(
      "UPDATE documents SET name = ? WHERE key = ?", .text(name.text), .integer(key))
    try database.run(
      "UPDATE bases SET document_name = ? WHERE document = ?", .text(name.text), .integer(key))
    try setNewRevision(of: key)
    try noteHere(name)
  }

  /// Writes a document anew.
  package func replace(_ key: Int, with content: some ReplicatingDocument) throws {
    try database.run("DELETE FROM deltas WHERE document = ?", .integer(key))
    try write(base: PackedBytes.pack(content.encoded(for: .ownDevice)), of: key)
    try setNewRevision(of: key)
  }
}

extension DocumentTable {
  private func deltas(
    of key: Int
  ) throws(DatabaseFailure) -> [(key: Int, bytes: [UInt8])] {
    try database.rows(
      "SELECT key, content FROM deltas WHERE document = ? ORDER BY key", .integer(key)
    ) { ($0.integer(at: 0), $0.blob(at: 1)) }
  }

  func keep<Content: ReplicatingDocument>(
    _ content: Content, as name: DocumentID, at origin: PreparedDocument.Origin, baseSize: Int,
    decoded: UInt64
  ) throws(DatabaseFailure) {
    try memory?.keep(
      DocumentMemory.Kept(content: content, baseSize: baseSize, decoded: decoded), as: name,
      at: origin, in: database)
  }

  /// Takes a document out of the memory. Nil if the memory lacks the present state of the document,
  /// or if the next change may join the document's deltas.
  private func take<Content: ReplicatingDocument>(
    _ name: DocumentID
  ) throws(DatabaseFailure) -> Loaded<Content>? {
    guard let memory, memory.holds(name), let origin = try origin(of: name),
      let kept: DocumentMemory.Kept<Content> = try memory.take(name, at: origin, in: database)
    else { return nil }
    let deltas = try database.rows(
      "SELECT key, length(content) FROM deltas WHERE document = ? ORDER BY key",
      .integer(origin.key)
    ) { Delta<Content.Version>(key: $0.integer(at: 0), size: $0.integer(at: 1), version: nil) }
    // Joining deltas needs the versions between them, which a kept document lacks.
    guard deltas.count < Self.mostDeltas else { return nil }
    return Loaded(
      origin: origin, content: kept.content, baseSize: kept.baseSize, decoded: kept.decoded,
      deltas: deltas)
  }

  /// - Parameter author: The author of the edits that follow. Edits of a kept document continue its
  ///   session. In a text, the time of an edit is the time when the run of its session began. To
  ///   avoid times that are too early, a document that was decoded more than a minute ago is
  ///   decoded anew before an edit made here.
  func load<Content: ReplicatingDocument>(
    _ name: DocumentID, for author: Author = .others
  ) throws -> Loaded<Content> {
    if let document: Loaded<Content> = try take(name) {
      let now = ReplicationEnvironment.current.now
      if author == .others || now < document.decoded + Self.longestSession { return document }
    }
    let base = try database.row(
      """
      SELECT key, revision, content, document IS NULL FROM documents
      LEFT JOIN bases ON document = key WHERE name = ?
      """, .text(name.text)
    ) { row in
      (
        origin: PreparedDocument.Origin(key: row.integer(at: 0), revision: row.integer(at: 1)),
        bytes: row.blob(at: 2), isMissing: row.integer(at: 3) != 0
      )
    }
    guard let base else { return Loaded(origin: nil, content: Content()) }
    guard !base.isMissing else { throw damage(name, MissingContent()) }
    let deltas = try deltas(of: base.origin.key)
    do {
      let bytes = try PackedBytes.unpack(base.bytes)
      var document = Loaded(
        origin: base.origin, content: try Content(encoded: bytes, from: .ownDevice),
        baseSize: bytes.count)
      for (key, bytes) in deltas {
        let version = deltas.count < Self.mostDeltas ? nil : document.content.version
        try document.content.merge(delta: Content.Delta(encoded: bytes))
        document.deltas.append(Delta(key: key, size: bytes.count, version: version))
      }
      return document
    } catch {
      throw damage(name, error)
    }
  }

  private func write(base bytes: [UInt8], of key: Int) throws(DatabaseFailure) {
    try database.run(
      """
      INSERT OR REPLACE INTO bases (document, document_name, content)
      SELECT key, name, ? FROM documents WHERE key = ?
      """, .blob(bytes), .integer(key))
  }

  /// The greatest revision. It never falls, because a row leaves a table only when a greater
  /// revision is written.
  private static let lastRevision = """
    max(
      (SELECT coalesce(max(revision), 0) FROM documents),
      (SELECT coalesce(max(revision), 0) FROM gone_documents))
    """

  private func keyWithNewRevision(of document: PreparedDocument) throws(DatabaseFailure) -> Int {
    if let origin = document.origin {
      try setNewRevision(of: origin.key)
      return origin.key
    }
    try database.run(
      "INSERT INTO documents (name, revision) VALUES (?, \(Self.lastRevision) + 1)",
      .text(document.name.text))
    let key = database.lastKey
    try noteHere(document.name)
    return key
  }

  /// Gives a document a new revision, so that the next update passes the document to its indexes.
  func noteNews(of name: DocumentID) throws(DatabaseFailure) {
    if let key = try key(of: name) { try setNewRevision(of: key) }
  }

  private func setNewRevision(of key: Int) throws(DatabaseFailure) {
    try database.run(
      "UPDATE documents SET revision = \(Self.lastRevision) + 1 WHERE key = ?", .integer(key))
  }

  /// Forgets that a document was gone, after the document got a new revision.
  private func noteHere(_ name: DocumentID) throws(DatabaseFailure) {
    try database.run("DELETE FROM gone_documents WHERE name = ?", .text(name.text))
  }

  /// Records that the name of a document is gone, with a new revision.
  private func noteGone(_ key: Int) throws(DatabaseFailure) {
    try database.run(
      """
      INSERT OR REPLACE INTO gone_documents (name, revision)
      SELECT name, \(Self.lastRevision) + 1 FROM documents WHERE key = ?
      """, .integer(key))
  }
}
