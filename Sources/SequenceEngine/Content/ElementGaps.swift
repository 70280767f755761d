// SPDX-License-Identifier: MIT

/// The dropped elements of some content. The content keeps only their places.
package struct ElementGaps: Equatable, Sendable {
  /// The ranges of dropped elements: ascending, not empty and not touching.
  private(set) package var ranges: [Range<Int>] = []
  /// The number of dropped elements before each range.
  private(set) var droppedBefore: [Int] = []
  /// The number of dropped elements.
  private(set) package var count = 0

  package init() {}

  /// - Parameter ranges: Ascending ranges that do not overlap.
  package init(_ ranges: [Range<Int>]) {
    ranges.forEach { append($0) }
    checkInvariants()
  }

  /// Whether no element is dropped.
  package var isEmpty: Bool { ranges.isEmpty }

  /// Adds a range after all ranges.
  mutating func append(_ range: Range<Int>) {
    if range.isEmpty { return }
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
      droppedBefore.append(count)
    }
    count += range.count
  }

  /// The union of these ranges and `others`.
  package func union(_ others: [Range<Int>]) -> ElementGaps {
    ElementGaps((ranges + others).joined)
  }

  /// The dropped elements among `elements`.
  package func ranges(within elements: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    forEachPart(of: elements) { part, isDropped in if isDropped { found.append(part) } }
    return found
  }

  /// The number of dropped elements among `elements`.
  package func count(in elements: [Range<Int>]) -> Int {
    elements.reduce(0) { $0 + ranges(within: $1).reduce(0) { $0 + $1.count } }
  }

  /// The gaps of some elements, numbered as if these elements stood alone, one after the other.
  ///
  /// - Parameter first: The number that the first element gets.
  package func picked(_ elements: [Range<Int>], first: Int = 0) -> ElementGaps {
    var picked = ElementGaps()
    var next = first
    for elements in elements {
      for range in ranges(within: elements) {
        let start = next + range.lowerBound - elements.lowerBound
        picked.append(start..<(start + range.count))
      }
      next += elements.count
    }
    return picked
  }

  /// The parts of some elements that this content and another content both keep, by their places
  /// among the kept elements of each content. Parts that follow one another in both contents are
  /// one part.
  ///
  /// - Parameter others: The same elements, as the other content numbers them.
  /// - Complexity: O((*m* + 1) log *n*) for *n* dropped ranges, *m* of them within the elements.
  package func keptParts(
    of elements: Range<Int>, _ others: Range<Int>, besides other: ElementGaps
  ) -> [(mine: Range<Int>, theirs: Range<Int>)] {
    var parts: [(mine: Range<Int>, theirs: Range<Int>)] = []
    var next = others.lowerBound
    forEachPart(of: elements) { kept, isDropped in
      let counterpart = next..<(next + kept.count)
      next = counterpart.upperBound
      if isDropped { return }
      var start = kept.lowerBound
      other.forEachPart(of: counterpart) { theirs, isDropped in
        let mine = start..<(start + theirs.count)
        start = mine.upperBound
        if isDropped { return }
        if let last = parts.last, last.mine.upperBound == mine.lowerBound,
          last.theirs.upperBound == theirs.lowerBound
        {
          parts[parts.count - 1].mine = last.mine.lowerBound..<mine.upperBound
          parts[parts.count - 1].theirs = last.theirs.lowerBound..<theirs.upperBound
        } else {
          parts.append((mine, theirs))
        }
      }
    }
    return parts
  }

  /// Calls `body` with the parts of some elements in order. Each part is either dropped or kept. A
  /// dropped part is given by its places among all elements, and a kept part by its places among
  /// all kept elements.
  ///
  /// - Complexity: O(log *n* + *m*) for *n* dropped ranges, *m* of them within `elements`.
  package func forEachPart(of elements: Range<Int>, _ body: (Range<Int>, _ isDropped: Bool) -> Void)
  {
    var index = ranges.indices.last(inPrefixWhere: { ranges[$0].lowerBound <= elements.lowerBound })
    var next = elements.lowerBound
    if index >= 0, ranges[index].upperBound > next {
      let part = ranges[index].clamped(to: elements)
      if !part.isEmpty { body(part, true) }
      next = part.upperBound
    }
    while next < elements.upperBound {
      index += 1
      let gap = index < ranges.count ? ranges[index] : elements.upperBound..<elements.upperBound
      let end = min(gap.lowerBound, elements.upperBound)
      let dropped = index < ranges.count ? droppedBefore[index] : count
      if next < end { body((next - dropped)..<(end - dropped), false) }
      let part = gap.clamped(to: end..<max(end, elements.upperBound))
      if !part.isEmpty { body(part, true) }
      next = max(end, part.upperBound)
    }
  }
}
