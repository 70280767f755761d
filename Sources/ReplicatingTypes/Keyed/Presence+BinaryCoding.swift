// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Written as FORMAT.md says under "Presence".
extension Presence: BinaryCodable where Element: Codable {
  func encode(to writer: inout ByteWriter) {
    known.encode(to: &writer)
    entries.encodeByAge(to: &writer)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    let known = try VersionVector(from: &reader)
    let entries: [Element: PresenceEntry] = try Dictionary(byAgeFrom: &reader)
    let isKnown = entries.values.allSatisfy { entry in
      known.contains(entry.stamp.dot) && known.contains(entry.firstInsert.dot)
    }
    guard isKnown else { throw reader.corrupt("an edit that the version lacks") }
    self.init(entries: entries, known: known)
  }
}

extension Presence.Delta: BinaryCodable where Element: Codable {
  func encode(to writer: inout ByteWriter) {
    from.encode(to: &writer)
    to.encode(to: &writer)
    entries.encodeByAge(to: &writer)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    let from = try VersionVector(from: &reader)
    let to = try VersionVector(from: &reader)
    guard to.counts.allSatisfy({ $0.value > from[$0.key] }) else {
      throw reader.corrupt("a change without news")
    }
    self.init(entries: try Dictionary(byAgeFrom: &reader), from: from, to: to)
  }
}

extension Dictionary where Key: Codable, Value == PresenceEntry {
  /// Appends the entries by their first inserts.
  fileprivate func encodeByAge(to writer: inout ByteWriter) {
    writer.writeCount(count)
    for (element, entry) in sorted(by: { isBefore($0, $1) }) {
      entry.encode(to: &writer)
      writer.writePlain(element)
    }
  }

  /// First inserts are all different, unless somebody forged one: then the bytes
  /// of the elements decide.
  private func isBefore(_ left: Element, _ right: Element) -> Bool {
    let (first, second) = (left.value.firstInsert, right.value.firstInsert)
    if first != second { return first < second }
    var (writer, other) = (ByteWriter(), ByteWriter())
    writer.writePlain(left.key)
    other.writePlain(right.key)
    return writer.bytes.lexicographicallyPrecedes(other.bytes)
  }

  fileprivate init(byAgeFrom reader: inout ByteReader) throws(DecodingFailure) {
    self.init()
    var last: KeyedStamp?
    for _ in 0..<(try reader.readCount(itemSize: 13)) {
      let entry = try PresenceEntry(from: &reader)
      guard last.map({ $0 <= entry.firstInsert }) ?? true else {
        throw reader.corrupt("elements out of order")
      }
      last = entry.firstInsert
      guard updateValue(entry, forKey: try reader.readPlain(Key.self)) == nil else {
        throw reader.corrupt("an element twice")
      }
    }
  }
}
