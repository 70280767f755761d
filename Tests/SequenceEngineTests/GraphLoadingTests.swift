// SPDX-License-Identifier: MIT

import Causality
import Testing

@testable import SequenceEngine

@Suite struct GraphLoadingTests {
  /// Three authors who each build on nothing, and a fourth who builds on all of them.
  private func batch(parents: [EventBatch.Parent]) -> EventBatch {
    var batch = EventBatch()
    batch.sessions = (1...4).map { run in
      let id = SessionID(run: RunID(rawValue: UInt128(run)), number: 0)
      return EventBatch.Session(id: id, firstNumber: 0)
    }
    batch.chains = (0..<3).map { EventBatch.Chain(session: $0, events: 2 * $0..<2 * $0 + 2) }
    batch.chains.append(EventBatch.Chain(session: 3, events: 6..<7, parents: 0..<parents.count))
    batch.parents = parents
    return batch
  }

  private func parent(_ chain: Int) -> EventBatch.Parent {
    .inside(event: 2 * chain + 1, chain: chain)
  }

  @Test func parentsInAnyOrderAndTwiceMakeTheSameGraph() throws {
    for order in [[2, 1, 0], [0, 1, 2], [1, 2, 0], [2, 2, 1, 0, 0], [0, 2, 0, 1]] {
      let graph = try CausalGraph(batch(parents: order.map(parent)))
      #expect(graph.parents(ofRun: 3) == [1, 3, 5], "\(order)")
      #expect(graph.frontier == [6], "\(order)")
      #expect(graph.lamport(of: 6) == 3, "\(order)")
    }
  }

  @Test func lastEventsThatNobodyBuildsOnAreTips() throws {
    let graph = try CausalGraph(
      batch(parents: [parent(2), .inside(event: 2, chain: 1)]))
    #expect(graph.parents(ofRun: 3) == [2, 5])
    #expect(graph.frontier == [1, 3, 6])
  }
}
