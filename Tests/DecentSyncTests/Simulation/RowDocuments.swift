// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import DecentSync
import ReplicatingTypes

/// Documents that stand in the same rows as what sync knows of them: texts, whose versions can be
/// compared by their history alone, and sets, whose versions can be compared by themselves.
struct RowDocuments<Rows: RowStore>: SyncDocuments {
  let rows: Rows
  private let texts = ContentCache(empty: ReplicatingText())
  private let sets = ContentCache(empty: ReplicatingSet<String>())

  init(rows: Rows) { self.rows = rows }

  private static var prefix: [UInt8] { Array("d".utf8) }

  private func key(_ document: DocumentID) -> RowKey {
    RowKey(bytes: Self.prefix + Array(document.text.utf8))
  }

  func all() throws -> [DocumentID] {
    try rows.rows(in: RowKey(bytes: Self.prefix)).compactMap {
      DocumentID(String(decoding: $0.key.bytes.dropFirst(), as: UTF8.self))
    }
  }

  private static func isSet(_ document: DocumentID) -> Bool { document.text.hasPrefix("set") }

  func read<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result? {
    guard let bytes = try rows.value(of: key(document)) else { return nil }
    if Self.isSet(document) {
      return try body(TypedDocument(try sets.content(of: document, in: bytes)) { ReplicatingSet() })
    }
    return try body(TypedDocument(try texts.content(of: document, in: bytes)) { ReplicatingText() })
  }

  func receive<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result? {
    let bytes = try rows.value(of: key(document)) ?? []
    if Self.isSet(document) {
      let open = TypedDocument(try sets.content(of: document, in: bytes)) { ReplicatingSet() }
      return try receive(into: open, of: document, in: sets, body)
    }
    let open = TypedDocument(try texts.content(of: document, in: bytes)) { ReplicatingText() }
    return try receive(into: open, of: document, in: texts, body)
  }

  private func receive<Content: DeltaReplicable & Framed, Result>(
    into open: TypedDocument<Content>, of document: DocumentID,
    in cache: ContentCache<Content>,
    _ body: (any OpenDocument) throws -> Result
  ) throws -> Result where Content.Version: Framed, Content.Delta: Framed {
    let before = open.content.version
    let result = try body(open)
    if open.content.version == before { return result }
    let bytes = try open.content.encoded(for: .ownDevice)
    cache.keep(open.content, of: document, as: bytes)
    try store(bytes, of: document)
    return result
  }

  private func store(_ bytes: [UInt8], of document: DocumentID) throws {
    if try rows.value(of: key(document)) != bytes { try rows.set(key(document), to: bytes) }
  }

  // MARK: Edits and what is shown

  /// Adds a word to a document, at a place that a number chooses.
  func add(_ word: String, to document: DocumentID, at number: Int) throws {
    try rows.transaction {
      let bytes = try rows.value(of: key(document)) ?? []
      if Self.isSet(document) {
        var set = try sets.content(of: document, in: bytes)
        set.insert(word)
        try store(set.encoded(for: .ownDevice), of: document)
      } else {
        var text = try texts.content(of: document, in: bytes)
        let words = String(text).split(separator: ";", omittingEmptySubsequences: true)
        let before = words.prefix(number % (words.count + 1)).reduce(0) { $0 + $1.count + 1 }
        text.unicodeScalars.insert(word + ";", at: before)
        try store(text.encoded(for: .ownDevice), of: document)
      }
      try SyncNotes.noteEdit(of: document, in: rows)
    }
  }

  /// The words of a document.
  func words(of document: DocumentID) throws -> Set<String> {
    let bytes = try rows.value(of: key(document)) ?? []
    if Self.isSet(document) { return Set(try sets.content(of: document, in: bytes)) }
    let text = String(try texts.content(of: document, in: bytes))
    return Set(text.split(separator: ";").map(String.init))
  }

  /// What a document holds, as bytes that are equal on all devices.
  func content(of document: DocumentID) throws -> [UInt8] {
    guard let bytes = try rows.value(of: key(document)) else { return [] }
    return Self.isSet(document)
      ? try sets.canonicalBytes(of: document, in: bytes)
      : try texts.canonicalBytes(of: document, in: bytes)
  }

  /// What stands in the row of a document.
  func bytes(of document: DocumentID) throws -> [UInt8] { try rows.value(of: key(document)) ?? [] }

  /// Puts bytes in the place of a document, as damage or a repair does.
  func put(_ bytes: [UInt8], as document: DocumentID) throws {
    try rows.set(key(document), to: bytes)
  }

  // MARK: What these documents do not know

  func isPassedOver(_ document: DocumentID, at version: [UInt8]) -> Bool { false }
  func isDropped(_ document: DocumentID) -> Bool { false }
  func revive(_ document: DocumentID) {}
  func missing() -> [DocumentID] { [] }

  func revision() throws -> Int {
    var digest = StateDigest()
    for document in try all() { digest.add(document, holding: try content(of: document)) }
    return Int(truncatingIfNeeded: digest.value)
  }

  func digest() throws -> UInt64 { UInt64(bitPattern: Int64(try revision())) }
}

/// What the bytes of documents hold: it is decoded once, as long as the bytes are the same. It is
/// never an edited value, which would carry on its session.
private final class ContentCache<Content: DeltaReplicable & Framed> {
  private struct Entry {
    var bytes: [UInt8]
    var content: Content
    var canonicalBytes: [UInt8]?
  }

  private let empty: Content
  private var entries: [DocumentID: Entry] = [:]

  init(empty: Content) { self.empty = empty }

  func content(of document: DocumentID, in bytes: [UInt8]) throws -> Content {
    if bytes.isEmpty { return empty }
    return try entry(of: document, in: bytes).content
  }

  func canonicalBytes(of document: DocumentID, in bytes: [UInt8]) throws -> [UInt8] {
    var entry = try entry(of: document, in: bytes)
    if let known = entry.canonicalBytes { return known }
    let canonicalBytes = try entry.content.encoded()
    entry.canonicalBytes = canonicalBytes
    entries[document] = entry
    return canonicalBytes
  }

  func keep(_ content: Content, of document: DocumentID, as bytes: [UInt8]) {
    entries[document] = Entry(bytes: bytes, content: content)
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
