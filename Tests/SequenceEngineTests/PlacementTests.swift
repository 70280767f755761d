// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// Inserts in gaps with many siblings stand at their places in the naive tree.
@Suite struct PlacementTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func crowdedGapsAreThoseOfTheNaiveTree(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for run in 0..<TestRun.length(500) {
      // Now and then more chains than are scanned, whatever the node sizes.
      let chains = run % 100 == 99 ? 2 * NodeSizes.scannedRuns : random.below(24)
      let history = RandomHistory.crowded(&random, chains: chains)
      let expected = history.naiveDocument
      for _ in 0..<3 {
        var replica = Replica()
        for chain in history.shuffled(&random) { try replica.add(chain) }
        guard replica.document == expected else {
          Issue.record("run \(run): \(history.chains)")
          return
        }
      }
    }
  }
}

#if DECENT_INVARIANTS
  extension PlacementTests {
    /// The order in which sessions that insert at one place arrive.
    enum Arrival: CaseIterable { case oldestFirst, newestFirst, anyhow }

    /// Concurrent sessions that insert at the start.
    private func crowd(_ count: Int, _ arrival: Arrival) -> EventBatch {
      var random = SeededGenerator(seed: 1)
      var numbers = Array(0..<count)
      if arrival == .newestFirst { numbers.reverse() }
      if arrival == .anyhow { numbers = random.shuffled(numbers) }
      var batch = EventBatch()
      for number in numbers { add(number, parents: [], to: &batch) }
      return batch
    }

    /// Sessions that each insert before the element of the session before. Then as many further
    /// sessions follow: each has seen a part of these sessions and inserts before the last of that
    /// part.
    private func nestedCrowd(_ count: Int, _ arrival: Arrival) -> EventBatch {
      var random = SeededGenerator(seed: 1)
      var batch = EventBatch()
      for number in 0..<count {
        add(
          number, parents: number == 0 ? [] : [.inside(event: number - 1, chain: number - 1)],
          to: &batch)
      }
      var seen = Array(0..<count)
      if arrival == .newestFirst { seen.reverse() }
      if arrival == .anyhow { seen = random.shuffled(seen) }
      for chain in seen {
        add(count + chain, parents: [.inside(event: chain, chain: chain)], to: &batch)
      }
      return batch
    }

    private func add(_ number: Int, parents: [EventBatch.Parent], to batch: inout EventBatch) {
      let id = SessionID(run: RunID(rawValue: 1), number: UInt32(number))
      batch.sessions.append(EventBatch.Session(id: id, firstNumber: 0))
      let insert = OperationRun(kind: .insert, position: 0, length: 1)
      batch.append(session: batch.chains.count, parents: parents, operations: [insert])
    }

    /// Thirty times as many sessions take little more than 30 times the steps. Comparing each with
    /// each would take 900 times as many.
    private func expectFewSteps(_ arrival: Arrival, _ crowd: (Int, Arrival) -> EventBatch) throws {
      let nodes = try [100, 1_000, 3_000].map { count in
        let batch = crowd(count, arrival)
        var log = SequenceLog()
        return try WorkCounter.during { _ = try log.integrate(batch, documentLength: 0) }.nodes
      }
      print("100, 1,000 and 3,000 sessions at one place, \(arrival): \(nodes)")
      #expect(nodes[0] >= 100 && nodes[2] < 240 * nodes[0])
    }

    @Test(arguments: Arrival.allCases)
    func manySessionsAtOnePlaceTakeFewSteps(arrival: Arrival) throws {
      try expectFewSteps(arrival, crowd)
    }

    @Test(arguments: Arrival.allCases)
    func manyRightParentsAtOnePlaceTakeFewSteps(arrival: Arrival) throws {
      try expectFewSteps(arrival, nestedCrowd)
    }
  }
#endif
