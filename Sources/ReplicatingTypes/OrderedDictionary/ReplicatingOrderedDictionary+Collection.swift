// SPDX-License-Identifier: MIT

import BinaryCoding

/// Keys and values in order.
extension ReplicatingOrderedDictionary: RandomAccessCollection {
  /// A key and its value.
  public typealias Element = (key: Key, value: Value)

  /// A place in the order.
  public struct Index: Hashable, Comparable, Sendable {
    /// The number of keys before this place.
    public let offset: Int

    /// Makes the index of the key that has `offset` keys before it.
    public init(offset: Int) { self.offset = offset }

    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  public var startIndex: Index { Index(offset: 0) }

  public var endIndex: Index { Index(offset: count) }

  public func index(after index: Index) -> Index { Index(offset: index.offset + 1) }

  public func index(before index: Index) -> Index { Index(offset: index.offset - 1) }

  public func index(_ index: Index, offsetBy distance: Int) -> Index {
    Index(offset: index.offset + distance)
  }

  public func distance(from start: Index, to end: Index) -> Int { end.offset - start.offset }

  /// - Complexity: O(log *p*) for *p* positions ever given to keys, after the order was first read.
  public subscript(index: Index) -> Element {
    require(
      index.offset >= 0 && index.offset < count, "index \(index.offset) is not within 0..<\(count)")
    let key = storage.order.key(at: index.offset, in: storage.view)
    guard let value = storage.state[key] else { preconditionFailure("a live key has a value") }
    return (key, value)
  }
}

extension ReplicatingOrderedDictionary: Equatable where Value: Equatable {
  /// Whether two ordered dictionaries have the same keys, values and order, and have seen the same
  /// edits.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage
      || left.storage.state == right.storage.state
        && left.storage.order.positions == right.storage.order.positions
  }
}

extension ReplicatingOrderedDictionary: Hashable where Value: Equatable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.state.keyed.known)
  }
}
