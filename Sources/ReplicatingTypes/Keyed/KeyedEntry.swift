// SPDX-License-Identifier: MIT

import Causality

/// The state of one key: an entry of a ``KeyedStorage``, or a part of a ``KeyedDelta``.
@usableFromInline
protocol KeyedPart {
  /// The rules for all keys, decided once from the type alone.
  associatedtype Rules: KeyedRules

  /// The latest edit. Of equal keys that differ in their bytes, the key of the latest edit is kept.
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

/// The entry of one key in a ``KeyedStorage``.
///
/// Merging is a join: commutative, associative and idempotent.
@usableFromInline
protocol KeyedEntry: KeyedPart {
  mutating func merge(_ other: Self, by rules: Rules)

  /// Whether merging another entry of the key may change this one.
  func lacks(_ other: Self, by rules: Rules) -> Bool

  /// Whether another entry of the key contradicts this one. `dot` is an edit of this entry that the
  /// other entry's copy knows. The entries contradict each other if the other entry has another
  /// content for that edit, or is older than that edit.
  func contradicts(_ other: Self, at dot: Dot, by rules: Rules) -> Bool
}

/// The rules for all keys of a ``KeyedStorage``.
@usableFromInline
protocol KeyedRules: Sendable {
  init()

  /// Whether two values of a key merge. Merging is then not symmetric: of two texts that contradict
  /// each other, the local one stays.
  var mergesValues: Bool { get }
}

/// The rules of keys without values.
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
