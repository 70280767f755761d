// SPDX-License-Identifier: MIT

/// For each diagonal, the furthest point that a path from one corner of a box reaches with the
/// edits spent so far.
///
/// ```
/// round 2, rows are diagonals:   2   reached in this round
///                                1   reached in the round before
///                                0   reached in this round
///                               -1   reached in the round before
///                               -2   reached in this round
/// ```
struct Frontier {
  /// A number less than any position that can be reached.
  private static let unreached = -2

  private var positions: [Int]
  private let center: Int

  /// The outermost diagonals reached in the last round. The round also reached every second
  /// diagonal between them.
  private(set) var lowest = 0
  private(set) var highest = 0

  private var nextLowest = 0
  private var nextHighest = 0

  /// Makes room for the diagonals of `rounds` rounds. Each round spends one edit.
  init(rounds: Int) {
    center = rounds + 2
    positions = Array(repeating: Self.unreached, count: 2 * center + 1)
  }

  /// Begins at a position on diagonal 0, with no edit spent.
  mutating func start(at position: Int) {
    (lowest, highest) = (0, 0)
    (nextLowest, nextHighest) = (-1, 1)
    self[-2] = Self.unreached
    self[0] = position
    self[2] = Self.unreached
  }

  /// The furthest position on a diagonal.
  subscript(diagonal: Int) -> Int {
    get { positions[diagonal + center] }
    set { positions[diagonal + center] = newValue }
  }

  /// Whether a diagonal was reached in the last round.
  func holds(_ diagonal: Int) -> Bool {
    diagonal >= lowest && diagonal <= highest && (diagonal - lowest) & 1 == 0
  }

  /// Begins a round: spends one more edit.
  mutating func widen() {
    (lowest, highest) = (nextLowest, nextHighest)
    (nextLowest, nextHighest) = (lowest - 1, highest + 1)
    self[nextLowest - 1] = Self.unreached
    self[nextHighest + 1] = Self.unreached
  }

  /// The furthest position on a diagonal that one edit reaches from either neighbouring diagonal.
  func entry(to diagonal: Int) -> Int {
    max(self[diagonal - 1] + 1, self[diagonal + 1])
  }

  /// If the given diagonal has reached an edge of the box, excludes the diagonals beyond the
  /// given diagonal from the next round on. They cannot be part of a shortest path.
  ///
  /// A path from the edge can only follow the edge. A path on a diagonal further out spends more
  /// edits on the way to the same corner.
  mutating func noteEdges(of diagonal: Int, position: Int, width: Int, height: Int) {
    if position - diagonal == height { nextLowest = diagonal + 1 }
    if position == width { nextHighest = min(nextHighest, diagonal - 1) }
  }

  /// The point of this round that is furthest from the corner.
  var furthest: Reached {
    var best = Reached(position: self[lowest], diagonal: lowest)
    for diagonal in stride(from: lowest, through: highest, by: 2)
    where 2 * self[diagonal] - diagonal > best.distance {
      best = Reached(position: self[diagonal], diagonal: diagonal)
    }
    return best
  }
}

/// A point on a diagonal.
struct Reached {
  /// The number of elements passed in the old stretch.
  var position: Int

  /// The elements passed in the old stretch, less the elements passed in the new stretch.
  var diagonal: Int

  /// The number of elements passed in both stretches together.
  var distance: Int { 2 * position - diagonal }
}
