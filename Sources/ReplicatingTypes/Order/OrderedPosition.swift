// SPDX-License-Identifier: MIT

/// A place in the order that an element or a key was once given.
struct OrderedPosition<Element: Hashable>: Hashable {
  let element: Element
  /// That of the edit that gave it.
  let stamp: KeyedStamp
}

extension OrderedPosition: Sendable where Element: Sendable {}

/// Every position that any element was ever given, in order.
typealias OrderedPositions<Element: Hashable> = ElementSequence<OrderedPosition<Element>>
