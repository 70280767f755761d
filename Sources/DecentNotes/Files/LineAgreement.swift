// SPDX-License-Identifier: MIT

import Difference

/// What was done alike to lines in two places.
struct LineAgreement {
  /// The lines that both come from, with what both did.
  let base: [Int]

  /// Finds the lines that both added between the same ones or in place of them, and those that
  /// both removed and one put nothing for.
  ///
  /// - Parameters:
  ///   - mine: What became of the lines in one place.
  ///   - others: What became of them in the other.
  ///   - base: What both come from.
  ///   - isTelling: Whether a line in both is there by no chance, as an empty one may be.
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

  /// Where lines that are in both stand, in ascending order.
  private static func pairs(of mine: [Int], and others: [Int]) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (next, otherNext) = (0, 0)
    for change in smallestDifference(from: mine, to: others) {
      pairs += zip(next..<change.old.lowerBound, otherNext..<change.new.lowerBound)
      (next, otherNext) = (change.old.upperBound, change.new.upperBound)
    }
    return pairs + zip(next..<mine.count, otherNext..<others.count)
  }

  /// What became of lines in one place.
  private struct Changes {
    /// Of each line before, whether it is not there after.
    var isRemoved: [Bool]
    /// Of each line before, whether others are there in its place.
    var isReplaced: [Bool]
    /// Of each line after that is new, which lines before it stands for: those from the one
    /// bound up to the other, none if they are equal.
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
