// SPDX-License-Identifier: MIT

import BinaryCoding
import SyncSimulation

@testable import DecentSync

/// Documents that count the edits of each author, so that thousands of rounds take little time. A
/// version, a document and a delta are all the count of each author's edits.
struct TallyDocuments: SyncDocuments {
  let rows: ProbedRows

  private static var prefix: [UInt8] { Array("d".utf8) }

  private func key(_ document: DocumentID) -> RowKey {
    RowKey(bytes: Self.prefix + Array(document.text.utf8))
  }

  func all() throws -> [DocumentID] {
    try rows.rows(in: RowKey(bytes: Self.prefix)).compactMap {
      DocumentID(String(decoding: $0.key.bytes.dropFirst(), as: UTF8.self))
    }
  }

  func tally(of document: DocumentID) throws -> Tally? {
    try rows.value(of: key(document)).map { try Tally($0) }
  }

  /// Counts an edit.
  func edit(_ document: DocumentID, by author: UInt64) throws {
    try rows.transaction {
      var tally = try tally(of: document) ?? Tally()
      tally.counts[author, default: 0] += 1
      try rows.set(key(document), to: tally.bytes)
      try CommonRows.noteEdit(of: document, in: rows)
    }
  }

  func open(_ document: DocumentID) throws -> OpenDocument {
    OpenTally(document, try tally(of: document))
  }

  func store(_ document: OpenDocument) throws {
    guard let open = document as? OpenTally else { return }
    try rows.set(key(open.id), to: open.tally.bytes)
  }

  func revision() -> Int { 0 }
  func digest() -> UInt64 { 0 }
}

/// How many edits each author made.
struct Tally: Equatable {
  var counts: [UInt64: UInt64] = [:]

  init() {}

  init(_ bytes: [UInt8]) throws(DecodingFailure) {
    var reader = ByteReader(bytes)
    while !reader.isAtEnd {
      let author = try reader.readVarint()
      counts[author] = try reader.readVarint()
    }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    for (author, count) in counts.sorted(by: { $0.key < $1.key }) {
      writer.writeVarint(author)
      writer.writeVarint(count)
    }
    return writer.bytes
  }

  func contains(_ other: Tally) -> Bool {
    other.counts.allSatisfy { counts[$0.key] ?? 0 >= $0.value }
  }

  mutating func merge(_ other: Tally) { counts.merge(other.counts) { max($0, $1) } }
}

/// A tally while it is read or changed.
private final class OpenTally: OpenDocument {
  private(set) var tally: Tally

  init(_ id: DocumentID, _ tally: Tally?) {
    self.tally = tally ?? Tally()
    super.init(id, isHere: tally != nil)
  }

  override var isOfKnownType: Bool { true }

  override func version() -> [UInt8] { tally.bytes }

  override func contains(_ version: [UInt8]) throws(DecodingFailure) -> Bool {
    tally.contains(try Tally(version))
  }

  override func contains(_ version: [UInt8], in later: [UInt8]) throws(DecodingFailure) -> Bool {
    try Tally(later).contains(try Tally(version))
  }

  override func joined(_ one: [UInt8], _ other: [UInt8]) throws(DecodingFailure) -> [UInt8] {
    var tally = try Tally(one)
    tally.merge(try Tally(other))
    return tally.bytes
  }

  override func change(since version: [UInt8], touching news: [[UInt8]]?) throws -> Claim? {
    let known = try Tally(version)
    var news = Tally()
    news.counts = tally.counts.filter { known.counts[$0.key] ?? 0 < $0.value }
    if news.counts.isEmpty { return nil }
    return Claim(document: id, base: version, news: news.bytes, delta: news.bytes)
  }

  override func merge(delta: [UInt8]) throws(HeldChange.Reason) {
    isChanged = true
    do throws(DecodingFailure) {
      tally.merge(try Tally(delta))
    } catch {
      throw .unreadable(error)
    }
  }

  override func truth(of delta: [UInt8], from base: [UInt8], to news: [UInt8]) throws -> ClaimTruth
  {
    var tally = try Tally(base)
    tally.merge(try Tally(delta))
    return tally.contains(try Tally(news)) ? .holds : .fails
  }

  override func isSound(delta: [UInt8], since version: [UInt8]) throws -> Bool {
    var copy = try Tally(version)
    copy.merge(try Tally(delta))
    return copy.contains(tally)
  }
}
