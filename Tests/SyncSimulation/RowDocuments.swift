// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// Documents in the same rows as the sync state. They are texts, whose versions can be compared
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

  package func open(_ document: DocumentID) throws -> OpenDocument {
    if isOfRemovals(document) { return OpenDocument(document) }
    return try cache(of: document).open(document, in: rows.value(of: key(document)))
  }

  package func store(_ document: OpenDocument) throws {
    let bytes = try rows.value(of: key(document.id)) ?? []
    let new = try cache(of: document.id).stored(document, in: bytes)
    if let new { try store(new, of: document.id) }
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
      try CommonRows.noteEdit(of: document, in: rows)
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
      try CommonRows.noteEdit(of: document, in: rows)
      return true
    }
  }

  /// As in a document library. A reader of its objects passes these over.
  package func isOfRemovals(_ document: DocumentID) -> Bool { document.text.hasPrefix("gone/") }

  package func revision() throws -> Int {
    var digest = StateDigest()
    for document in try all() { digest.add(document, holding: try content(of: document)) }
    return Int(truncatingIfNeeded: digest.value)
  }

  package func digest() throws -> UInt64 { UInt64(bitPattern: Int64(try revision())) }
}

/// Access to the contents of documents of one type by their bytes.
private protocol WordCache: AnyObject {
  /// Opens a document; a blank one if there are no bytes.
  func open(_ document: DocumentID, in bytes: [UInt8]?) throws -> OpenDocument

  /// The bytes of a document that took in changes; nil if it has nothing beyond its bytes before.
  func stored(_ document: OpenDocument, in bytes: [UInt8]) throws -> [UInt8]?

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

  func open(_ document: DocumentID, in bytes: [UInt8]?) throws -> OpenDocument {
    guard let bytes else { return TypedDocument(document, nil) { Content() } }
    var entry = try entry(of: document, in: bytes)
    if let open = entry.open, !open.isChanged { return open }
    let open = TypedDocument(document, entry.content) { Content() }
    entry.open = open
    entries[document] = entry
    return open
  }

  func stored(_ document: OpenDocument, in bytes: [UInt8]) throws -> [UInt8]? {
    guard let open = document as? TypedDocument<Content>,
      try open.content.version != content(of: open.id, in: bytes).version
    else { return nil }
    let new = try open.content.encoded(for: .ownDevice)
    entries[open.id] = Entry(bytes: new, content: open.content)
    return new
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
