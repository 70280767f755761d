// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A part that has a binary form. Parts are written as a list, each together with its key.
@usableFromInline
protocol CodableKeyedPart: KeyedPart {
  /// Writes items that are sorted by first insert.
  static func write<Key: Hashable & PlainValue>(
    _ items: [HashTrieNode<Key, Self>.Item], by rules: Rules, to writer: inout ByteWriter)

  /// Reads items written by ``write(_:by:to:)``. The caller must check that no key occurs twice.
  static func read<Key: Hashable & PlainValue>(
    from reader: inout ByteReader, by rules: Rules
  ) throws(DecodingFailure) -> [HashTrieNode<Key, Self>.Item]
}

/// Written as FORMAT.md says under "Keyed state".
extension KeyedStorage: BinaryCodable where Key: PlainValue, Entry: CodableKeyedPart {
  @usableFromInline
  func encode(to writer: inout ByteWriter) {
    known.encode(to: &writer)
    Entry.write(Self.sortedByAge(Array(entries)), by: rules, to: &writer)
  }

  @usableFromInline
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init()
    learn(try VersionVector(from: &reader))
    let items: [Item] = try Entry.read(from: &reader, by: rules)
    for item in items {
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
    Part.write(items, by: Part.Rules(), to: &writer)
  }

  @usableFromInline
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    from = try VersionVector(from: &reader)
    to = try VersionVector(from: &reader)
    for (session, count) in to.counts where count <= from[session] {
      throw reader.corrupt("a change without news")
    }
    items = try Part.read(from: &reader, by: Part.Rules())
    guard Set(items.map { $0.key }).count == items.count else {
      throw reader.corrupt("a key twice")
    }
  }
}

/// A part that is written without its key. In the list, the key follows the part.
@usableFromInline
protocol SinglyCodedPart: CodableKeyedPart {
  func encode(to writer: inout ByteWriter, by rules: Rules)
  init(from reader: inout ByteReader, by rules: Rules) throws(DecodingFailure)
}

extension SinglyCodedPart {
  @usableFromInline
  static func write<Key: Hashable & PlainValue>(
    _ items: [HashTrieNode<Key, Self>.Item], by rules: Rules, to writer: inout ByteWriter
  ) {
    writer.writeCount(items.count)
    for item in items.inWrittenOrder() {
      item.value.encode(to: &writer, by: rules)
      writer.writePlain(item.key)
    }
  }

  @usableFromInline
  static func read<Key: Hashable & PlainValue>(
    from reader: inout ByteReader, by rules: Rules
  ) throws(DecodingFailure) -> [HashTrieNode<Key, Self>.Item] {
    var items: [HashTrieNode<Key, Self>.Item] = []
    for _ in 0..<(try reader.readCount(itemSize: 13)) {
      let part = try readPart(of: Key.self, from: &reader, by: rules)
      guard items.last.map({ $0.value.firstInsert <= part.firstInsert }) ?? true else {
        throw reader.corrupt("keys out of order")
      }
      items.append(HashTrieNode.Item(key: try reader.readKey(), value: part))
    }
    return items
  }

  /// Reads the part of a key. The path of a newer value begins with the key.
  private static func readPart<Key: Hashable & PlainValue>(
    of _: Key.Type, from reader: inout ByteReader, by rules: Rules
  ) throws(DecodingFailure) -> Self {
    do throws(DecodingFailure) { return try Self(from: &reader, by: rules) } catch {
      #if !hasFeature(Embedded)
        // The reader has passed the newer value, so the key comes next.
        if case .newerValue = error, let key: Key = try? reader.readKey() {
          throw error.within("[\(String(reflecting: key))]")
        }
      #endif
      throw error
    }
  }
}

extension Array {
  /// The items in the order in which they are written. This array must be sorted by first insert.
  ///
  /// First inserts differ unless one was forged. Items with equal first inserts are sorted by the
  /// bytes of their keys.
  func inWrittenOrder<Key: PlainValue, Part: KeyedPart>() -> [Element]
  where Element == HashTrieNode<Key, Part>.Item {
    var items = self
    var start = 0
    while start < count {
      let stamp = self[start].value.firstInsert
      let end = self[start...].firstIndex { $0.value.firstInsert != stamp } ?? count
      if end - start > 1 {
        items.replaceSubrange(
          start..<end, with: self[start..<end].sortedByPlainBytes(of: { $0.key }))
      }
      start = end
    }
    return items
  }
}

extension ByteReader {
  /// Reads a key. Refuses a key that does not equal itself, because no lookup would find the key.
  mutating func readKey<Key: Hashable & PlainValue>() throws(DecodingFailure) -> Key {
    let key = try readWholePlain(Key.self)
    guard key == key else { throw corrupt("a key that does not equal itself") }
    return key
  }
}
