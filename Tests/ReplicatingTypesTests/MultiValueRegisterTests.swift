// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

@Suite struct MultiValueRegisterTests {
  private func subject() -> LawSubject<ReplicatingMultiValueRegister<Int>, [Int]> {
    LawSubject(
      "a multi-value register",
      make: { ReplicatingMultiValueRegister<Int>() },
      edits: [
        { register, random in
          let value = random.below(5)
          register.set(value)
          return Edit("set \(value)")
        }
      ],
      observe: { $0.values })
  }

  @Test func laws() throws {
    print(try LawDriver(subject(), seed: 1).run(schedules: 1_000))
  }

  @Test func lawsInAllSmallStates() throws {
    let search = ExhaustiveSearch(
      subject(),
      edits: [
        "replica.set(1)": { $0.set(1) },
        "replica.set(2)": { $0.set(2) },
      ])
    print(try search.run(TestRun.scope()))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  @Test func everyValueNotSeenByALaterOneIsKept() throws {
    let names = DifferentNames()
    let subject = LawSubject(
      "a multi-value register of different values",
      make: { ReplicatingMultiValueRegister<String>() },
      edits: [
        { register, random in
          let new = names.next()
          let replaced = Set(register.values)
          register.set(new)
          return Edit("set \(new)", touching: replaced.union([new]))
        }
      ],
      observe: { $0.values },
      promise: .additionsSurvive(items: { Set($0.values) }))
    print(try LawDriver(subject, seed: 2).run(schedules: 1_000))
  }

  @Test func concurrentChoicesStandNewestFirst() {
    let early = ReplicationEnvironment(milliseconds: { 1_000 }, random: { 1 })
    let late = ReplicationEnvironment(milliseconds: { 2_000 }, random: { 2 })
    var first = early.run { ReplicatingMultiValueRegister("base") }
    var second = first
    late.run { first.set("late") }
    early.run { second.set("early") }
    second.merge(first)
    #expect(second.values == ["late", "early"])
    early.run { second.set("decided") }
    #expect(second.merged(with: first).values == ["decided"])
  }
}
