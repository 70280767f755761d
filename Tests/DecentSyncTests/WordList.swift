// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync

/// The smallest document with a history: each author's words, only ever
/// appended, and deltas that need what came before them.
struct WordList: JournalDocument, Equatable {
  private(set) var words: [UInt64: [String]] = [:]

  var all: Set<String> { Set(words.values.joined()) }

  mutating func add(_ word: String, by author: UInt64) {
    words[author, default: []].append(word)
  }

  var version: [UInt8] {
    var writer = ByteWriter()
    for (author, words) in words.sorted(by: { $0.key < $1.key }) {
      writer.writeVarint(author)
      writer.writeCount(words.count)
    }
    return writer.bytes
  }

  var canonicalBytes: [UInt8] { delta(since: []) ?? [] }

  /// Other words in place of those that are there, as a failing disk would put.
  mutating func damage() {
    words = words.mapValues { $0.map { _ in "damaged" } }
  }

  func delta(since versions: [[UInt8]]) -> [UInt8]? {
    var known: [UInt64: Int] = [:]
    for version in versions {
      known.merge((try? Self.counts(version)) ?? [:]) { max($0, $1) }
    }
    var writer = ByteWriter()
    for (author, words) in words.sorted(by: { $0.key < $1.key }) {
      let start = known[author] ?? 0
      guard words.count > start else { continue }
      writer.writeVarint(author)
      writer.writeCount(start)
      writer.writeCount(words.count - start)
      words[start...].forEach { writer.writeString($0) }
    }
    return writer.bytes.isEmpty ? nil : writer.bytes
  }

  /// The words that a delta adds.
  static func words(in delta: [UInt8]) -> [String] {
    ((try? runs(delta)) ?? []).flatMap(\.words)
  }

  mutating func merge(delta: [UInt8]) throws(HeldChange.Reason) -> Bool {
    let runs: [Run]
    do {
      runs = try Self.runs(delta)
    } catch {
      throw .unreadable(error)
    }
    guard runs.allSatisfy({ $0.start <= (words[$0.author] ?? []).count }) else {
      throw .missingHistory
    }
    let before = self
    for run in runs {
      let held = words[run.author] ?? []
      words[run.author] = held + run.words.dropFirst(held.count - run.start)
    }
    return self != before
  }

  private struct Run {
    let author: UInt64
    let start: Int
    let words: [String]
  }

  private static func runs(_ bytes: [UInt8]) throws(DecodingFailure) -> [Run] {
    var reader = ByteReader(bytes)
    var runs: [Run] = []
    while !reader.isAtEnd {
      let author = try reader.readVarint()
      let start = try reader.readInt()
      var words: [String] = []
      for _ in 0..<(try reader.readCount()) { words.append(try reader.readString()) }
      runs.append(Run(author: author, start: start, words: words))
    }
    return runs
  }

  private static func counts(_ bytes: [UInt8]) throws(DecodingFailure) -> [UInt64: Int] {
    var reader = ByteReader(bytes)
    var counts: [UInt64: Int] = [:]
    while !reader.isAtEnd { counts[try reader.readVarint()] = try reader.readInt() }
    return counts
  }
}
