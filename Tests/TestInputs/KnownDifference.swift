// SPDX-License-Identifier: MIT

import ReplicationLaws

/// Two sequences with a known least number of edits between them.
///
/// Both are made of parts in the same order, and no element is in two parts. So a longest common
/// subsequence joins longest common subsequences of the parts:
///
/// - Some elements that both have: no edit.
/// - An element of one sequence alone: one edit.
/// - *u* elements that are all different, and more than *u* equal elements, which stand before them
///   in one sequence and behind them in the other. A common subsequence of such a part holds either
///   kind alone, so the fewest edits are 2*u*: to move the different elements.
///
/// A comparison that gives up keeps the *u* elements of each move, because they occur once on each
/// side. That takes more edits.
package struct KnownDifference {
  package private(set) var old: [Int] = []
  package private(set) var new: [Int] = []

  /// How many elements must be removed and inserted at least.
  package private(set) var edits = 0

  /// Elements are numbered from 0 up to this.
  package private(set) var elementCount = 0

  /// Makes two sequences that differ by a number of edits.
  package init(edits total: Int, _ random: inout SeededGenerator) {
    var round = 0
    while edits < total {
      keep(random.below(12))
      if round % 50 == 0, total - edits >= 160 {
        move(33 + random.below(48), over: 1 + random.below(60), random.oneIn(2))
      } else if random.oneIn(2) {
        old.append(next())
        edits += 1
      } else {
        new.append(next())
        edits += 1
      }
      round += 1
    }
    keep(random.below(12))
  }

  private mutating func next() -> Int {
    elementCount += 1
    return elementCount - 1
  }

  private mutating func keep(_ count: Int) {
    for _ in 0..<count {
      let element = next()
      old.append(element)
      new.append(element)
    }
  }

  /// - Parameter surplus: How many more equal elements there are than different ones.
  private mutating func move(_ count: Int, over surplus: Int, _ isForward: Bool) {
    let repeated = [Int](repeating: next(), count: count + surplus)
    let distinct = (0..<count).map { _ in next() }
    old += isForward ? distinct + repeated : repeated + distinct
    new += isForward ? repeated + distinct : distinct + repeated
    edits += 2 * count
  }
}
