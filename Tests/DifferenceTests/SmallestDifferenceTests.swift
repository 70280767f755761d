// SPDX-License-Identifier: MIT

import Difference
import ReplicationLaws
import TestInputs
import Testing

struct SmallestDifferenceTests {
  @Test func theExampleOfTheDocumentation() {
    #expect(
      smallestDifference(from: [1, 2, 3, 4], to: [1, 3, 4, 5]) == [
        Replacement(old: 1..<2, new: 1..<1), Replacement(old: 4..<4, new: 3..<4),
      ])
  }

  @Test func equalSequencesDoNotDiffer() {
    #expect(smallestDifference(from: [], to: []).isEmpty)
    #expect(smallestDifference(from: [7], to: [7]).isEmpty)
    #expect(smallestDifference(from: Array(0..<1000), to: Array(0..<1000)).isEmpty)
  }

  @Test func oneEmptySideIsReplacedWhole() {
    #expect(smallestDifference(from: [], to: [1]) == [Replacement(old: 0..<0, new: 0..<1)])
    #expect(smallestDifference(from: [1, 2], to: []) == [Replacement(old: 0..<2, new: 0..<0)])
  }

  @Test func nothingInCommonIsOneReplacement() {
    #expect(smallestDifference(from: [1], to: [2]) == [Replacement(old: 0..<1, new: 0..<1)])
    let replacements = smallestDifference(from: Array(0..<300), to: Array(1000..<1200))
    #expect(replacements == [Replacement(old: 0..<300, new: 0..<200)])
  }

  @Test func anInsertionInARepetitionIsOneInsertion() {
    let replacements = smallestDifference(
      from: [Int](repeating: 1, count: 50_000), to: [Int](repeating: 1, count: 50_003))
    #expect(replacements.count == 1)
    #expect(replacements.edits == 3)
  }

  @Test func allShortSequencesOfThreeElements() {
    let sequences = sequences(of: 3, upTo: 5)
    var faults: [String] = []
    for old in sequences {
      for new in sequences { check(old, new, &faults) }
    }
    #expect(sequences.count == 364)
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func randomSequences() {
    var random = TestRun.generator(seed: 1)
    var faults: [String] = []
    for _ in 0..<TestRun.length(10_000) {
      let letters = 1 + random.below(8)
      let old = (0..<random.below(40)).map { _ in random.below(letters) }
      let new = (0..<random.below(40)).map { _ in random.below(letters) }
      check(old, new, &faults)
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func randomEdits() {
    var random = TestRun.generator(seed: 2)
    var faults: [String] = []
    for _ in 0..<TestRun.length(2_000) {
      let letters = random.pick([2, 4, 30, 10_000])
      let old = (0..<random.below(300)).map { _ in random.below(letters) }
      let new = edited(old, letters: letters, times: random.below(30), &random)
      check(old, new, &faults)
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  /// The sequences have as many edits as the documentation promises. With a lower limit the
  /// difference has more edits, so these sequences test the limit.
  @Test func tenThousandEditsAreTheFewest() {
    var random = TestRun.generator(seed: 7)
    let known = KnownDifference(edits: 10_000, &random)
    let replacements = smallestDifference(from: known.old, to: known.new)
    #expect(replacements.fault(from: known.old, to: known.new) == nil)
    #expect(replacements.edits == 10_000)
    let limited = smallestDifference(from: known.old, to: known.new, limit: 1_000)
    #expect(limited.fault(from: known.old, to: known.new) == nil)
    #expect(limited.edits > 10_000)
  }

  /// The table agrees with the known least number of edits.
  @Test func knownDifferencesAreTheFewest() {
    var random = TestRun.generator(seed: 8)
    for _ in 0..<20 {
      let known = KnownDifference(edits: random.below(800), &random)
      #expect(CommonSubsequence.edits(known.old, known.new) == known.edits)
    }
  }

  private func check(_ old: [Int], _ new: [Int], _ faults: inout [String]) {
    let replacements = smallestDifference(from: old, to: new)
    if let fault = replacements.fault(from: old, to: new) {
      faults.append("from \(old) to \(new): \(fault)")
    }
    let fewest = CommonSubsequence.edits(old, new)
    if replacements.edits != fewest {
      faults.append("from \(old) to \(new): \(replacements) has not \(fewest) edits")
    }
  }

  /// All sequences of some letters up to a length, shortest first.
  private func sequences(of letters: Int, upTo length: Int) -> [[Int]] {
    var all: [[Int]] = [[]]
    var last = all
    for _ in 0..<length {
      last = last.flatMap { sequence in (0..<letters).map { sequence + [$0] } }
      all += last
    }
    return all
  }

  private func edited(
    _ old: [Int], letters: Int, times: Int, _ random: inout SeededGenerator
  ) -> [Int] {
    var new = old
    for _ in 0..<times {
      let start = random.below(new.count + 1)
      let end = min(new.count, start + random.below(6))
      let inserted = (0..<random.below(6)).map { _ in random.below(letters) }
      new.replaceSubrange(start..<end, with: inserted)
    }
    return new
  }
}
