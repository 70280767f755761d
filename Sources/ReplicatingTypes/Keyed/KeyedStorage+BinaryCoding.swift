// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// What is said of a key, with a binary form that may follow rules.
@usableFromInline
protocol CodableKeyedPart: KeyedPart {
  func encode(to writer: inout ByteWriter, by rules: Rules)
  init(from reader: inout ByteReader, by rules: Rules) throws(DecodingFailure)
}

extension CodableKeyedPart where Self: BinaryCodable, Rules == NoRules {
  @usableFromInline
  func encode(to writer: inout ByteWriter, by rules: NoRules) {
    encode(to: &writer)
  }

  @usableFromInline
  init(from reader: inout ByteReader, by rules: NoRules) throws(DecodingFailure) {
    try self.init(from: &reader)
  }
}

/// Written as FORMAT.md says under "Keyed state".
extension KeyedStorage: BinaryCodable where Key: PlainValue, Entry: CodableKeyedPart {
  @usableFromInline
  func encode(to writer: inout ByteWriter) {
    known.encode(to: &writer)
    KeyedItems<Key, Entry>.write(Self.sortedByAge(Array(entries)), by: rules, to: &writer)
  }

  @usableFromInline
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init()
    learn(try VersionVector(from: &reader))
    for item in try KeyedItems<Key, Entry>.read(from: &reader, by: rules) {
      guard item.value.dots.allSatisfy(known.contains) else {
        throw reader.corrupt("an edit that the version lacks")
      }
      guard self[item.key] == nil else { throw reader.corrupt("a key twice") }
      set(item.key, to: item.value)
    }
  }
}

extension KeyedDelta: BinaryCodable where Key: PlainValue, Part: CodableKeyedPart {
  @usableFromInline
  func encode(to writer: inout ByteWriter) {
    from.encode(to: &writer)
    to.encode(to: &writer)
    KeyedItems<Key, Part>.write(items, by: Part.Rules(), to: &writer)
  }

  @usableFromInline
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    from = try VersionVector(from: &reader)
    to = try VersionVector(from: &reader)
    for (session, count) in to.counts where count <= from[session] {
      throw reader.corrupt("a change without news")
    }
    items = try KeyedItems<Key, Part>.read(from: &reader, by: Part.Rules())
    guard Set(items.map { $0.key }).count == items.count else {
      throw reader.corrupt("a key twice")
    }
  }
}

/// The items of a state or of a delta, sorted by their first inserts.
private enum KeyedItems<Key: Hashable & PlainValue, Part: CodableKeyedPart> {
  typealias Item = HashTrieNode<Key, Part>.Item

  static func write(_ items: [Item], by rules: Part.Rules, to writer: inout ByteWriter) {
    writer.writeCount(items.count)
    var rest = items[...]
    while let first = rest.first {
      let age = rest.prefix { $0.value.firstInsert == first.value.firstInsert }
      rest.removeFirst(age.count)
      // First inserts are all different, unless somebody forged one.
      for item in age.count == 1 ? Array(age) : age.sortedByPlainBytes(of: { $0.key }) {
        item.value.encode(to: &writer, by: rules)
        writer.writePlain(item.key)
      }
    }
  }

  static func read(
    from reader: inout ByteReader, by rules: Part.Rules
  ) throws(DecodingFailure) -> [Item] {
    var items: [Item] = []
    for _ in 0..<(try reader.readCount(itemSize: 13)) {
      let part = try Part(from: &reader, by: rules)
      guard items.last.map({ $0.value.firstInsert <= part.firstInsert }) ?? true else {
        throw reader.corrupt("keys out of order")
      }
      let key = try reader.readWholePlain(Key.self)
      guard key == key else { throw reader.corrupt("a key that does not equal itself") }
      items.append(Item(key: key, value: part))
    }
    return items
  }
}
