// SPDX-License-Identifier: MIT

extension SegmentedArray {
  /// Appends the elements of a range to an array.
  ///
  /// - Complexity: O(*m*)
  @inlinable
  package func copy(_ range: Range<Int>, to elements: inout [Element]) {
    var next = range.lowerBound
    while next < range.upperBound {
      let segment = next >> Self.segmentBits
      let offset = next & (Self.segmentSize - 1)
      let end = min(offset + range.upperBound - next, Self.segmentSize)
      next += end - offset
      let source = segment == sealed.count ? tail : sealed[segment]
      if end - offset < 8 {
        for index in offset..<end { elements.append(source[index]) }
      } else {
        elements += source[offset..<end]
      }
    }
  }
}
