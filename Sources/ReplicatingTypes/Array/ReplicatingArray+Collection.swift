// SPDX-License-Identifier: MIT

import BinaryCoding

// The methods of Swift's `RangeReplaceableCollection`, to which `ReplicatingArray` does not
// conform. Many methods of the protocol, such as `filter` and `replace`, put another array with a
// history of its own in the place of this one. Merging that array with a copy would bring back
// removed elements, and double all other elements.
extension ReplicatingArray {
  /// Makes an array of some elements, with a history of its own.
  ///
  /// - Complexity: O(*m*) for *m* elements.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  /// Makes an array that repeats one element.
  ///
  /// - Complexity: O(*m*) for *m* elements.
  @inlinable
  public init(repeating element: Element, count: Int) {
    self.init(repeatElement(element, count: count))
  }

  // MARK: Inserting

  /// Adds an element at the end.
  ///
  /// - Complexity: O(log *n*) for *n* elements; O(1) at the place of the last edit.
  @inlinable
  public mutating func append(_ element: Element) { insert(element, at: endIndex) }

  /// Adds elements at the end.
  ///
  /// - Complexity: O(*m* + log *n*) to add *m* elements to *n* elements; O(*m*) at the place of the
  ///   last edit.
  @inlinable
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    let end = endIndex
    let isDone: Void? = newElements.withContiguousStorageIfAvailable {
      replaceSubrange(end..<end, with: $0)
    }
    if isDone == nil { replaceSubrange(end..<end, with: Array(newElements)) }
  }

  /// Adds elements at the end.
  @inlinable
  public static func += (array: inout Self, elements: some Sequence<Element>) {
    array.append(contentsOf: elements)
  }

  /// Inserts an element before the element at an index, or at the end.
  ///
  /// - Complexity: O(log *n*) for *n* elements; O(1) at the place of the last edit.
  @inlinable
  public mutating func insert(_ element: Element, at index: Int) {
    replaceSubrange(index..<index, with: CollectionOfOne(element))
  }

  /// Inserts elements before the element at an index, or at the end.
  ///
  /// - Complexity: O(*m* + log *n*) to add *m* elements to *n* elements; O(*m*) at the place of the
  ///   last edit.
  @inlinable
  public mutating func insert(contentsOf elements: some Collection<Element>, at index: Int) {
    replaceSubrange(index..<index, with: elements)
  }

  /// Removes the elements of a range and inserts others in their place.
  ///
  /// - Complexity: O(*m* + log *n*) to change *m* of *n* elements; O(*m*) at the place of the last
  ///   edit.
  @inlinable
  public mutating func replaceSubrange(
    _ range: some RangeExpression<Int>, with elements: some Collection<Element>
  ) {
    replaceSubrange(range.relative(to: self), with: elements)
  }

  // MARK: Removing

  /// Removes an element, and returns it.
  ///
  /// - Complexity: O(log *n*) for *n* elements.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = self[index]
    removeSubrange(index..<(index + 1))
    return element
  }

  /// Removes the first element, and returns it.
  ///
  /// - Precondition: The array is not empty.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element {
    require(!isEmpty, "an empty array has no first element")
    return remove(at: 0)
  }

  /// Removes the last element, and returns it.
  ///
  /// - Precondition: The array is not empty.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    require(!isEmpty, "an empty array has no last element")
    return remove(at: endIndex - 1)
  }

  /// Removes the last element, and returns it. Returns nil if the array is empty.
  @inlinable
  public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// Removes the first elements.
  ///
  /// - Precondition: The array has at least `count` elements.
  @inlinable
  public mutating func removeFirst(_ count: Int) { removeSubrange(0..<count) }

  /// Removes the last elements.
  ///
  /// - Precondition: The array has at least `count` elements.
  @inlinable
  public mutating func removeLast(_ count: Int) { removeSubrange((endIndex - count)..<endIndex) }

  /// Removes the elements of a range.
  ///
  /// - Complexity: O(log *n* + *m*) to remove *m* of *n* elements.
  @inlinable
  public mutating func removeSubrange(_ range: some RangeExpression<Int>) {
    replaceSubrange(range.relative(to: self), with: EmptyCollection())
  }

  /// Removes the elements at some offsets, in the form that SwiftUI's `onDelete` passes.
  ///
  /// - Parameter offsets: Offsets below `count`, in any order, such as an `IndexSet`. Equal offsets
  ///   count once.
  @inlinable
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    // Going from the last to the first keeps earlier offsets valid.
    for offset in Set(offsets).sorted(by: >) { remove(at: offset) }
  }

  /// Removes all elements.
  ///
  /// - Complexity: O(*n*) for *n* elements.
  @inlinable
  public mutating func removeAll() { removeSubrange(0..<endIndex) }

  /// Removes the elements for which a condition holds.
  ///
  /// - Complexity: O(*n* + *r* log *n*) for *n* elements and *r* runs of removed elements.
  @inlinable
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    let removed = try values.map(isRemoved)
    var end = removed.endIndex
    // Going from the last to the first keeps earlier indices valid.
    while let last = removed[..<end].lastIndex(of: true) {
      let start = removed[..<last].lastIndex(of: false).map { $0 + 1 } ?? 0
      removeSubrange(start...last)
      end = start
    }
  }
}
