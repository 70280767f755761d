// SPDX-License-Identifier: MIT

import BinaryCoding

/// Edits of several elements. Each operation edits only the elements that it changes, so concurrent
/// edits of all other elements are kept.
extension ReplicatingOrderedSet {
  /// Removes all elements. An element that another copy inserts or moves after this removal stays.
  ///
  /// - Complexity: O(*p* log *p*) for *p* inserts and moves so far.
  public mutating func removeAll() {
    for element in values { remove(element) }
  }

  /// Removes the elements for which a condition holds.
  ///
  /// - Complexity: O(*p* log *p*) for *p* inserts and moves so far.
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    for element in try values.filter(isRemoved) { remove(element) }
  }

  /// Removes the first element.
  ///
  /// - Precondition: The set is not empty.
  @discardableResult
  public mutating func removeFirst() -> Element {
    require(!isEmpty, "an empty set has no first element")
    return remove(at: 0)
  }

  /// Removes the last element.
  ///
  /// - Precondition: The set is not empty.
  @discardableResult
  public mutating func removeLast() -> Element {
    require(!isEmpty, "an empty set has no last element")
    return remove(at: count - 1)
  }

  /// Removes the elements at some offsets, such as the offsets in `onDelete` of a list.
  ///
  /// - Parameter offsets: Below `count`, in any order, such as an `IndexSet`. Equal offsets count
  ///   once.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    for element in Set(offsets).map({ self[$0] }) { remove(element) }
  }

  /// Moves the elements at some offsets, such as the offsets in `onMove` of a list. The moved
  /// elements keep their order.
  ///
  /// ```swift
  /// var list: ReplicatingOrderedSet = ["a", "b", "c", "d"]
  /// list.move(fromOffsets: [0, 2], toOffset: 4)
  /// print(list)  // ["b", "d", "a", "c"]
  /// ```
  ///
  /// An element that is already in its place is not moved.
  ///
  /// - Parameters:
  ///   - offsets: Below `count`, in any order, such as an `IndexSet`. Equal offsets count once.
  ///   - destination: The offset, before the move, of the element that will follow the moved
  ///     elements; `count` to move the elements to the end.
  /// - Complexity: O(*m* log *p*) for *m* offsets and *p* inserts and moves so far.
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    make(moves(of: offsets, to: destination, count: count) { self[$0] })
  }

  /// Exchanges two elements. Nothing happens if the two indices are the same.
  ///
  /// - Parameters:
  ///   - index: The index of one element, below `count`.
  ///   - other: The index of the other element, below `count`.
  public mutating func swapAt(_ index: Int, _ other: Int) {
    let (first, last) = (self[Swift.min(index, other)], self[Swift.max(index, other)])
    guard index != other else { return }
    move(last, to: Swift.min(index, other))
    move(first, to: Swift.max(index, other))
  }

  /// Reverses the order by moves.
  ///
  /// If two devices reverse the set at the same time, the two reversals do not cancel each other.
  ///
  /// - Complexity: O(*n* log *p*) for *n* elements and *p* inserts and moves so far.
  public mutating func reverse() { reorder(to: values.reversed()) }
}
