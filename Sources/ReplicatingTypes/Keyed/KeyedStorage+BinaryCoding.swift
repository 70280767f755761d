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

  /// Appends items that are sorted by their first inserts, which are all
  /// different.
  fileprivate static func write(_ items: [Item], to writer: inout ByteWriter) {
    writer.writeCount(items.count)
    for item in items {
      item.value.encode(to: &writer)
      writer.writePlain(item.key)
    }
  }

  fileprivate static func readItems(
    from reader: inout ByteReader
  ) throws(DecodingFailure) -> [Item] {
    var items: [Item] = []
    for _ in 0..<(try reader.readCount(itemSize: 13)) {
      let entry = try Entry(from: &reader)
      guard items.last.map({ $0.value.firstInsert < entry.firstInsert }) ?? true else {
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
