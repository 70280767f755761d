// SPDX-License-Identifier: MIT

import Causality

/// The state of one key: an entry of a ``KeyedStorage``, or a part of a ``KeyedDelta``.
@usableFromInline
protocol KeyedPart {
  /// The rules for all keys. The rules depend only on the types of keys and values.
  associatedtype Rules: KeyedRules

  /// The stamp of the latest edit. Of equal keys that differ in their bytes, a storage keeps the
  /// key of the latest edit.
  var stamp: KeyedStamp { get }

  /// The stamp of the earliest insert ever seen. This stamp decides the order of iteration.
  var firstInsert: KeyedStamp { get }

  /// The edits that contributed to this state, each once. A copy that knows all of them knows all
  /// of this state.
  var dots: [Dot] { get }

  /// Whether there may be more than two ``dots``.
  var hasManyDots: Bool { get }

  /// Whether the key counts as present. If not, this state is a tombstone.
  var isPresent: Bool { get }
}

/// The entry of one key in a ``KeyedStorage``.
///
/// Merging is a join: commutative, associative and idempotent.
@usableFromInline
protocol KeyedEntry: KeyedPart {
  mutating func merge(_ other: Self, by rules: Rules)

  /// Whether merging another entry of the key may change this entry.
  func lacks(_ other: Self, by rules: Rules) -> Bool

  /// Whether another entry of the key contradicts this entry. `dot` is an edit of this entry, and
  /// the copy that holds the other entry knows this edit. The entries contradict each other if the
  /// other entry has another content for this edit, or is older than this edit.
  func contradicts(_ other: Self, at dot: Dot, by rules: Rules) -> Bool
}

/// The rules for all keys of a ``KeyedStorage``.
@usableFromInline
protocol KeyedRules: Sendable {
  init()

  /// Whether two values of a key merge. If values merge, merging is not symmetric: of two texts
  /// that contradict each other, the local text stays.
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
