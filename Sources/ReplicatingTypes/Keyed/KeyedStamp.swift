// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The time and the identity of an edit of a key. Two edits have different stamps, except in
/// contradicting histories.
@usableFromInline
struct KeyedStamp: Hashable, Comparable, Sendable {
  @usableFromInline
  let time: HybridTimestamp
  @usableFromInline
  let dot: Dot

  @inlinable
  init(time: HybridTimestamp, dot: Dot) {
    self.time = time
    self.dot = dot
  }

  @inlinable
  static func < (left: Self, right: Self) -> Bool {
    left.time == right.time ? left.dot < right.dot : left.time < right.time
  }

  /// The indices of stamps, in ascending order of the stamps.
  ///
  /// Not generic, so that sorting is fast for elements of any type.
  @inlinable
  static func order(_ stamps: [KeyedStamp]) -> [Int] {
    stamps.indices.sorted { stamps[$0] < stamps[$1] }
  }
}

extension KeyedStamp: BinaryCodable {
  @usableFromInline
  func encode(to writer: inout ByteWriter) {
    time.encode(to: &writer)
    dot.encode(to: &writer)
  }

  @usableFromInline
  init(from reader: inout ByteReader) throws(DecodingFailure) {
    time = try HybridTimestamp(from: &reader)
    dot = try Dot(from: &reader)
  }
}
