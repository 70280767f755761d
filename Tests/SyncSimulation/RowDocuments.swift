// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// Documents in the same rows as the books of sync. They are texts, whose versions can be compared
/// by their history alone, sets and dictionaries, whose versions can be compared by themselves, and
/// models. See ``WordKind``.
///
/// A document that is about to lose edits leaves a recovery copy, as in a document library.
package struct RowDocuments<Rows: RowStore>: SyncDocuments {
  package let rows: Rows
  package let forgetsDeleted: Bool
  private let texts = ContentCache<ReplicatingText>()
  private let sets = ContentCache<ReplicatingSet<String>>()
  private let dictionaries = ContentCache<ReplicatingDictionary<String, Int>>()
  private let cards = ContentCache<Card>()
  private let notes = Notes()

  private final class Notes {
    var attempts = 0
    var copies: [SyncReport.RecoveryCopy] = []
  }

  /// How often a document was asked to forget what was deleted from it.
  package var forgettingAttempts: Int { notes.attempts }

  package init(rows: Rows, forgetsDeleted: Bool = false) {
    self.rows = rows
    self.forgetsDeleted = forgetsDeleted
  }

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
    for loss in received.losses { try keepCopy(of: document, after: loss) }
    if received.hasMovedAgain { try SyncNotes.noteEdit(of: document, in: rows) }
    if let new = received.bytes { try store(new, of: document) }
    return received.result
  }

  /// Stores a copy of a document that loses edits.
  private func keepCopy(of document: DocumentID, after loss: LostWords) throws {
    var digest = StateDigest()
    for edit in loss.edits.sorted() {
      digest.add(document, holding: Array("\(edit.session) \(edit.number)".utf8))
    }
    let type = document.text.split(separator: "/")[0]
    guard let copy = DocumentID("\(type)/copy-\(digest.value)"),
      try rows.value(of: key(copy)) == nil
    else { return }
    try store(loss.bytes, of: copy)
    try SyncNotes.noteEdit(of: copy, in: rows)
    notes.copies.append(SyncReport.RecoveryCopy(of: document, in: copy))
  }

  package func takeRecoveryCopies() -> [SyncReport.RecoveryCopy] {
    defer { notes.copies = [] }
    return notes.copies
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

  // MARK: Forgetting

  package func forgetDeleted(
    in document: DocumentID, ifFreeing percent: Int, heldAt versions: [[UInt8]]
  ) throws -> Bool {
    notes.attempts += 1
    guard let bytes = try rows.value(of: key(document)),
      let smaller = try cache(of: document).forgettingDeleted(
        document, in: bytes, ifFreeing: percent, heldAt: versions)
    else { return false }
    try store(smaller, of: document)
    return true
  }

  // MARK: What these documents do not know

  package func isPassedOver(_ document: DocumentID, at version: [UInt8]) -> Bool { false }
  package func blank(_ document: DocumentID) -> any OpenDocument {
    (try? cache(of: document).open(document, in: [])) ?? UnknownDocument()
  }

  package func isRemoved(_ document: DocumentID) -> Bool { false }
  package func revive(_ document: DocumentID) {}

  /// As in a document library. A reader of its objects passes these over.
  package func isOfRemovals(_ document: DocumentID) -> Bool { document.text.hasPrefix("gone/") }

  package func missing() -> [DocumentID] { [] }

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
  /// The edits that were lost.
  var losses: [LostWords] = []
  /// Whether moves were made again.
  var hasMovedAgain = false
}

/// Edits that a document lost, and the bytes of a copy that holds them.
private struct LostWords {
  let edits: Set<Dot>
  let bytes: [UInt8]

  init(_ loss: TypedDocument<some WordContent>.Loss) throws {
    edits = loss.edits
    bytes = try loss.content.encoded(for: .ownDevice)
  }
}

/// Access to the contents of documents of one type by their bytes.
private protocol WordCache: AnyObject {
  func open(_ document: DocumentID, in bytes: [UInt8]) throws -> any OpenDocument

  func receive<Result>(
    _ document: DocumentID, in bytes: [UInt8], _ body: (any OpenDocument) throws -> Result
  ) throws -> Received<Result>

  /// The bytes of a document with an edit.
  func edited(_ document: DocumentID, in bytes: [UInt8], _ edit: WordEdit) throws -> [UInt8]

  /// The bytes of a document after it forgot deleted content; nil if that frees too little.
  func forgettingDeleted(
    _ document: DocumentID, in bytes: [UInt8], ifFreeing percent: Int, heldAt versions: [[UInt8]]
  ) throws -> [UInt8]?

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
    let losses = try open.losses(since: before).map(LostWords.init)
    let hasMovedAgain = open.makeMovesAgain(since: before)
    let new = try open.content.encoded(for: .ownDevice)
    if !hasMovedAgain { entries[document] = Entry(bytes: new, content: open.content) }
    return Received(result: result, bytes: new, losses: losses, hasMovedAgain: hasMovedAgain)
  }

  func edited(
    _ document: DocumentID, in bytes: [UInt8], _ edit: WordEdit
  ) throws -> [UInt8] {
    var content = try content(of: document, in: bytes)
    content.apply(edit)
    return try content.encoded(for: .ownDevice)
  }

  func forgettingDeleted(
    _ document: DocumentID, in bytes: [UInt8], ifFreeing percent: Int, heldAt versions: [[UInt8]]
  ) throws -> [UInt8]? {
    try content(of: document, in: bytes)
      .forgettingDeleted(ifFreeing: percent, heldAt: versions)?
      .encoded(for: .ownDevice)
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
