// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// Documents in the same rows as the books of sync. They are texts, whose versions can be compared
/// by their history alone, sets and dictionaries, whose versions can be compared by themselves, and
/// models. See ``WordKind``.
package struct RowDocuments<Rows: RowStore>: SyncDocuments {
  package let rows: Rows
  private let texts = ContentCache<ReplicatingText>()
  private let sets = ContentCache<ReplicatingSet<String>>()
  private let dictionaries = ContentCache<ReplicatingDictionary<String, Int>>()
  private let cards = ContentCache<Card>()

  package init(rows: Rows) { self.rows = rows }

  private static var prefix: [UInt8] { Array("d".utf8) }

  private func key(_ document: DocumentID) -> RowKey {
    RowKey(bytes: Self.prefix + Array(document.text.utf8))
  }

  private func cache(of document: DocumentID) -> any WordCache {
    switch WordKind(of: document) {
    case .text: texts
    case .set: sets
    case .dictionary: dictionaries
    case .card: cards
    }
  }

  package func all() throws -> [DocumentID] {
    try rows.rows(in: RowKey(bytes: Self.prefix)).compactMap {
      DocumentID(String(decoding: $0.key.bytes.dropFirst(), as: UTF8.self))
    }
  }

  package func read<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result? {
    guard let bytes = try rows.value(of: key(document)) else { return nil }
    return try body(cache(of: document).open(document, in: bytes))
  }

  package func receive<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result? {
    if isOfRemovals(document) { return nil }
    let bytes = try rows.value(of: key(document)) ?? []
    let received = try cache(of: document).receive(document, in: bytes, body)
    if let new = received.bytes { try store(new, of: document) }
    return received.result
  }

  private func store(_ bytes: [UInt8], of document: DocumentID) throws {
    if try rows.value(of: key(document)) != bytes { try rows.set(key(document), to: bytes) }
  }

  // MARK: Edits and what is shown

  /// Edits a document, making it if there is none.
  package func edit(_ document: DocumentID, _ edit: WordEdit) throws {
    try rows.transaction {
      let bytes = try rows.value(of: key(document)) ?? []
      try store(try cache(of: document).edited(document, in: bytes, edit), of: document)
      try SyncNotes.noteEdit(of: document, in: rows)
    }
  }

  /// The words of a document.
  package func words(of document: DocumentID) throws -> Set<String> {
    try cache(of: document).words(of: document, in: bytes(of: document))
  }

  /// The content of a document, as bytes that are equal on all devices.
  package func content(of document: DocumentID) throws -> [UInt8] {
    guard let bytes = try rows.value(of: key(document)) else { return [] }
    return try cache(of: document).canonicalBytes(of: document, in: bytes)
  }

  /// The bytes in the row of a document.
  package func bytes(of document: DocumentID) throws -> [UInt8] {
    try rows.value(of: key(document)) ?? []
  }

  /// Puts bytes in the place of a document, as damage or a repair does.
  package func put(_ bytes: [UInt8], as document: DocumentID) throws {
    try rows.set(key(document), to: bytes)
  }

  /// Drops the deleted contents of a document.
  ///
  /// - Returns: Whether that made it smaller.
  package func dropDeleted(in document: DocumentID) throws -> Bool {
    try rows.transaction {
      guard let bytes = try rows.value(of: key(document)),
        let smaller = try cache(of: document).droppingDeleted(document, in: bytes)
      else { return false }
      try store(smaller, of: document)
      try SyncNotes.noteEdit(of: document, in: rows)
      return true
    }
  }

  // MARK: What these documents do not know

  package func isPassedOver(_ document: DocumentID, at version: [UInt8]) -> Bool { false }
  package func blank(_ document: DocumentID) -> any OpenDocument {
    (try? cache(of: document).open(document, in: [])) ?? UnknownDocument()
  }

  package func isRemoved(_ document: DocumentID) -> Bool { false }

  /// As in a document library. A reader of its objects passes these over.
  package func isOfRemovals(_ document: DocumentID) -> Bool { document.text.hasPrefix("gone/") }

  package func revision() throws -> Int {
    var digest = StateDigest()
    for document in try all() { digest.add(document, holding: try content(of: document)) }
    return Int(truncatingIfNeeded: digest.value)
  }

  package func digest() throws -> UInt64 { UInt64(bitPattern: Int64(try revision())) }
}

