// SPDX-License-Identifier: MIT

import ReplicationLaws
import SequenceEngine
import TestInputs
import Testing

@testable import ReplicatingText

/// A text takes in a history of long branches, one transaction after the other.
@Suite struct BranchStreamTests {
  private func received(_ transactions: [BranchStream.Transaction]) throws -> ReplicatingText {
    var text = ReplicatingText()
    for transaction in transactions { try text.merge(delta: transaction.delta) }
    return text
  }

  /// The histories have both more and fewer branches than the tracker has lanes.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func everyOrderGivesTheTextOfTheNaiveTree(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for number in 0..<TestRun.length(20) {
      let shape = BranchStream.Shape(
        branches: 2 + random.below(6), edits: 1 + random.below(4), burst: 1 + random.below(5),
        mergeEvery: random.oneIn(3) ? nil : 1 + random.below(6))
      let stream = BranchStream(shape, transactions: 20 + random.below(40), &random)
      let merged = stream.texts.reduce(ReplicatingText()) { $0.merged(with: $1) }
      let naive = NaiveText(merged).string
      let texts = try [
        received(stream.transactions), received(stream.shuffled(&random)),
        received(stream.shuffled(&random)),
      ]
      let isSame = texts.allSatisfy { $0.string == naive && $0.encoded() == merged.encoded() }
      if !isSame || merged.string != naive {
        Issue.record("history \(number), \(shape)")
        return
      }
    }
  }

  #if DECENT_INVARIANTS
    private static let sizes = [300, 600, 1_200, 2_400]

    /// The cost of a transaction in histories of each size. Histories of fifty branches have twice
    /// as many transactions.
    private func costs(
      _ shape: BranchStream.Shape, isShuffled: Bool, _ random: inout SeededGenerator
    ) throws -> [Int] {
      try Self.sizes.map { size in
        let count = shape.branches < 50 ? size : 2 * size
        let stream = BranchStream(shape, transactions: count, &random)
        let order = isShuffled ? stream.shuffled(&random) : stream.transactions
        let work = try WorkCounter.during { _ = try received(order) }
        return (work.nodes + work.runs + work.events) / count
      }
    }

    /// Checks that costs grow as the depth of a tree, in a history eight times as large.
    ///
    /// - Parameter most: The greatest growth. Replaying the history for each transaction costs eight
    ///   times as much.
    private func expectSlowGrowth(of costs: [Int], atMost most: Int) {
      #expect(costs[0] >= 20, "nothing was counted")
      #expect(costs[3] <= costs[0] * most)
    }

    @Test(arguments: [2, 10, 50], [false, true])
    func aTransactionCostsTheSameHoweverFarBranchesAreApart(
      branches: Int, isShuffled: Bool
    ) throws {
      // A tracker of small nodes has few lanes.
      if NodeSizes.areSmall, branches > 2 { return }
      var random = TestRun.generator(seed: 4)
      let shape = BranchStream.Shape(branches: branches)
      let costs = try costs(shape, isShuffled: isShuffled, &random)
      print("steps a transaction of \(branches) branches, in \(Self.sizes): \(costs)")
      expectSlowGrowth(of: costs, atMost: 2)
    }

    /// A branch advances the events that it merges once.
    @Test(arguments: [false, true])
    func mergesOfBranchesCostWhatTheyBring(isShuffled: Bool) throws {
      var random = TestRun.generator(seed: 5)
      let shape = BranchStream.Shape(branches: 2, burst: 10, mergeEvery: 4)
      let costs = try costs(shape, isShuffled: isShuffled, &random)
      print("steps a transaction of branches that merge, in \(Self.sizes): \(costs)")
      // A tracker may be pruned too early: a branch that lacks the prefix needs one replay of all.
      expectSlowGrowth(of: costs, atMost: 4)
    }
  #endif
}
