// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import Difference

struct BeyondTheLimitTests {
  @Test func resultsStayRightWithEveryLimit() {
    var random = TestRun.generator(seed: 3)
    var faults: [String] = []
    for _ in 0..<TestRun.length(5_000) {
      let letters = random.pick([1, 2, 3, 8, 1000])
      let old = (0..<random.below(60)).map { _ in random.below(letters) }
      let new = (0..<random.below(60)).map { _ in random.below(letters) }
      let limit = random.below(20)
      let replacements = smallestDifference(from: old, to: new, limit: limit)
      if let fault = replacements.fault(from: old, to: new) {
        faults.append("from \(old) to \(new), limit \(limit): \(fault)")
      }
      let fewest = CommonSubsequence.edits(old, new)
      if fewest <= limit && replacements.edits != fewest {
        faults.append("from \(old) to \(new), limit \(limit): not \(fewest) edits")
      }
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func wholeSequencesThatShareNothing() {
    let old = Array(0..<200_000)
    let new = old.map { $0 + 1_000_000 }
    let result = difference(from: old, to: new)
    #expect(result.replacements == [Replacement(old: 0..<200_000, new: 0..<200_000)])
    #expect(result.steps < 400_000_000)
  }

  @Test func randomLettersAllOver() {
    var random = TestRun.generator(seed: 4)
    let old = (0..<200_000).map { _ in random.below(30) }
    let new = (0..<200_000).map { _ in random.below(30) }
    let result = difference(from: old, to: new)
    #expect(result.replacements.fault(from: old, to: new) == nil)
    #expect(result.steps < 400_000_000)
    // The smallest has about 265,000.
    #expect(result.replacements.edits < 265_000 * 6 / 5)
  }

  /// Of so many stretches, two may be alike that do not correspond.
  @Test func aStretchThatIsAlikeByChanceIsNoAnchor() {
    var random = TestRun.generator(seed: 4)
    let old = (0..<200_000).map { _ in random.below(30) }
    var new = (0..<200_000).map { _ in random.below(30) }
    new.replaceSubrange(150_000..<150_008, with: old[50_000..<50_008])
    let result = difference(from: old, to: new)
    #expect(result.replacements.fault(from: old, to: new) == nil)
    #expect(result.steps < 400_000_000)
    #expect(result.replacements.edits < 265_000 * 6 / 5)
  }

  @Test func movedBlocksOfText() {
    var random = TestRun.generator(seed: 5)
    let blocks = (0..<10).map { _ in (0..<20_000).map { _ in random.below(30) } }
    let old = blocks.flatMap { $0 }
    let new = [3, 0, 1, 2, 4, 5, 7, 8, 6, 9].flatMap { blocks[$0] }
    let result = difference(from: old, to: new)
    #expect(result.replacements.fault(from: old, to: new) == nil)
    #expect(result.replacements.edits <= 81_000)
    #expect(result.steps < 400_000_000)
  }

  @Test func everySecondElementChanged() {
    let old = Array(0..<200_000)
    let new = old.map { $0 % 2 == 0 ? $0 : -$0 }
    let result = difference(from: old, to: new)
    #expect(result.replacements.fault(from: old, to: new) == nil)
    #expect(result.replacements.edits == 200_000)
    #expect(result.steps < 400_000_000)
  }

  @Test func repetitionsWithoutEnd() {
    let old = (0..<200_000).map { $0 % 2 }
    let new = (0..<200_000).map { $0 % 3 }
    let result = difference(from: old, to: new)
    #expect(result.replacements.fault(from: old, to: new) == nil)
    #expect(result.steps < 2_000_000_000)
  }

  /// The work for each element shrinks as the sequences grow.
  @Test func effortIsInProportionToTheLength() {
    var random = TestRun.generator(seed: 6)
    var perElement: [Int] = []
    for size in [100_000, 400_000, 1_600_000] {
      let old = (0..<size).map { _ in random.below(30) }
      let new = (0..<size).map { _ in random.below(30) }
      let result = difference(from: old, to: new)
      #expect(result.replacements.fault(from: old, to: new) == nil)
      perElement.append(result.steps / size)
    }
    print("steps for each element: \(perElement)")
    #expect(perElement[1] < perElement[0] && perElement[2] < perElement[1])
  }

  private func difference(
    from old: [Int], to new: [Int]
  ) -> (replacements: [Replacement], steps: Int) {
    var search = DifferenceSearch(from: old, to: new, limit: 10_000)
    search.run()
    return (search.replacements, search.steps)
  }
}
