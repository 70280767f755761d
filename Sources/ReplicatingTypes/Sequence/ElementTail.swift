// SPDX-License-Identifier: MIT

/// Elements that only grow at their end: an array without the checks of one that
/// others may refer to. It has one owner, which alone changes it.
///
/// All unsafe code of sequences is here. What lies from `start` to `end` is initialised.
@usableFromInline
final class ElementTail<Element> {
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

  /// Whether ``append(_:)`` must not be called.
  @inlinable
  var isFull: Bool { end == limit }

  @inlinable
  subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "element \(index) of \(count)")
    return start[index]
  }

  /// Some of the elements.
  @inlinable
  func elements(_ range: Range<Int>) -> ContiguousArray<Element> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "\(range) of \(count)")
    return ContiguousArray(
      UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// - Precondition: It is not full.
  @inlinable
  func append(_ element: Element) {
    precondition(!isFull, "a full tail")
    end.initialize(to: element)
    end += 1
  }

  /// The same elements with room for more.
  @inlinable
  func copy(capacity: Int) -> ElementTail {
    let copy = ElementTail(capacity: max(capacity, count))
    copy.end.initialize(from: start, count: count)
    copy.end += count
    return copy
  }

  @usableFromInline
  func checkInvariants() {
    #if DECENT_INVARIANTS
      precondition(start <= end && end <= limit, "the end of a tail")
    #endif
  }
}

extension ElementTail: @unchecked Sendable where Element: Sendable {}
