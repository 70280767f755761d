// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws

@testable import SequenceEngine

/// A causal graph of at most 64 events, with the ancestors of each as bits.
struct RandomGraph {
  private(set) var graph = CausalGraph()
  /// The ancestors of each event, itself included.
  private(set) var closures: [UInt64] = []

  /// - Parameter hasRedundantParents: Whether some parents are ancestors of others.
  init(_ random: inout SeededGenerator, hasRedundantParents: Bool) {
    let limit = 1 + random.below(50)
    while graph.count < limit {
      let session = SessionID(run: RunID(rawValue: 1), number: UInt32(random.below(4)))
      let tips =
        random.oneIn(3) && graph.count > 0
        ? graph.frontier : (0..<random.below(4)).map { _ in random.below(graph.count + 1) - 1 }
      append(
        session, length: 1 + random.below(4), parents: Set(tips.filter { $0 >= 0 }),
        hasRedundantParents: hasRedundantParents)
    }
  }

  private mutating func append(
    _ session: SessionID, length: Int, parents: Set<Int>, hasRedundantParents: Bool
  ) {
    let parents = parents.filter { parent in
      hasRedundantParents
        || parents.allSatisfy { $0 == parent || closures[$0] >> UInt64(parent) & 1 == 0 }
    }
    var seen = closure(of: Array(parents))
    for event in graph.count..<(graph.count + length) {
      seen |= 1 << UInt64(event)
      closures.append(seen)
    }
    graph.append(session: session, length: length, parents: parents.sorted())
  }

  func closure(of tips: [Int]) -> UInt64 {
    tips.reduce(0) { $0 | closures[$1] }
  }

  /// The events in a list that no other one of them has seen, ascending.
  func latest(of events: [Int]) -> [Int] {
    Set(events).filter { event in
      events.allSatisfy { $0 == event || closures[$0] >> UInt64(event) & 1 == 0 }
    }.sorted()
  }

  /// Whether all events from an event on have seen all events before it.
  func isCut(_ start: Int) -> Bool {
    let before: UInt64 = (1 << UInt64(start)) - 1
    return closures[start...].allSatisfy { $0 & before == before }
  }

  /// Whether all events before this one are its ancestors, and all after it its
  /// descendants.
  func isCritical(_ event: Int) -> Bool {
    closures[event] == UInt64.max >> UInt64(63 - event)
      && closures[event...].allSatisfy { $0 >> UInt64(event) & 1 == 1 }
  }
}
