// SPDX-License-Identifier: MIT

import Difference

/// The line changes that both sides made.
struct LineAgreement {
  /// The lines of the base after the changes that both sides made.
  let base: [Int]

  /// Finds lines that both sides added at the same place, and lines that both sides removed. A line
  /// that both sides replaced counts as removed only if both added the same line in its place.
  ///
  /// - Parameters:
  ///   - mine: The lines of one side.
  ///   - others: The lines of the other side.
  ///   - base: The lines that both sides come from.
  ///   - isTelling: Whether a line that both sides added counts as the same change. False for a
  ///     blank line, which both sides may add by coincidence.
  init(
    of mine: [Int], and others: [Int], since base: [Int], where isTelling: (Int) -> Bool
  ) {
    let changes = (Changes(of: base, to: mine), Changes(of: base, to: others))
    var isGone = base.indices.map { line in
      changes.0.isRemoved[line] && changes.1.isRemoved[line]
        && !(changes.0.isReplaced[line] && changes.1.isReplaced[line])
    }
    var added = [[Int]](repeating: [], count: base.count + 1)
    for (place, other) in Self.pairs(of: mine, and: others) where isTelling(mine[place]) {
      guard let gap = changes.0.gaps[place], let otherGap = changes.1.gaps[other],
        gap.overlaps(otherGap)
      else { continue }
      let common = gap.clamped(to: otherGap)
      added[common.upperBound].append(mine[place])
      for line in common.lowerBound..<common.upperBound { isGone[line] = true }
    }
    var result: [Int] = []
    for line in base.indices {
      result += added[line]
      if !isGone[line] { result.append(base[line]) }
    }
    self.base = result + added[base.count]
  }

  /// The lines that the smallest difference of two lists leaves unchanged, as pairs of indexes into
  /// the two lists, ascending.
  private static func pairs(of mine: [Int], and others: [Int]) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (next, otherNext) = (0, 0)
    for change in smallestDifference(from: mine, to: others) {
      pairs += zip(next..<change.old.lowerBound, otherNext..<change.new.lowerBound)
      (next, otherNext) = (change.old.upperBound, change.new.upperBound)
    }
    return pairs + zip(next..<mine.count, otherNext..<others.count)
  }

  /// The changes of one side.
  private struct Changes {
    /// For each old line, whether it was removed.
    var isRemoved: [Bool]
    /// For each old line, whether new lines replaced it.
    var isReplaced: [Bool]
    /// For each new line, the old lines that it replaces: from the lower bound to the line before
    /// the upper bound. Nil if the line is an old line that was kept.
    var gaps: [ClosedRange<Int>?]

    init(of old: [Int], to new: [Int]) {
      isRemoved = Array(repeating: false, count: old.count)
      isReplaced = isRemoved
      gaps = Array(repeating: nil, count: new.count)
      for change in smallestDifference(from: old, to: new) {
        for line in change.old {
          isRemoved[line] = true
          isReplaced[line] = !change.new.isEmpty
        }
        for line in change.new { gaps[line] = change.old.lowerBound...change.old.upperBound }
      }
    }
  }
}
