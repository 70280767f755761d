// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// The documents of a library, each stored as a base state and the deltas
/// added since.
///
/// An edit adds a delta, so it stores in proportion to itself:
///
/// - Once the deltas outgrow the base, the state is written anew as the base: over time that
///   costs no more than the deltas did.
/// - Once there are many deltas, the last of them are written anew as one: as many as make it
///   at least twice the first of them. So a byte is written anew as often as the deltas double
///   until they are folded into the base, and never more than ``mostDeltas`` are stored.
///
/// All calls expect the caller to have begun a transaction.
struct DocumentTable {
  /// A document as it is now, and what it takes to add to it.
  struct Loaded<Content: StoredContent> {
    let key: Int?
    var content: Content
    var baseSize = 0
    var deltas: [Delta<Content.Version>] = []
  }

  /// A delta that is stored.
  struct Delta<Version> {
    let key: Int
    let size: Int
    /// What was known before it; nil where there are too few deltas to write any anew.
    let version: Version?
  }

  /// A change of a document that was stored.
  struct Stored<Content: StoredContent> {
    let key: Int
    let content: Content
  }

  private static let smallestFold = 4096
  /// The most deltas that are stored of a document.
  static let mostDeltas = 100

  let database: Database

  /// Whether there is such a document.
  func exists(_ name: DocumentName) throws(DatabaseFailure) -> Bool {
    try key(of: name) != nil
  }

  /// Whether there are no documents.
  func isEmpty() throws(DatabaseFailure) -> Bool {
    try database.row("SELECT 1 FROM documents") { _ in true } == nil
  }

  /// The key of a document, or nil if there is no such document.
  func key(of name: DocumentName) throws(DatabaseFailure) -> Int? {
    try database.row("SELECT key FROM documents WHERE name = ?", .text(name.text)) {
      $0.integer(at: 0)
    }
  }

  /// Drops a document, with what follows from it.
  func remove(_ key: Int) throws(DatabaseFailure) {
    try database.run("DELETE FROM documents WHERE key = ?", .integer(key))
  }

  /// The content of a document, or nil if there is no such document.
  ///
  /// - Throws: ``LibraryFailure/damagedDocument(_:path:reason:)`` if it cannot be read.
  func content<Content: StoredContent>(
    of name: DocumentName, as type: Content.Type
  ) throws -> Content? {
    let loaded: Loaded<Content> = try load(name)
    return loaded.key == nil ? nil : loaded.content
  }

  /// Changes a document, making it if there is none.
  ///
  /// - Returns: What was stored, or nil if `body` changed nothing.
  func change<Content: StoredContent>(
    _ name: DocumentName, _ body: (inout Content) throws -> Void
  ) throws -> Stored<Content>? {
    var document: Loaded<Content> = try load(name)
    let before = document.content.version
    try body(&document.content)
    guard let delta = document.content.delta(since: before) else { return nil }
    let key = try keep(document, named: name, delta: delta)
    return Stored(key: key, content: document.content)
  }
}

/// What can be had of a damaged document.
extension DocumentTable {
  /// The bytes stored of a document: its base, then its deltas in order.
  func storedBytes(of key: Int) throws(DatabaseFailure) -> [[UInt8]] {
    let base = try database.row("SELECT content FROM bases WHERE document = ?", .integer(key)) {
      $0.blob(at: 0)
    }
    return [base ?? []] + (try deltas(of: key).map(\.bytes))
  }

  /// The base and those of the deltas that can be merged, as their history has it; nil if the
  /// base cannot be read.
  func readableContent<Content: StoredContent>(of key: Int) throws -> Content? {
    let stored = try storedBytes(of: key)
    guard let base = stored.first, let bytes = try? PackedBytes.unpack(base),
      var content = try? Content(encoded: bytes, from: .ownDevice)
    else { return nil }
    for bytes in stored.dropFirst() {
      guard let delta = try? Content.Delta(encoded: bytes) else { continue }
      try? content.merge(delta: delta)
    }
    return try? Content(encoded: content.encoded())
  }

