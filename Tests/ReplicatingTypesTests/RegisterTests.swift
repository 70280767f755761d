// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

@Suite struct RegisterTests {
  private func subject() -> LawSubject<ReplicatingRegister<Int>, Int> {
    LawSubject(
      "a register",
      make: { ReplicatingRegister(default: 0) },
      edits: [
        { register, random in
          register.value = random.below(5)
          return Edit("set \(register.value)", touching: ["\(register.value)"])
        }
      ],
      observe: { $0.value },
      promise: .oneOfTheLastEdits(items: { ["\($0.value)"] }))
  }

  @Test func laws() throws {
    print(try LawDriver(subject(), seed: 1).run(schedules: 1_000))
  }

  @Test func lawsInAllSmallStates() throws {
    let search = ExhaustiveSearch(
      subject(),
      edits: [
        "replica.value = 1": { $0.value = 1 },
        "replica.value = 2": { $0.value = 2 },
      ])
    print(try search.run(TestRun.scope()))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  @Test func initializedRegistersFollowTheLaws() throws {
    let subject = LawSubject(
      "a register with a value of its own",
      make: { ReplicatingRegister("first") },
      edits: [
        { register, random in
          register.value = random.pick(["a", "b", "é"])
          return Edit("set \(register.value)")
        }
      ],
      observe: { $0.value })
    print(try LawDriver(subject, seed: 2).run(schedules: 1_000))
  }

  /// A value that is confirmed long after it was set loses to what others set meanwhile.
  @Test func aConfirmedValueIsAsOldAsItWas() {
    func at<Result>(_ time: UInt64, _ body: () -> Result) -> Result {
      ReplicationEnvironment(milliseconds: { time }, random: { .random(in: 0 ... .max) }).run(body)
    }
    let base = at(10) { ReplicatingRegister("old") }
    var (mine, theirs) = (base, base)
    at(20) { theirs.value = "new" }
    at(30) { mine.confirm() }
    #expect(mine.value == "old" && !base.contains(mine.version))
    #expect(mine.version.time.milliseconds == 10)
    for (one, other) in [(mine, theirs), (theirs, mine)] {
      var merged = one
      merged.merge(other)
      #expect(merged.value == "new")
    }
    at(40) { mine.value = "newest" }
    theirs.merge(mine)
    #expect(theirs.value == "newest")
  }

  @Test func copiesChangedAtOnceNeverTie() {
    let frozen = ReplicationEnvironment(milliseconds: { 0 }, random: { 7 })
    frozen.run {
      let base = ReplicatingRegister("base", stamp: RegisterStamp(replacing: .zero))
      var (left, right) = (base, base)
      left.value = "left"
      right.value = "right"
      #expect(left.stamp != right.stamp)
      #expect(left.merged(with: right) == right.merged(with: left))
    }
  }

  @Test func aDefaultGivesWayToEveryChoice() {
    let early = ReplicationEnvironment(milliseconds: { 0 }, random: { 7 })
    let chosen = early.run { ReplicatingRegister("chosen") }
    let fresh = ReplicatingRegister(default: "default")
    #expect(fresh.merged(with: chosen).value == "chosen")
    #expect(chosen.merged(with: fresh).value == "chosen")
    #expect(fresh.delta(since: RegisterStamp()) == nil)
  }

  @Test func theLastTimeIsNotTheEndOfEditing() {
    let last = HybridTimestamp(rawValue: .max)
    let end = ReplicationEnvironment(milliseconds: { .max }, random: { 3 })
    end.run {
      var register = ReplicatingRegister("x")
      for value in 0..<100_000 where value % 50_000 == 0 { register.value = "\(value)" }
      #expect(register.stamp.time <= last)
      #expect(last.successor == last)
    }
  }

  @Test func aRegisterThatHoldsNoNumberEqualsItsCopy() throws {
    let register = ReplicatingRegister(Double.nan)
    let copy = try ReplicatingRegister<Double>(encoded: register.encoded())
    #expect(register == register && register == copy)
    #expect(register != ReplicatingRegister(Double.nan))
    var values: ReplicatingDictionary<String, ReplicatingRegister<Double>> = ["a": register]
    let version = values.version
    values["a"] = copy
    #expect(values.version == version)
  }

  @Test func theVersionTellsTheRunAndTheTimeOfTheEdit() {
    let phone = ReplicationEnvironment(milliseconds: { 2_000 }, random: { 2 })
    var register = ReplicatingRegister(default: "")
    phone.run { register.value = "tea" }
    #expect(register.version.time.milliseconds == 2_000)
    var text = ReplicatingText()
    phone.run { text.append("tea") }
    #expect(register.version.run == text.newestRun)
  }
}
