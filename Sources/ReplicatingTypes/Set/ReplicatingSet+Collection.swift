// SPDX-License-Identifier: MIT

import BinaryCoding

/// The elements in the order of their first inserts, which is the same in every copy.
///
/// - Complexity: The first reading after a change sorts *n* elements in O(*n* log *n*).
///   `contains(_:)`, ``count`` and ``values`` do not sort.
extension ReplicatingSet: RandomAccessCollection {
  @inlinable
  public var startIndex: Int { 0 }

  @inlinable
  public var endIndex: Int { count }

  @inlinable
  public subscript(index: Int) -> Element {
    require(index >= 0 && index < count, "index \(index) is not within 0..<\(count)")
    return storage.view[index]
  }

  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    storage.view.makeIterator()
  }
}

extension ReplicatingSet: ExpressibleByArrayLiteral {
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension ReplicatingSet: Hashable {
  /// Whether two sets hold the same elements and have seen the same edits.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.storage == right.storage
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.state)
  }
}
