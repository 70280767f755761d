// SPDX-License-Identifier: MIT

/// An array that only grows at its end and is cheap to copy and extend.
///
/// Copies share the full segments. Extending a copy copies only the tail, of at most one segment.
package struct SegmentedArray<Element> {
  @usableFromInline static var segmentBits: Int { 9 }
  @usableFromInline static var segmentSize: Int { 1 << segmentBits }

  @usableFromInline var sealed: [ContiguousArray<Element>] = []
  @usableFromInline var tail: ContiguousArray<Element> = []

  @inlinable package init() {}

  /// Makes an array of contiguous elements.
  @inlinable package init(_ elements: ContiguousArray<Element>) {
    var rest = elements[...]
    while rest.count > Self.segmentSize {
      sealed.append(ContiguousArray(rest.prefix(Self.segmentSize)))
      rest = rest.dropFirst(Self.segmentSize)
    }
    tail = ContiguousArray(rest)
  }

  /// Makes an array element by element, in order, without a contiguous copy.
  @inlinable @inline(__always)
  package init(count: Int, _ make: (_ index: Int) -> Element) {
    let size = Self.segmentSize
    sealed.reserveCapacity(count / size + 1)
    var start = 0
    while count - start > size {
      sealed.append(Self.segment(of: start..<(start + size), make))
      start += size
    }
    tail = Self.segment(of: start..<count, make)
  }

  @inlinable @inline(__always)
  static func segment(
    of indices: Range<Int>, _ make: (_ index: Int) -> Element
  ) -> ContiguousArray<Element> {
    ContiguousArray(unsafeUninitializedCapacity: indices.count) { segment, made in
      while made < indices.count {
        segment.initializeElement(at: made, to: make(indices.lowerBound + made))
        made += 1
      }
    }
  }

  /// The number of elements.
  @inlinable package var count: Int { sealed.count << Self.segmentBits + tail.count }

  @inlinable package var isEmpty: Bool { tail.isEmpty }

  /// - Complexity: O(1) to read. Writing takes O(1) if the segment is not shared with a copy.
  @inlinable package subscript(index: Int) -> Element {
    get {
      let segment = index >> Self.segmentBits
      return segment == sealed.count
        ? tail[index & (Self.segmentSize - 1)]
        : sealed[segment][index & (Self.segmentSize - 1)]
    }
    _modify {
      let segment = index >> Self.segmentBits
      if segment == sealed.count {
        yield &tail[index & (Self.segmentSize - 1)]
      } else {
        yield &sealed[segment][index & (Self.segmentSize - 1)]
      }
    }
  }

  /// Calls `body` with an element in place, without a copy of it.
  @inlinable @inline(__always)
  package func withElement<Result>(
    at index: Int, _ body: (borrowing Element) -> Result
  ) -> Result {
    let segment = index >> Self.segmentBits
    let offset = index & (Self.segmentSize - 1)
    return segment == sealed.count
      ? tail.withUnsafeBufferPointer { body($0[offset]) }
      : sealed.withUnsafeBufferPointer { sealed in
        sealed[segment].withUnsafeBufferPointer { body($0[offset]) }
      }
  }

  /// - Complexity: O(1) amortized. The first call after a copy also copies the tail.
  @inlinable package mutating func append(_ element: Element) {
    if tail.count == Self.segmentSize {
      sealed.append(tail)
      tail = []
      tail.reserveCapacity(Self.segmentSize)
    }
    tail.append(element)
  }
}

extension SegmentedArray: Sendable where Element: Sendable {}
