// SPDX-License-Identifier: MIT

/// The elements inserted into a sequence, without dropped elements, in the order in which the
/// sequence's log learned of them. An element's index is the place of its slot among the kept
/// slots.
///
/// Copies share full segments, but not the tail. Only ``copy()`` makes copies, so each tail has one
/// owner and appending needs no uniqueness check.
@usableFromInline
struct InsertedElements<Element>: ~Copyable {
  @usableFromInline
  var sealed: [ElementSegment<Element>] = []
  @usableFromInline
  var tail = ElementSegment<Element>(capacity: 0)

  @inlinable static var segmentBits: Int { 9 }
  @inlinable static var segmentSize: Int { 1 << segmentBits }

  init() {}

  /// A separate list with the same elements.
  ///
  /// - Complexity: O(1): at most one segment is copied.
  borrowing func copy() -> InsertedElements {
    var copy = InsertedElements()
    copy.sealed = sealed
    copy.tail = tail.copy(capacity: tail.count)
    return copy
  }

  /// How many elements there are.
  @inlinable
  var count: Int { sealed.count << Self.segmentBits + tail.count }

  /// The number of leading elements that lie in memory shared by the two lists.
  ///
  /// - Complexity: O(*n* / 512) for *n* elements after the shared elements.
  func sharedCount(with other: borrowing InsertedElements) -> Int {
    let common = 0..<min(sealed.count, other.sealed.count)
    let last = common.last { sealed[$0] === other.sealed[$0] }
    return ((last ?? -1) + 1) << Self.segmentBits
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
      sealed.append(tail)
      tail = ElementSegment(capacity: Self.segmentSize)
    }
    tail.checkInvariants()
  }

  /// Appends the elements at some indices to an array.
  ///
  /// - Complexity: O(*m*) for *m* elements.
  @inlinable
  func copy(_ slots: Range<Int>, to elements: inout [Element]) {
    var next = slots.lowerBound
    while next < slots.upperBound {
      let segment = next >> Self.segmentBits
      let offset = next & (Self.segmentSize - 1)
      let end = min(offset + slots.upperBound - next, Self.segmentSize)
      next += end - offset
      let source = segment == sealed.count ? tail : sealed[segment]
      if end - offset < 8 {
        for index in offset..<end { elements.append(source[index]) }
      } else {
        source.copy(offset..<end, to: &elements)
      }
    }
  }
}

extension InsertedElements: Sendable where Element: Sendable {}
