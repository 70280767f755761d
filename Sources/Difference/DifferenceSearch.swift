// SPDX-License-Identifier: MIT

/// A comparison under way: the boxes still to be compared, and the elements found to be removed and
/// inserted.
struct DifferenceSearch {
  /// The widths of anchors in elements, from the most to the least reliable width.
  static let anchorWidths = [32, 8, 1]

  /// The greatest number of edits to search for in one box, after the difference of the whole
  /// sequences has exceeded the caller's limit.
  ///
  /// A search for *k* edits takes about *k*² steps and passes at least *k* elements. All boxes
  /// together therefore take at most about `reducedSteps` steps, or 16 steps per element in long
  /// sequences.
  private let reducedLimit: Int

  private static let reducedSteps = 64_000_000

  private let old: [Int]
  private let new: [Int]
  private var removed: [Bool]
  private var inserted: [Bool]
  private var boxes: [Box]
  private var middle: MiddleSearch
  private var anchorSteps = 0

  /// The number of elements looked at so far: a measure of effort that, unlike time, is the same in
  /// every run.
  var steps: Int { middle.steps + anchorSteps }

  /// Prepares a comparison.
  init(from old: [Int], to new: [Int], limit: Int) {
    self.old = old
    self.new = new
    removed = Array(repeating: false, count: old.count)
    inserted = Array(repeating: false, count: new.count)
    // With a limit of 0 edits, no search would make progress.
    let limit = min(max(limit, 1), old.count + new.count + 1)
    reducedLimit = min(256, max(16, Self.reducedSteps / (old.count + new.count + 1)))
    boxes = [Box(old: 0..<old.count, new: 0..<new.count, limit: limit)]
    middle = MiddleSearch(limit: limit, size: old.count + new.count)
  }

  /// Compares all boxes.
  mutating func run() {
    while let box = boxes.popLast() { compare(box) }
  }

  /// The replacements found, ascending.
  var replacements: [Replacement] {
    var replacements: [Replacement] = []
    var start = Point(old: 0, new: 0)
    while start.old < old.count || start.new < new.count {
      var end = start
      while end.old < old.count, removed[end.old] { end.old += 1 }
      while end.new < new.count, inserted[end.new] { end.new += 1 }
      if end == start {
        start = Point(old: start.old + 1, new: start.new + 1)
      } else {
        replacements.append(
          Replacement(old: start.old..<end.old, new: start.new..<end.new))
        start = end
      }
    }
    return replacements
  }

  private mutating func compare(_ whole: Box) {
    var box = whole
    anchorSteps += box.trim(old, new)
    guard !box.old.isEmpty, !box.new.isEmpty else {
      for position in box.old { removed[position] = true }
      for position in box.new { inserted[position] = true }
      return
    }
    switch middle.search(box, old, new) {
    case .middle(let point):
      boxes.append(box.before(point))
      boxes.append(box.after(point))
    case .exceeded(let forward, let backward):
      if !splitAtAnchors(box) { split(box, forward: forward, backward: backward) }
    }
  }

  /// Splits a box at its anchors.
  ///
  /// - Returns: Whether the box has anchors.
  private mutating func splitAtAnchors(_ box: Box) -> Bool {
    var rest = box
    rest.limit = min(box.limit, reducedLimit)
    while rest.anchorLevel < Self.anchorWidths.count {
      let width = Self.anchorWidths[rest.anchorLevel]
      rest.anchorLevel += 1
      anchorSteps += box.old.count + box.new.count
      let anchors = Anchors(of: width, in: box, old, new).points
      if anchors.isEmpty { continue }
      for anchor in anchors {
        boxes.append(rest.before(anchor))
        rest = rest.after(Point(old: anchor.old + 1, new: anchor.new + 1))
      }
      boxes.append(rest)
      return true
    }
    return false
  }

  /// Splits a box at the furthest points that the search reached from either side.
  ///
  /// The part between a corner and the furthest point reached from that corner takes no more edits
  /// than the search spent. So a comparison of the part stays within the limit, and the effort is
  /// proportional to the elements passed.
  private mutating func split(_ box: Box, forward: Point, backward: Point) {
    var rest = box
    rest.limit = min(box.limit, reducedLimit)
    rest.anchorLevel = Self.anchorWidths.count
    let fromStart = forward.old - box.old.lowerBound + forward.new - box.new.lowerBound
    let fromEnd = box.old.upperBound - backward.old + box.new.upperBound - backward.new
    let cross = forward.old > backward.old || forward.new > backward.new
    if !cross || fromStart >= fromEnd {
      boxes.append(box.before(forward))
      rest = rest.after(forward)
    }
    if !cross || fromStart < fromEnd {
      boxes.append(box.after(backward))
      rest = rest.before(backward)
    }
    boxes.append(rest)
  }
}
