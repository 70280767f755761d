// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// A place in the order that an element or a key was once given.
@usableFromInline
struct OrderedPosition<Element: Hashable & ReplicatedContent>: Hashable {
  let element: Element
  /// The stamp of the edit that gave the place.
  let stamp: KeyedStamp
}

extension OrderedPosition: Sendable where Element: Sendable {}

/// The positions that elements were given, in order.
@usableFromInline
typealias OrderedPositions<Element: Hashable & ReplicatedContent> = ElementSequence<
  OrderedPosition<Element>
>

extension ElementSequence {
  /// Inserts a new position of a key right before the position at `place`.
  ///
  /// - Returns: The change of the order of slots.
  mutating func insert<Key>(
    _ new: OrderedPosition<Key>, at place: Int, by session: SessionID
  ) -> DocumentOperation where Element == OrderedPosition<Key> {
    let first = inserted.count
    replace(place..<place, with: CollectionOfOne(new), by: session)
    return .insert(elements: first..<(first + 1), at: place)
  }

  /// Whether the two sequences have the same positions.
  static func == <Key>(
    left: borrowing ElementSequence, right: borrowing ElementSequence
  ) -> Bool where Element == OrderedPosition<Key> {
    left.log == right.log
  }

  /// Whether a copy at `base` has seen all positions of `later` after it takes in the delta, if
  /// any.
  borrowing func leads<Key>(
    _ delta: Delta?, from base: SequenceVersion, to later: SequenceVersion
  ) -> Bool? where Element == OrderedPosition<Key> {
    if later == SequenceVersion() { return true }
    guard let delta else { return log.contains(later, in: base) }
    return log.leads(delta.batch, from: base, to: later)
  }
}
