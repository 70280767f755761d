// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// When an element was inserted or removed, and by which edit: no two are ever
/// equal.
struct KeyedStamp: Hashable, Comparable, Sendable {
  let time: HybridTimestamp
  let dot: Dot

  static func < (left: Self, right: Self) -> Bool {
    left.time == right.time ? left.dot < right.dot : left.time < right.time
  }

  /// The places of stamps in ascending order.
  ///
  /// Not generic, so that sorting is fast for elements of any type.
  static func order(_ stamps: [KeyedStamp]) -> [Int] {
    stamps.indices.sorted { stamps[$0] < stamps[$1] }
  }
}

extension KeyedStamp: BinaryCodable {
  func encode(to writer: inout ByteWriter) {
    time.encode(to: &writer)
    dot.encode(to: &writer)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    time = try HybridTimestamp(from: &reader)
    dot = try Dot(from: &reader)
  }
}
