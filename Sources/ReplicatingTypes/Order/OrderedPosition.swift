// SPDX-License-Identifier: MIT

import BinaryCoding

/// A place in the order that an element or a key was once given.
struct OrderedPosition<Element: Hashable & ReplicatedContent>: Hashable {
  let element: Element
  /// The stamp of the edit that gave the place.
  let stamp: KeyedStamp
}

extension OrderedPosition {
  /// The position of a key that stands last because it has none. It has the first time of all: each
  /// position that the key was given anywhere is later.
  init(lastBy firstInsert: KeyedStamp, _ key: Element) {
    self.init(element: key, stamp: KeyedStamp(time: .zero, dot: firstInsert.dot))
  }
}

extension OrderedPosition: Sendable where Element: Sendable {}

/// The positions that elements were given, in order.
typealias OrderedPositions<Element: Hashable & ReplicatedContent> = ElementSequence<
  OrderedPosition<Element>
>