  /// Writes a document anew.
  func replace(_ key: Int, with content: some StoredContent) throws {
    try database.run("DELETE FROM deltas WHERE document = ?", .integer(key))
    try writeBase(content, of: key)
    try database.run(
      "UPDATE documents SET revision = ? WHERE key = ?", .integer(try nextRevision()),
      .integer(key))
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

  private func load<Content: StoredContent>(_ name: DocumentName) throws -> Loaded<Content> {
    let base = try database.row(
      "SELECT key, content FROM documents JOIN bases ON document = key WHERE name = ?",
      .text(name.text)
    ) { (key: $0.integer(at: 0), bytes: $0.blob(at: 1)) }
    guard let base else { return Loaded(key: nil, content: Content()) }
    let deltas = try deltas(of: base.key)
    do {
      let bytes = try PackedBytes.unpack(base.bytes)
      var document = Loaded(
        key: base.key, content: try Content(encoded: bytes, from: .ownDevice),
        baseSize: bytes.count)
      for (key, bytes) in deltas {
        let version = deltas.count < Self.mostDeltas ? nil : document.content.version
        try document.content.merge(delta: Content.Delta(encoded: bytes))
        document.deltas.append(Delta(key: key, size: bytes.count, version: version))
      }
      return document
    } catch {
      throw LibraryFailure.damagedDocument(name, path: database.path, reason: "\(error)")
    }
  }

  private func keep<Content: StoredContent>(
    _ document: Loaded<Content>, named name: DocumentName, delta: Content.Delta
  ) throws -> Int {
    let revision = try nextRevision()
    guard let key = document.key else {
      try database.run(
        "INSERT INTO documents (name, revision) VALUES (?, ?)", .text(name.text),
        .integer(revision))
      let key = database.lastKey
      try writeBase(document.content, of: key)
      return key
    }
    let bytes = try delta.encoded()
    let size = document.deltas.reduce(bytes.count) { $0 + $1.size }
    if size > max(document.baseSize, Self.smallestFold) {
      try database.run("DELETE FROM deltas WHERE document = ?", .integer(key))
      try writeBase(document.content, of: key)
    } else if let joined = try joinedDeltas(of: document, adding: bytes.count) {
      try database.run(
        "DELETE FROM deltas WHERE document = ? AND key >= ?", .integer(key), .integer(joined.first))
      try write(delta: joined.bytes, of: key)
    } else {
      try write(delta: bytes, of: key)
    }
    try database.run(
      "UPDATE documents SET revision = ? WHERE key = ?", .integer(revision), .integer(key))
    return key
  }

  /// The last deltas as one, if there are too many: from the first one that is no greater than
  /// all after it. Those before it are each greater than all after them, and so are few.
  ///
  /// - Parameter size: The bytes of the change that is not stored yet.
  private func joinedDeltas<Content>(
    of document: Loaded<Content>, adding size: Int
  ) throws -> (first: Int, bytes: [UInt8])? {
    guard document.deltas.count >= Self.mostDeltas else { return nil }
    var following = document.deltas.reduce(size) { $0 + $1.size }
    for delta in document.deltas {
      following -= delta.size
      guard delta.size <= following, let version = delta.version else { continue }
      return try document.content.delta(since: version).map { (delta.key, try $0.encoded()) }
    }
    return nil
  }

  private func write(delta bytes: [UInt8], of key: Int) throws(DatabaseFailure) {
    try database.run(
      "INSERT INTO deltas (document, content) VALUES (?, ?)", .integer(key), .blob(bytes))
  }

  private func writeBase(_ content: some StoredContent, of key: Int) throws {
    let bytes = PackedBytes.pack(try content.encoded(for: .ownDevice))
    try database.run(
      "INSERT OR REPLACE INTO bases (document, content) VALUES (?, ?)", .integer(key), .blob(bytes))
  }

  /// A number greater than that of every change before.
  private func nextRevision() throws -> Int {
    try database.row("SELECT coalesce(max(revision), 0) + 1 FROM documents") {
      $0.integer(at: 0)
    } ?? 1
  }
}
