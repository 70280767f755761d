// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

/// Histories with up to fifty open branches give the text of the naive tree, whatever the order and
/// form of their delivery.
@Suite struct ManyBranchesTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func everyDeliveryGivesTheTextOfTheNaiveTree(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    var openBranches: [Int: Int] = [:]
    for number in 0..<TestRun.length(24) {
      let history = BranchedHistory(branches: Self.width(of: number, &random), &random)
      let merged = byState(history, &random)
      openBranches[merged.version.tips.count, default: 0] += 1
      let naive = NaiveText(merged)
      let texts = [
        merged, try byDelta(history, &random), inPairs(history, &random),
        try editByEdit(history, &random), try ReplicatingText(encoded: merged.encoded()),
      ]
      let bytes = merged.encoded()
      let isSame = texts.allSatisfy {
        $0.string == naive.string && $0 == merged && $0.encoded() == bytes
      }
      let arePartsSame = history.branches.allSatisfy { $0.string == naive.string(asSeenBy: $0) }
      if !isSame || !arePartsSame {
        Issue.record("history \(number) of \(history.branches.count) branches: \(texts)")
        return
      }
    }
    let distribution = openBranches.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    print("open branches and how many histories had them: \(distribution.joined(separator: ", "))")
  }

  /// The number of branches: two, about ten, about 25 and fifty, in turn.
  private static func width(of history: Int, _ random: inout SeededGenerator) -> Int {
    switch history % 4 {
    case 0: 2
    case 1: 6 + random.below(9)
    case 2: 20 + random.below(11)
    default: 50
    }
  }

  // MARK: Deliveries

  private func byState(
    _ history: BranchedHistory, _ random: inout SeededGenerator
  ) -> ReplicatingText {
    random.shuffled(history.branches).reduce(ReplicatingText()) { $0.merged(with: $1) }
  }

  private func byDelta(
    _ history: BranchedHistory, _ random: inout SeededGenerator
  ) throws -> ReplicatingText {
    var text = random.pick(history.branches)
    for branch in random.shuffled(history.branches) {
      guard let delta = branch.delta(since: text.version) else { continue }
      try text.merge(delta: ReplicatingText.Delta(encoded: delta.encoded()))
    }
    return text
  }

  /// Merges texts two at a time until one is left.
  private func inPairs(
    _ history: BranchedHistory, _ random: inout SeededGenerator
  ) -> ReplicatingText {
    var texts = history.branches
    while texts.count > 1 {
      let other = texts.remove(at: random.below(texts.count))
      texts[random.below(texts.count)].merge(other)
    }
    return texts[0]
  }

  /// Merges every edit by itself, in any order. A delta that comes too early is delivered again.
  private func editByEdit(
    _ history: BranchedHistory, _ random: inout SeededGenerator
  ) throws -> ReplicatingText {
    var text = ReplicatingText()
    var waiting = random.shuffled(history.deltas)
    while !waiting.isEmpty {
      var early: [ReplicatingText.Delta] = []
      for delta in waiting {
        do throws(MissingHistory) {
          try text.merge(delta: delta)
        } catch {
          early.append(delta)
        }
      }
      try #require(early.count < waiting.count, "edits that never fit")
      waiting = early
    }
    return text
  }
}
