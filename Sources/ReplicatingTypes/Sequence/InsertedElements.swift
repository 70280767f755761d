// SPDX-License-Identifier: MIT

/// Every element ever inserted into a sequence, in the order in which its log learned of
/// them: their slots.
///
/// Full segments are shared between copies, only the tail is not. Copies are made by
/// ``copy()`` alone, so appending need not ask who else refers to the tail.
@usableFromInline
struct InsertedElements<Element>: ~Copyable {
  @usableFromInline
  var sealed: [ContiguousArray<Element>] = []
  @usableFromInline
  var tail = ElementTail<Element>(capacity: 0)

  @inlinable static var segmentBits: Int { 9 }
  @inlinable static var segmentSize: Int { 1 << segmentBits }

  init() {}

  /// One of its own with the same elements.
  ///
  /// - Complexity: O(segment)
  borrowing func copy() -> InsertedElements {
    var copy = InsertedElements()
    copy.sealed = sealed
    copy.tail = tail.copy(capacity: tail.count)
    return copy
  }

  /// How many elements there are.
  @inlinable
  var count: Int { sealed.count << Self.segmentBits + tail.count }

  /// How many of the first elements are in memory that both share.
  ///
  /// - Complexity: O(*n* / 512) in the later elements.
  func sharedCount(with other: borrowing InsertedElements) -> Int {
    sealed.sharedPrefixCount(with: other.sealed) << Self.segmentBits
  }

  /// - Complexity: O(1)
  @inlinable
  subscript(slot: Int) -> Element {
    let (segment, offset) = (slot >> Self.segmentBits, slot & (Self.segmentSize - 1))
    return segment == sealed.count ? tail[offset] : sealed[segment][offset]
  }

  /// - Complexity: O(1) amortized.
  @inlinable
  mutating func append(_ element: Element) {
    if tail.isFull { makeRoom() }
    tail.append(element)
  }

  @inlinable
  @inline(never)
  mutating func makeRoom() {
    let count = tail.count
    if count < Self.segmentSize {
      tail = tail.copy(capacity: min(max(count * 2, 8), Self.segmentSize))
    } else {
      sealed.append(tail.elements(0..<count))
      tail = ElementTail(capacity: Self.segmentSize)
    }
    tail.checkInvariants()
  }

  /// Appends the elements of some slots to an array.
  ///
  /// - Complexity: O(*m*)
  @inlinable
  func copy(_ slots: Range<Int>, to elements: inout [Element]) {
    var next = slots.lowerBound
    while next < slots.upperBound {
      let segment = next >> Self.segmentBits
      let offset = next & (Self.segmentSize - 1)
      let end = min(offset + slots.upperBound - next, Self.segmentSize)
      next += end - offset
      if end - offset < 8 {
        for index in offset..<end {
          elements.append(segment == sealed.count ? tail[index] : sealed[segment][index])
        }
      } else if segment == sealed.count {
        elements += tail.elements(offset..<end)
      } else {
        elements += sealed[segment][offset..<end]
      }
    }
  }
}

extension InsertedElements: Sendable where Element: Sendable {}
