// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// The causal graph against sets of ancestors.
@Suite struct CausalGraphTests {
  private func bits(_ ranges: [Range<Int>]) -> UInt64 {
    ranges.joined().reduce(0) { $0 | 1 << UInt64($1) }
  }

  private func isAscending(_ ranges: [Range<Int>]) -> Bool {
    ranges.allSatisfy { !$0.isEmpty }
      && zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }

  @Test(arguments: [false, true])
  func differences(hasRedundantParents: Bool) {
    var random = TestRun.generator(seed: 1)
    for run in 0..<TestRun.length(2_000) {
      let random64 = RandomGraph(&random, hasRedundantParents: hasRedundantParents)
      let graph = random64.graph
      for _ in 0..<5 {
        let first = (0..<random.below(4)).map { _ in random.below(graph.count) }
        let second =
          random.oneIn(3)
          ? graph.frontier : (0..<random.below(4)).map { _ in random.below(graph.count) }
        let difference = graph.difference(first, second)
        let (seenByFirst, seenBySecond) = (
          random64.closure(of: first), random64.closure(of: second)
        )
        guard graph.withoutAncestors(first) == random64.latest(of: first),
          isAscending(difference.onlyFirst), isAscending(difference.onlySecond),
          bits(difference.onlyFirst) == seenByFirst & ~seenBySecond,
          bits(difference.onlySecond) == seenBySecond & ~seenByFirst,
          graph.events(seenBy: second, butNotBy: first) == difference.onlySecond,
          [1, 4, 32].allSatisfy({
            graph.isSeen(second, by: first, firstWalk: $0) == difference.onlySecond.isEmpty
          })
        else {
          Issue.record("run \(run): \(first) and \(second)")
          return
        }
      }
    }
  }

  #if DECENT_INVARIANTS
    /// Three devices that edit in rounds. Each builds on its own last edit, and on those of the others
    /// two rounds before.
    private func neverAgreed(rounds: Int) -> CausalGraph {
      var graph = CausalGraph()
      for round in 0..<rounds {
        for device in 0..<3 {
          let parents = (0..<3).map { 3 * (round - ($0 == device ? 1 : 2)) + $0 }.filter { $0 >= 0 }
          graph.append(
            session: SessionID(run: RunID(rawValue: 1), number: UInt32(graph.count)), length: 1,
            parents: parents.sorted())
        }
      }
      return graph
    }

    @Test func versionsFarApartAreComparedInFewSteps() {
      for rounds in [100, 1_000, 10_000] {
        let graph = neverAgreed(rounds: rounds)
        let (old, late) = (0..<9, (graph.count - 9)..<graph.count)
        for (events, versions, areSeen) in [(old, late, true), (late, old, false)] {
          let work = WorkCounter.during {
            for event in events {
              for version in versions {
                #expect(graph.isSeen([event], by: [version]) == areSeen)
              }
            }
          }
          #expect(work.runs < 81 * 80, "\(rounds) rounds: \(work.runs) runs")
        }
      }
    }
  #endif

  @Test func tipsAreTheEventsThatNobodyBuildsOn() {
    var random = TestRun.generator(seed: 2)
    for run in 0..<TestRun.length(2_000) {
      let random64 = RandomGraph(&random, hasRedundantParents: run % 2 == 0)
      let graph = random64.graph
      var tips = Set(0..<graph.count)
      for event in 0..<graph.count { tips.subtract(graph.parents(of: event)) }
      if graph.frontier != tips.sorted() { Issue.record("run \(run): \(graph.frontier)") }
      for event in 0..<graph.count {
        let dot = graph.dot(of: event)
        let parents = graph.parents(of: event)
        let lamport = (parents.map { graph.age(of: $0).lamport }.max() ?? 0) + 1
        guard graph.index(of: dot) == event, graph.count(of: dot.session) > dot.number,
          graph.lamport(of: event) == lamport, graph.age(of: event).session == dot.session,
          random64.closure(of: parents) | 1 << UInt64(event) == random64.closures[event]
        else {
          Issue.record("run \(run), event \(event)")
          return
        }
      }
    }
  }

  /// A critical event may go unnoticed if parents are redundant. That only costs time.
  @Test(arguments: [false, true])
  func stretches(hasRedundantParents: Bool) {
    var random = TestRun.generator(seed: 3)
    for run in 0..<TestRun.length(2_000) {
      let random64 = RandomGraph(&random, hasRedundantParents: hasRedundantParents)
      let count = random64.graph.count
      for firstNew in 0...count {
        let stretches = stretches(of: random64.graph, from: firstNew)
        if !isRight(stretches, firstNew, random64, isExact: !hasRedundantParents) {
          Issue.record("run \(run), from \(firstNew) of \(count): \(stretches)")
          return
        }
      }
    }
  }

  /// The stretches that hold all events from `firstNew` on, in order. The first
  /// begins earlier if new events are concurrent with known ones.
  private func stretches(
    of graph: CausalGraph, from firstNew: Int
  ) -> [CausalGraph.Stretch] {
    var walk = graph.stretchWalk()
    _ = graph.walk(&walk, toStartBefore: firstNew, limit: .max)
    let found = Array(walk.stretches.reversed())
    if walk.start <= firstNew { return found }
    return [CausalGraph.Stretch(events: 0..<walk.start, isCritical: false)] + found
  }

  private func isRight(
    _ stretches: [CausalGraph.Stretch], _ firstNew: Int, _ random64: RandomGraph, isExact: Bool
  ) -> Bool {
    let count = random64.graph.count
    guard let first = stretches.first else { return firstNew == count }
    let ends = stretches.map(\.events.upperBound)
    let starts = stretches.map(\.events.lowerBound)
    guard stretches.allSatisfy({ !$0.events.isEmpty }),
      Array(starts.dropFirst()) == ends.dropLast(),
      ends.last == count, starts[0] <= firstNew, !first.isCritical || starts[0] == firstNew,
      first.events.upperBound > firstNew
    else { return false }
    for stretch in stretches {
      for event in stretch.events {
        let isCritical = random64.isCritical(event)
        if stretch.isCritical != isCritical, isExact || stretch.isCritical { return false }
      }
      // A replay begins at the version before the stretch. All its events must build on that
      // version.
      if !stretch.isCritical, !random64.isCut(stretch.events.lowerBound) { return false }
    }
    return true
  }

  @Test func replayOrderIsTopological() {
    var random = TestRun.generator(seed: 4)
    for run in 0..<TestRun.length(2_000) {
      let random64 = RandomGraph(&random, hasRedundantParents: run % 2 == 0)
      let graph = random64.graph
      let start = random.below(graph.count + 1)
      let end = start + random.below(graph.count - start + 1)
      let parts = graph.replayOrder(of: start..<end)
      let pieces = parts.map(\.events)
      var done = UInt64(0)
      for (piece, part) in zip(pieces, parts) {
        let parents = graph.parents(of: piece.lowerBound).filter { $0 >= start }
        if parents.contains(where: { done >> UInt64($0) & 1 == 0 })
          || graph.run(of: piece.lowerBound) != part.run
          || graph.run(of: piece.upperBound - 1) != part.run
        {
          Issue.record("run \(run): \(piece) of \(pieces)")
          return
        }
        done |= bits([piece])
      }
      let isPermutation = pieces.reduce(0) { $0 + $1.count } == end - start
      if done != bits([start..<end]) || !isPermutation { Issue.record("run \(run): \(pieces)") }
    }
  }
}
