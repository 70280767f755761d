// SPDX-License-Identifier: MIT

import BinaryCoding

/// Keys and values in the order in which the keys were first set. The order is the same in every
/// copy.
///
/// - Complexity: The first reading after a change sorts the *n* keys in O(*n* log *n*). Looking up
///   a key, ``count`` and ``dictionary`` do not sort.
extension ReplicatingDictionary: RandomAccessCollection {
  /// A key and its value.
  public typealias Element = (key: Key, value: Value)

  /// A place in the order of iteration.
  public struct Index: Hashable, Comparable, Sendable {
    @usableFromInline
    let offset: Int

    @inlinable
    init(offset: Int) { self.offset = offset }

    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  @inlinable
  public var startIndex: Index { Index(offset: 0) }

  @inlinable
  public var endIndex: Index { Index(offset: count) }

  @inlinable
  public func index(after index: Index) -> Index { Index(offset: index.offset + 1) }

  @inlinable
  public func index(before index: Index) -> Index { Index(offset: index.offset - 1) }

  @inlinable
  public func index(_ index: Index, offsetBy distance: Int) -> Index {
    Index(offset: index.offset + distance)
  }

  @inlinable
  public func distance(from start: Index, to end: Index) -> Int { end.offset - start.offset }

  /// - Complexity: O(log *n*) for *n* keys.
  @inlinable
  public subscript(index: Index) -> Element {
    require(
      index.offset >= 0 && index.offset < count, "index \(index.offset) is not within 0..<\(count)")
    let key = storage.keys[index.offset]
    guard let value = storage.state[key] else {
      preconditionFailure("a live key has a value")
    }
    return (key, value)
  }
}

extension ReplicatingDictionary: Equatable where Value: Equatable {
  /// Whether two dictionaries have the same keys and values, and have seen the same edits.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.state == right.storage.state
  }
}

extension ReplicatingDictionary: Hashable where Value: Equatable {
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.state.keyed.known)
  }
}
