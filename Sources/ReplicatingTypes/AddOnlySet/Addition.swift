// SPDX-License-Identifier: MIT

import Causality

/// The first insert of an element: all that an add-only set knows of the element.
///
/// Two replicas may insert one element concurrently. The earlier insert counts, and the entry drops
/// the later one. So a replica that knows an insert of an element has an entry for the element,
/// with the stamp of that insert or of an earlier insert. Deltas rely on this rule.
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
