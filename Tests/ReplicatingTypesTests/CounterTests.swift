// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

@Suite struct CounterTests {
  private func subject() -> LawSubject<ReplicatingCounter, Int> {
    LawSubject(
      "a counter",
      make: { ReplicatingCounter() },
      edits: [
        { counter, random in
          let amount = 1 + random.below(9)
          counter.increment(by: amount)
          return Edit("count up by \(amount)")
        },
        { counter, random in
          let amount = 1 + random.below(9)
          counter.decrement(by: amount)
          return Edit("count down by \(amount)")
        },
      ],
      observe: { $0.value })
  }

  @Test func laws() throws {
    print(try LawDriver(subject(), seed: 1).run(schedules: 1_000))
  }

  @Test func lawsInAllSmallStates() throws {
    let search = ExhaustiveSearch(
      subject(),
      edits: [
        "replica.increment()": { $0.increment() },
        "replica.decrement(by: 2)": { $0.decrement(by: 2) },
      ])
    print(try search.run(TestRun.scope()))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  /// Each edit adds another power of two, so that the total names the edits in
  /// it.
  @Test func everyCountCountsOnce() throws {
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var counters = [ReplicatingCounter](repeating: ReplicatingCounter(), count: 3)
      var seen = [0, 0, 0]
      for edit in 0..<20 {
        let (index, other) = (random.below(3), random.below(3))
        if random.below(3) == 0 {
          counters[index].merge(counters[other])
          seen[index] |= seen[other]
        } else {
          counters[index].increment(by: 1 << edit)
          seen[index] |= 1 << edit
        }
      }
      if counters.map(\.value) != seen { Issue.record("seed \(seed)") }
    }
  }

  @Test func copiesCountApart() {
    var first = ReplicatingCounter(10)
    var second = first
    first.increment()
    second.increment()
    #expect(first.merged(with: second).value == 12)
  }

  @Test func countsBeyondAnIntAreClampedAndComeBack() {
    var counter = ReplicatingCounter(.max)
    counter.increment(by: .max)
    counter.increment(by: .max)
    counter.increment(by: .max)
    #expect(counter.value == .max)
    counter.decrement(by: .max)
    counter.decrement(by: .max)
    counter.decrement(by: .max)
    #expect(counter.value == .max)
    counter.decrement()
    #expect(counter.value == .max - 1)
    counter.increment(by: .min)
    #expect(counter.value == -2)
  }
}
