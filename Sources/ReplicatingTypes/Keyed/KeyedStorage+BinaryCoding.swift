// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Written as FORMAT.md says under "Presence".
extension KeyedStorage: BinaryCodable where Key: Codable, Entry: BinaryCodable {
  @usableFromInline
  func encode(to writer: inout ByteWriter) {
    known.encode(to: &writer)
    Self.write(Self.sortedByAge(Array(entries)), to: &writer)
  }

  @usableFromInline
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init()
    learn(try VersionVector(from: &reader))
    for item in try Self.readItems(from: &reader) {
      guard item.value.dots.allSatisfy(known.contains) else {
        throw reader.corrupt("an edit that the version lacks")
      }
      guard self[item.key] == nil else { throw reader.corrupt("an element twice") }
      set(item.key, to: item.value)
    }
  }

  /// Appends items that are sorted by their first inserts.
  fileprivate static func write(_ items: [Item], to writer: inout ByteWriter) {
    writer.writeCount(items.count)
    var rest = items[...]
    while let first = rest.first {
      let age = rest.prefix { $0.value.firstInsert == first.value.firstInsert }
      rest.removeFirst(age.count)
      for item in age.count == 1 ? Array(age) : sortedByBytes(age) {
        item.value.encode(to: &writer)
        writer.writePlain(item.key)
      }
    }
  }

  /// First inserts are all different, unless somebody forged one: then the bytes
  /// of the keys decide.
  private static func sortedByBytes(_ items: ArraySlice<Item>) -> [Item] {
    let bytes = items.map { item in
      var writer = ByteWriter()
      writer.writePlain(item.key)
      return (item: item, bytes: writer.bytes)
    }
    return bytes.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.item)
  }

  fileprivate static func readItems(
    from reader: inout ByteReader
  ) throws(DecodingFailure) -> [Item] {
    var items: [Item] = []
    for _ in 0..<(try reader.readCount(itemSize: 13)) {
      let entry = try Entry(from: &reader)
      guard items.last.map({ $0.value.firstInsert <= entry.firstInsert }) ?? true else {
        throw reader.corrupt("elements out of order")
      }
      items.append(Item(key: try reader.readPlain(Key.self), value: entry))
    }
    return items
  }
}

extension KeyedStorage.Delta: BinaryCodable where Key: Codable, Entry: BinaryCodable {
  @usableFromInline
  func encode(to writer: inout ByteWriter) {
    from.encode(to: &writer)
    to.encode(to: &writer)
    KeyedStorage.write(items, to: &writer)
  }

  @usableFromInline
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    from = try VersionVector(from: &reader)
    to = try VersionVector(from: &reader)
    for (session, count) in to.counts where count <= from[session] {
      throw reader.corrupt("a change without news")
    }
    items = try KeyedStorage.readItems(from: &reader)
    guard Set(items.map(\.key)).count == items.count else {
      throw reader.corrupt("an element twice")
    }
  }
}
