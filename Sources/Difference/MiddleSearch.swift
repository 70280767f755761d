// SPDX-License-Identifier: MIT

/// Looks for the middle of a shortest path through a box, from both corners at once. The memory is
/// proportional to the limit of edits.
///
/// Coordinates are those of the paper by Myers (see ``smallestDifference(from:to:limit:)``): *x*
/// counts elements of the old stretch, *y* counts elements of the new stretch, and diagonal *k*
/// holds the points with *x* − *y* = *k*.
struct MiddleSearch {
  /// The result of a search.
  enum Outcome {
    /// A point on a shortest path, with about half of the path's edits before it.
    case middle(Point)

    /// A shortest path has more edits than the limit. `forward` is the furthest point reached from
    /// the start, and `backward` is the furthest point reached from the end.
    case exceeded(forward: Point, backward: Point)
  }

  private var forward: Frontier
  private var backward: Frontier

  /// The number of points visited in all searches: a measure of effort that, unlike time, is the
  /// same in every run.
  private(set) var steps = 0

  /// Makes a search for boxes of up to `size` elements in both stretches together.
  init(limit: Int, size: Int) {
    let rounds = (min(limit, size) + 1) / 2
    forward = Frontier(rounds: rounds)
    backward = Frontier(rounds: rounds)
  }

  /// Searches a box whose stretches are not empty. The first elements of both stretches must
  /// differ, and so must the last elements.
  mutating func search(_ box: Box, _ old: [Int], _ new: [Int]) -> Outcome {
    let width = box.old.count
    let height = box.new.count
    forward.start(at: 0)
    backward.start(at: 0)
    for round in 1...((box.limit + 1) / 2) {
      if let x = advanceForward(box, old, new) {
        return .middle(point(x: x.position, diagonal: x.diagonal, in: box))
      }
      guard 2 * round <= box.limit else { break }
      if let x = advanceBackward(box, old, new) {
        return .middle(
          point(x: width - x.position, diagonal: width - height - x.diagonal, in: box))
      }
    }
    let (start, end) = (forward.furthest, backward.furthest)
    return .exceeded(
      forward: point(x: start.position, diagonal: start.diagonal, in: box),
      backward: point(
        x: width - end.position, diagonal: width - height - end.diagonal, in: box))
  }

  private func point(x: Int, diagonal: Int, in box: Box) -> Point {
    Point(old: box.old.lowerBound + x, new: box.new.lowerBound + x - diagonal)
  }

  /// Spends one more edit from the start.
  ///
  /// - Returns: A point reached from both corners, or nil.
  private mutating func advanceForward(_ box: Box, _ old: [Int], _ new: [Int]) -> Reached? {
    let (width, height) = (box.old.count, box.new.count)
    let (oldStart, newStart) = (box.old.lowerBound, box.new.lowerBound)
    let opposite = width - height
    let mayMeet = opposite & 1 != 0
    forward.widen()
    var diagonal = forward.lowest
    while diagonal <= forward.highest {
      let entry = forward.entry(to: diagonal)
      var x = entry
      while x < width, x - diagonal < height, old[oldStart + x] == new[newStart + x - diagonal] {
        x += 1
      }
      steps += x - entry + 1
      forward[diagonal] = x
      if mayMeet, backward.holds(opposite - diagonal), x + backward[opposite - diagonal] >= width {
        return Reached(position: x, diagonal: diagonal)
      }
      forward.noteEdges(of: diagonal, position: x, width: width, height: height)
      diagonal += 2
    }
    return nil
  }

  /// Spends one more edit from the end. Positions and diagonals are counted from the end.
  ///
  /// - Returns: A point reached from both corners, or nil.
  private mutating func advanceBackward(_ box: Box, _ old: [Int], _ new: [Int]) -> Reached? {
    let (width, height) = (box.old.count, box.new.count)
    let (oldLast, newLast) = (box.old.upperBound - 1, box.new.upperBound - 1)
    let opposite = width - height
    let mayMeet = opposite & 1 == 0
    backward.widen()
    var diagonal = backward.lowest
    while diagonal <= backward.highest {
      let entry = backward.entry(to: diagonal)
      var x = entry
      while x < width, x - diagonal < height, old[oldLast - x] == new[newLast - x + diagonal] {
        x += 1
      }
      steps += x - entry + 1
      backward[diagonal] = x
      if mayMeet, forward.holds(opposite - diagonal), x + forward[opposite - diagonal] >= width {
        return Reached(position: x, diagonal: diagonal)
      }
      backward.noteEdges(of: diagonal, position: x, width: width, height: height)
      diagonal += 2
    }
    return nil
  }
}
