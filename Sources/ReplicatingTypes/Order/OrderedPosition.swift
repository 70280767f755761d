// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// A place that an edit once gave to an element or a key.
@usableFromInline
struct OrderedPosition<Element: Hashable & ReplicatedContent>: Hashable {
  let element: Element
  /// The stamp of the edit that gave the element this place.
  let stamp: KeyedStamp
}

extension OrderedPosition: Sendable where Element: Sendable {}

/// All positions that elements were ever given, in order.
@usableFromInline
typealias OrderedPositions<Element: Hashable & ReplicatedContent> = ElementSequence<
  OrderedPosition<Element>
>

extension ElementSequence {
  /// Inserts a new position of a key right before the position at `place`.
  ///
  /// - Returns: The change that was made to this sequence.
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

  /// Whether a copy at `base` knows all positions of `later` after it takes in `delta`. Nil if this
  /// log cannot tell. If `delta` is nil, the copy takes in nothing.
  borrowing func leads<Key>(
    _ delta: Delta?, from base: SequenceVersion, to later: SequenceVersion
  ) -> Bool? where Element == OrderedPosition<Key> {
    if later == SequenceVersion() { return true }
    guard let delta else { return log.contains(later, in: base) }
    return log.leads(delta.batch, from: base, to: later)
  }
}
