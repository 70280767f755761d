// SPDX-License-Identifier: MIT

/// A stretch of the old sequence and a stretch of the new sequence, which are to be compared.
struct Box {
  /// Positions in the old sequence.
  var old: Range<Int>

  /// Positions in the new sequence.
  var new: Range<Int>

  /// The greatest number of edits to search for. Beyond the limit, the box is split.
  var limit: Int

  /// The index in ``DifferenceSearch/anchorWidths`` of the width to try when the limit is exceeded.
  var anchorLevel = 0

  /// The part before a point.
  func before(_ point: Point) -> Box {
    var part = self
    part.old = old.lowerBound..<point.old
    part.new = new.lowerBound..<point.new
    return part
  }

  /// The part from a point on.
  func after(_ point: Point) -> Box {
    var part = self
    part.old = point.old..<old.upperBound
    part.new = point.new..<new.upperBound
    return part
  }

  /// Moves both ends inwards over elements that are equal on both sides.
  ///
  /// - Returns: The number of elements passed on each side.
  mutating func trim(_ oldElements: [Int], _ newElements: [Int]) -> Int {
    let size = old.count
    var start = Point(old: old.lowerBound, new: new.lowerBound)
    var end = Point(old: old.upperBound, new: new.upperBound)
    while start.old < end.old, start.new < end.new,
      oldElements[start.old] == newElements[start.new]
    {
      start.old += 1
      start.new += 1
    }
    while start.old < end.old, start.new < end.new,
      oldElements[end.old - 1] == newElements[end.new - 1]
    {
      end.old -= 1
      end.new -= 1
    }
    old = start.old..<end.old
    new = start.new..<end.new
    return size - old.count
  }
}

/// A position between elements in each of the two sequences.
struct Point: Equatable {
  /// The position in the old sequence.
  var old: Int

  /// The position in the new sequence.
  var new: Int
}
