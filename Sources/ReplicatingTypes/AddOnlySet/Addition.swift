// SPDX-License-Identifier: MIT

import Causality

/// That an element was inserted: all an add-only set knows of it.
///
/// Of two first inserts of one element, made by copies that did not know of each
/// other, the earlier counts, and the later leaves the entry. A copy that knows an
/// insert of an element therefore has an entry for it with that stamp or a lesser
/// one; this is what the rules of deltas rest on.
@usableFromInline
struct Addition: KeyedEntry, Hashable, Sendable {
  @usableFromInline
  typealias Rules = NoRules

  @usableFromInline
  var stamp: KeyedStamp

  @inlinable
  init(stamp: KeyedStamp) {
    self.stamp = stamp
  }

  @inlinable
  var firstInsert: KeyedStamp { stamp }

  @inlinable
  var isPresent: Bool { true }

  @inlinable
  var dots: [Dot] { [stamp.dot] }

  /// The earlier insert wins.
  @inlinable
  mutating func merge(_ other: Addition, by rules: NoRules) {
    stamp = min(stamp, other.stamp)
  }

  @inlinable
  func lacks(_ other: Addition, by rules: NoRules) -> Bool { other.stamp < stamp }

  @inlinable
  func contradicts(_ other: Addition, at dot: Dot, by rules: NoRules) -> Bool {
    other.stamp.dot == dot ? other.stamp != stamp : stamp < other.stamp
  }
}

/// The state behind an add-only set.
@usableFromInline
typealias Additions<Element: Hashable> = KeyedStorage<Element, Addition>
