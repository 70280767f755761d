// SPDX-License-Identifier: MIT

/// Pairs of equal elements in a box. The two elements very probably correspond. Each anchor begins
/// a stretch of elements that occurs exactly once on each side. Anchors ascend on both sides.
///
/// With stretches of one element this is the patience difference (Bram Cohen, "Patience Diff
/// Advantages", 2010). Wider stretches also find anchors where single elements repeat, such as the
/// letters of a text.
struct Anchors {
  /// The corresponding elements, ascending on both sides.
  private(set) var points: [Point] = []

  /// The approximate number of stretches sampled from each side of a long box. The elements of a
  /// stretch alone decide whether it is sampled, so both sides sample the same stretches.
  static let sampleSize = 1 << 18

  /// The fewest elements that the stretches of all anchors must cover together. In two long
  /// sequences, a single short stretch may be equal by chance. As an anchor, such a stretch would
  /// separate the elements that truly correspond.
  private static let leastCovered = 24

  /// Finds the anchors of a box, with stretches of `width` elements. If `width` is greater than 1
  /// and the stretches together cover too few elements, the box has no anchors.
  ///
  /// - Complexity: O(*n* + *s* log *s*) for *n* elements and *s* sampled stretches; O(*s*) memory.
  init(of width: Int, in box: Box, _ old: [Int], _ new: [Int]) {
    guard box.old.count >= width, box.new.count >= width else { return }
    var places: [UInt64: Place] = [:]
    // A stretch is sampled if the upper bits of its hash are small enough.
    let share = UInt64(max(box.old.count, box.new.count) / Self.sampleSize + 1)
    let bound = UInt64.max / share
    Self.forEachStretch(of: width, in: box.old, old) { hash, position in
      if hash <= bound { places[hash, default: Place()].note(old: position) }
    }
    Self.forEachStretch(of: width, in: box.new, new) { hash, position in
      if hash <= bound { places[hash]?.note(new: position) }
    }
    // Different stretches may have the same hash, so the paired elements are compared, too.
    let pairs = places.values.lazy.compactMap { $0.point }.filter { old[$0.old] == new[$0.new] }
    points = Self.longestAscent(in: pairs.sorted { $0.old < $1.old })
    if width > 1, covered(by: width) < Self.leastCovered { points = [] }
  }

  /// The number of elements on one side that the stretches of all anchors cover.
  private func covered(by width: Int) -> Int {
    zip(points, points.dropFirst()).reduce(points.isEmpty ? 0 : width) { covered, pair in
      covered + min(width, pair.1.old - pair.0.old)
    }
  }

  /// Calls `body` with the hash and the start of each stretch of `width` elements.
  private static func forEachStretch(
    of width: Int, in range: Range<Int>, _ elements: [Int], _ body: (UInt64, Int) -> Void
  ) {
    let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
    let oldest = (1..<width).reduce(UInt64(1)) { power, _ in power &* factor }
    var hash: UInt64 = 0
    for position in range {
      let start = position - width + 1
      hash = hash &* factor &+ scrambled(elements[position])
      guard start >= range.lowerBound else { continue }
      body(scrambled(hash), start)
      hash &-= oldest &* scrambled(elements[start])
    }
  }

  private static func scrambled(_ element: Int) -> UInt64 {
    scrambled(UInt64(truncatingIfNeeded: element))
  }

  private static func scrambled(_ bits: UInt64) -> UInt64 {
    let bits = bits &* 0xff51_afd7_ed55_8ccd
    return (bits ^ (bits >> 32)) &* 0xc4ce_b9fe_1a85_ec53
  }

  /// The longest subsequence of `points` that ascends in `new`. The points must ascend in `old`.
  private static func longestAscent(in points: [Point]) -> [Point] {
    var tails: [Int] = []
    var previous = [Int?](repeating: nil, count: points.count)
    for (index, point) in points.enumerated() {
      var range = 0..<tails.count
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        let isBefore = points[tails[middle]].new < point.new
        range = isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      let length = range.lowerBound
      if length > 0 { previous[index] = tails[length - 1] }
      if length == tails.count { tails.append(index) } else { tails[length] = index }
    }
    var ascent: [Point] = []
    var next = tails.last
    while let index = next {
      ascent.append(points[index])
      next = previous[index]
    }
    return ascent.reversed()
  }
}

/// The occurrences of a stretch.
private struct Place {
  private var old: Int?
  private var new: Int?
  private var isRepeated = false

  mutating func note(old position: Int) {
    isRepeated = isRepeated || old != nil
    old = position
  }

  mutating func note(new position: Int) {
    isRepeated = isRepeated || new != nil
    new = position
  }

  /// The pair of occurrences, if there is exactly one on each side.
  var point: Point? {
    guard !isRepeated, let old, let new else { return nil }
    return Point(old: old, new: new)
  }
}