/// The outcome of taking in changes.
private struct Received<Result> {
  let result: Result
  /// The bytes of the document if it took in anything.
  var bytes: [UInt8]?
}

/// Access to the contents of documents of one type by their bytes.
private protocol WordCache: AnyObject {
  func open(_ document: DocumentID, in bytes: [UInt8]) throws -> any OpenDocument

  func receive<Result>(
    _ document: DocumentID, in bytes: [UInt8], _ body: (any OpenDocument) throws -> Result
  ) throws -> Received<Result>

  /// The bytes of a document with an edit.
  func edited(_ document: DocumentID, in bytes: [UInt8], _ edit: WordEdit) throws -> [UInt8]

  /// The bytes of a document without its deleted contents; nil if they are no fewer.
  func droppingDeleted(_ document: DocumentID, in bytes: [UInt8]) throws -> [UInt8]?

  func words(of document: DocumentID, in bytes: [UInt8]) throws -> Set<String>
  func canonicalBytes(of document: DocumentID, in bytes: [UInt8]) throws -> [UInt8]
}

/// A cache that decodes bytes once, as long as they stay the same. It never keeps an edited value,
/// which would carry on its session.
private final class ContentCache<Content: WordContent>: WordCache {
  private struct Entry {
    var bytes: [UInt8]
    var content: Content
    var canonicalBytes: [UInt8]?
    /// The document for readers: it knows versions that it decoded before.
    var open: TypedDocument<Content>?
  }

  private var entries: [DocumentID: Entry] = [:]

  func open(_ document: DocumentID, in bytes: [UInt8]) throws -> any OpenDocument {
    if bytes.isEmpty { return TypedDocument(Content()) { Content() } }
    var entry = try entry(of: document, in: bytes)
    if let open = entry.open { return open }
    let open = TypedDocument(entry.content) { Content() }
    entry.open = open
    entries[document] = entry
    return open
  }

  func receive<Result>(
    _ document: DocumentID, in bytes: [UInt8], _ body: (any OpenDocument) throws -> Result
  ) throws -> Received<Result> {
    let before = try content(of: document, in: bytes)
    let open = TypedDocument(before) { Content() }
    let result = try body(open)
    if open.content.version == before.version { return Received(result: result) }
    let new = try open.content.encoded(for: .ownDevice)
    entries[document] = Entry(bytes: new, content: open.content)
    return Received(result: result, bytes: new)
  }

  func edited(
    _ document: DocumentID, in bytes: [UInt8], _ edit: WordEdit
  ) throws -> [UInt8] {
    var content = try content(of: document, in: bytes)
    content.apply(edit)
    return try content.encoded(for: .ownDevice)
  }

  func droppingDeleted(_ document: DocumentID, in bytes: [UInt8]) throws -> [UInt8]? {
    let old = try content(of: document, in: bytes)
    var content = old
    content.dropDeleted()
    guard try content.encoded().count < old.encoded().count else { return nil }
    return try content.encoded(for: .ownDevice)
  }

  func words(of document: DocumentID, in bytes: [UInt8]) throws -> Set<String> {
    try content(of: document, in: bytes).words
  }

  func canonicalBytes(of document: DocumentID, in bytes: [UInt8]) throws -> [UInt8] {
    var entry = try entry(of: document, in: bytes)
    if let known = entry.canonicalBytes { return known }
    let canonicalBytes = try entry.content.encoded()
    entry.canonicalBytes = canonicalBytes
    entries[document] = entry
    return canonicalBytes
  }

  private func content(of document: DocumentID, in bytes: [UInt8]) throws -> Content {
    bytes.isEmpty ? Content() : try entry(of: document, in: bytes).content
  }

  private func entry(of document: DocumentID, in bytes: [UInt8]) throws -> Entry {
    if let entry = entries[document], entry.bytes == bytes { return entry }
    do {
      let entry = Entry(bytes: bytes, content: try Content(encoded: bytes, from: .ownDevice))
      entries[document] = entry
      return entry
    } catch {
      throw DamagedDocument(document, reason: "\(error)")
    }
  }
}
