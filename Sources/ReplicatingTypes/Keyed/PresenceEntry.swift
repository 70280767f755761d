// SPDX-License-Identifier: MIT

import BinaryCoding

/// What is known of one element: whether it is present, and since when it has
/// its place in the order of iteration.
struct PresenceEntry: Hashable, Sendable {
  /// The latest insert or remove.
  var stamp: KeyedStamp
  var isPresent: Bool
  /// The earliest insert ever seen, which decides the order of iteration.
  var firstInsert: KeyedStamp

  /// The later state wins; the earlier first insert wins.
  mutating func merge(_ other: PresenceEntry) {
    if other.stamp > stamp {
      stamp = other.stamp
      isPresent = other.isPresent
    }
    firstInsert = min(firstInsert, other.firstInsert)
  }
}

extension PresenceEntry: BinaryCodable {
  func encode(to writer: inout ByteWriter) {
    let isFirst = firstInsert == stamp
    writer.write((isPresent ? 1 : 0) | (isFirst ? 2 : 0))
    stamp.encode(to: &writer)
    if !isFirst { firstInsert.encode(to: &writer) }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    let flags = try reader.read()
    guard flags < 4 else { throw reader.corrupt("an unknown state of an element") }
    isPresent = flags & 1 != 0
    stamp = try KeyedStamp(from: &reader)
    firstInsert = flags & 2 != 0 ? stamp : try KeyedStamp(from: &reader)
    guard firstInsert <= stamp, flags & 2 != 0 || firstInsert != stamp else {
      throw reader.corrupt("an element changed before it was inserted")
    }
  }
}
