// SPDX-License-Identifier: MIT

import Causality

/// What a ``KeyedStorage`` knows of one key.
///
/// Merging is a join: the result depends on the two entries alone, in no order,
/// and an entry merged with one that it has seen is unchanged.
@usableFromInline
protocol KeyedEntry {
  /// The latest edit. It decides which of equal keys is kept, where they are not
  /// the same.
  var stamp: KeyedStamp { get }

  /// The earliest insert ever seen, which decides the order of iteration.
  var firstInsert: KeyedStamp { get }

  /// Whether the key counts as present; if not, the entry is a tombstone.
  var isPresent: Bool { get }

  /// The edits that the entry holds something of, each once: a copy that knows
  /// them all knows all that the entry says.
  var dots: [Dot] { get }

  mutating func merge(_ other: Self)
}

extension KeyedEntry {
  @inlinable
  var dots: [Dot] {
    stamp.dot == firstInsert.dot ? [stamp.dot] : [stamp.dot, firstInsert.dot]
  }
}
