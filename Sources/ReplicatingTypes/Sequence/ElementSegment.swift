// SPDX-License-Identifier: MIT

/// An array that only grows at its end, without the uniqueness checks of a Swift array. A segment
/// that is not full has one owner, and only the owner changes the segment. A full segment never
/// changes.
///
/// All unsafe code of sequences is here. The memory from `start` to `end` is initialised.
@usableFromInline
final class ElementSegment<Element> {
  @usableFromInline
  let start: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) @usableFromInline
  var end: UnsafeMutablePointer<Element>
  @usableFromInline
  let limit: UnsafeMutablePointer<Element>

  @inlinable
  init(capacity: Int) {
    start = .allocate(capacity: capacity)
    end = start
    limit = start + capacity
  }

  deinit {
    start.deinitialize(count: end - start)
    start.deallocate()
  }

  @inlinable
  var count: Int { end - start }

  /// Whether the segment has no room for another element.
  @inlinable
  var isFull: Bool { end == limit }

  @inlinable
  subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "element \(index) of \(count)")
    return start[index]
  }

  /// Appends the elements at `range` to an array.
  @inlinable
  func copy(_ range: Range<Int>, to elements: inout [Element]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "\(range) of \(count)")
    elements.append(
      contentsOf: UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// - Precondition: The segment is not full.
  @inlinable
  func append(_ element: Element) {
    precondition(!isFull, "a full segment")
    end.initialize(to: element)
    end += 1
  }

  /// A new segment with the same elements and room for `capacity` elements.
  @inlinable
  func copy(capacity: Int) -> ElementSegment {
    let copy = ElementSegment(capacity: max(capacity, count))
    copy.end.initialize(from: start, count: count)
    copy.end += count
    return copy
  }

  @usableFromInline
  func checkInvariants() {
    #if DECENT_INVARIANTS
      precondition(start <= end && end <= limit, "the end of a segment")
    #endif
  }
}

extension ElementSegment: @unchecked Sendable where Element: Sendable {}
