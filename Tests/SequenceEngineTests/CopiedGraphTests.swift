// SPDX-License-Identifier: MIT

import CAllocations
import Causality
import Testing

@testable import SequenceEngine

/// The memory that the first edit of a copy takes.
@Suite struct CopiedGraphTests {
  private let sessions = (0..<2).map {
    SessionID(run: RunID(rawValue: UInt128($0 + 1)), number: 0)
  }

  /// Two authors who take turns: each has as many runs as there are rounds.
  private func inTurns(rounds: Int) -> CausalGraph {
    var graph = CausalGraph()
    for round in 0..<rounds {
      for session in sessions {
        graph.append(session: session, length: 1 + round % 3, parents: graph.frontier)
      }
    }
    return graph
  }

  private func bytesOfAnEdit(afterRounds rounds: Int) -> Int64 {
    var graph = inTurns(rounds: rounds)
    let copy = graph
    let count = graph.count
    allocations_begin()
    graph.append(session: sessions[0], length: 1, parents: graph.frontier)
    let bytes = allocations_end()
    #expect(graph.count == count + 1 && copy.count == count)
    #expect(graph.count(of: sessions[0]) == copy.count(of: sessions[0]) + 1)
    return bytes
  }

  @Test func anEditOfACopyCopiesNoTableOfRuns() throws {
    try #require(allocations_are_counted() != 0)
    let (short, long) = (bytesOfAnEdit(afterRounds: 1_100), bytesOfAnEdit(afterRounds: 110_000))
    print("the first edit of a copy: \(short) bytes after 2,200 runs, \(long) after 220,000")
    // The lists of segments take 8 bytes for 512 runs.
    #expect(long < short + 20_000)
  }

  @Test func eventsAreFoundByTheirNumbersInManyRuns() {
    let graph = inTurns(rounds: 2_000)
    for session in sessions {
      for number in stride(from: 0, to: graph.count(of: session), by: 7) {
        let dot = Dot(session: session, number: number)
        if graph.index(of: dot).map({ graph.dot(of: $0) }) != dot {
          Issue.record("\(dot) is not found")
          return
        }
      }
      #expect(graph.index(of: Dot(session: session, number: graph.count(of: session))) == nil)
    }
  }
}
