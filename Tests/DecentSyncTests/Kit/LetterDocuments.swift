// SPDX-License-Identifier: MIT

import BinaryCoding

@testable import DecentSync

/// Documents that are sets of letters, so that tests can write versions down. A version is the seen
/// letters, ascending. A delta is the letters that it adds. A document cannot judge a delta with a question
/// mark.
struct LetterDocuments<Rows: RowStore>: SyncDocuments {
  let rows: Rows
  /// Documents that cannot be read.
  var damaged: Set<DocumentID> = []
  /// The letters that the device which removed a document had seen.
  var removed: [DocumentID: String] = [:]

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

  func open(_ document: DocumentID) throws -> OpenDocument {
    if damaged.contains(document) { throw DamagedDocument(document, reason: "a test says so") }
    let open = OpenLetters(document, try rows.value(of: key(document)).map { Set($0) })
    if let seen = removed[document] {
      let all = open.letters.union(seen.utf8)
      open.removal = KnownRemoval(Set(seen.utf8), withHere: all) { $0.isSuperset(of: $1) }
    }
    return open
  }

  func store(_ document: OpenDocument) throws {
    guard let open = document as? OpenLetters else { return }
    try rows.set(key(open.id), to: open.letters.sorted())
  }

  /// Adds letters, as a user does.
  func add(_ letters: String, to document: DocumentID) throws {
    try rows.transaction {
      let known = try rows.value(of: key(document)) ?? []
      try rows.set(key(document), to: Set(known + letters.utf8).sorted())
      try CommonRows.noteEdit(of: document, in: rows)
    }
  }

  /// Drops a document, and says nothing of that to sync.
  func drop(_ document: DocumentID) throws { try rows.set(key(document), to: nil) }

  func letters(of document: DocumentID) throws -> String {
    String(decoding: try rows.value(of: key(document)) ?? [], as: UTF8.self)
  }

  func revision() -> Int { 0 }
  func digest() -> UInt64 { 0 }
}

/// A set of letters while it is read or changed.
final class OpenLetters: OpenDocument {
  private(set) var letters: Set<UInt8>

  init(_ id: DocumentID, _ letters: Set<UInt8>?) {
    self.letters = letters ?? []
    super.init(id, isHere: letters != nil)
  }

  override var isOfKnownType: Bool { true }

  override func version() -> [UInt8] { letters.sorted() }

  override func contains(_ version: [UInt8]) -> Bool { letters.isSuperset(of: version) }

  override func contains(_ version: [UInt8], in later: [UInt8]) -> Bool {
    Set(later).isSuperset(of: version)
  }

  override func joined(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] { Set(one + other).sorted() }

  override func change(since version: [UInt8], touching news: [[UInt8]]?) -> Claim? {
    let news = letters.subtracting(version).sorted()
    return news.isEmpty ? nil : Claim(document: id, base: version, news: news, delta: news)
  }

  override func merge(delta: [UInt8]) {
    isChanged = true
    letters.formUnion(delta)
  }

  override func truth(of delta: [UInt8], from base: [UInt8], to news: [UInt8]) -> ClaimTruth {
    if delta.contains(UInt8(ascii: "?")) { return .unknown }
    return Set(base + delta).isSuperset(of: news) ? .holds : .fails
  }

  override func isSound(delta: [UInt8], since version: [UInt8]) -> Bool {
    Set(version + delta).isSuperset(of: letters)
  }
}
