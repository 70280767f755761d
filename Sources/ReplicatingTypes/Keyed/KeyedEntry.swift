// SPDX-License-Identifier: MIT

import Causality

/// The state of one key: an entry of a ``KeyedStorage``, or a part of a ``KeyedDelta``.
@usableFromInline
protocol KeyedPart {
  /// The rules for all keys, decided once from the type alone.
  associatedtype Rules: KeyedRules

  /// The latest edit. It decides which of equal keys is kept, where they are not
  /// the same.
  var stamp: KeyedStamp { get }

  /// The earliest insert ever seen, which decides the order of iteration.
  var firstInsert: KeyedStamp { get }

  /// The edits that contributed to this state, each once. A copy that knows all of them knows all
  /// of this state.
  var dots: [Dot] { get }

  /// Whether there may be more than two ``dots``.
  var hasManyDots: Bool { get }

  /// Whether the key counts as present; if not, this is a tombstone.
  var isPresent: Bool { get }
}

/// What a ``KeyedStorage`` knows of one key.
///
/// Merging is a join: the result depends on the two entries alone, in no order,
/// and an entry merged with one that it has seen is unchanged.
@usableFromInline
protocol KeyedEntry: KeyedPart {
  mutating func merge(_ other: Self, by rules: Rules)

  /// Whether merging another entry of the key may change this one.
  func lacks(_ other: Self, by rules: Rules) -> Bool

  /// Whether another entry of the key contradicts this one. `dot` is an edit of this entry that the
  /// other entry's copy knows. The entries contradict each other if the other one has that edit
  /// with another content, or has not come as far as that edit.
  func contradicts(_ other: Self, at dot: Dot, by rules: Rules) -> Bool
}

/// What is decided once for all keys of a ``KeyedStorage``.
@usableFromInline
protocol KeyedRules: Sendable {
  init()

  /// Whether two values of a key merge. Of two texts that contradict each other, that which is here
  /// stays.
  var mergesValues: Bool { get }
}

/// Nothing is to be decided: keys have no values.
@usableFromInline
struct NoRules: KeyedRules {
  @inlinable
  init() {}

  @inlinable
  var mergesValues: Bool { false }
}

extension KeyedPart {
  @inlinable
  var hasManyDots: Bool { false }

  @inlinable
  var dots: [Dot] {
    stamp.dot == firstInsert.dot ? [stamp.dot] : [stamp.dot, firstInsert.dot]
  }
}
