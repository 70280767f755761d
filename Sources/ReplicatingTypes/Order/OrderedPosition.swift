// SPDX-License-Identifier: MIT

/// A place in the order that an element or a key was once given.
struct OrderedPosition<Element: Hashable>: Hashable {
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

/// The encoding that tells a position apart from others: see ``SameEdit``.
/// FORMAT.md specifies it under "Derived sessions".
extension OrderedPosition: Encodable where Element: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    let (run, session) = (stamp.dot.session.run.rawValue, stamp.dot.session.number)
    try container.encode(stamp.time.rawValue)
    try container.encode(UInt64(truncatingIfNeeded: run))
    try container.encode(UInt64(truncatingIfNeeded: run >> 64))
    try container.encode(session)
    try container.encode(stamp.dot.number)
    try container.encode(element)
  }
}

/// The positions that elements were given, in order.
typealias OrderedPositions<Element: Hashable> = ElementSequence<OrderedPosition<Element>>
