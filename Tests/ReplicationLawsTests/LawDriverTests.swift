// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

struct LawDriverTests {
  @Test func lawfulTypesPass() throws {
    let journal = try LawDriver(.journal()).run()
    let choice = try LawDriver(.choice()).run()
    print(journal)
    print(choice)
    #expect(journal.schedules >= 200)
  }

  @Test func everyStepAndLawIsExercised() throws {
    let promise = Promise<Journal>.additionsSurvive(items: { Set($0.shown) })
    let report = try LawDriver(.journal(promise: promise)).run()
    #expect(Set(report.steps.keys) == Set(Step.Kind.allCases))
    #expect(Set(report.checks.keys) == Set(Law.allCases))
    #expect(report.lateDeltas.accepted > 0 && report.lateDeltas.refused > 0)
    #expect(report.emptyDeltas > 0)
  }

  @Test(arguments: [
    (Flaw.keepsIdentityInCopies, Law.allCases),
    (.sharesStorage, [.valueSemantics]),
    (.mintsWhenMerging, Law.allCases),
    (.mergesInPlaceByHalves, [.mergeInPlace, .commutativity, .convergence]),
    (.encodesInHashOrder, Law.allCases),
    (.forgetsWhenDecoded, [.encoding]),
    (.omitsInDelta, [.delta, .versions, .convergence]),
    (.saysNothingIsNew, [.delta, .convergence]),
    (.alwaysHasNews, [.silence, .versions]),
    (.changesWhenRefusing, [.refusal]),
    (.validatesEverything, [.refusal]),
    (.containsEverything, [.versions, .delta]),
    (.hasNoFirstDelta, [.delta, .bootstrap]),
  ])
  func brokenJournalsAreCaught(flaw: Flaw, laws: [Law]) throws {
    let violation = try #require(journalViolation(flaw))
    #expect(laws.contains(violation.law), "\(violation)")
  }

  @Test(arguments: [
    (Flaw.keepsLeftOnTies, [Law.commutativity, .convergence]),
    (.overwritesWithoutNewStamp, [.absorption, .commutativity]),
    (.trustsTheWallClock, [.absorption]),
  ])
  func brokenChoicesAreCaught(flaw: Flaw, laws: [Law]) throws {
    let violation = try #require(choiceViolation(flaw))
    #expect(laws.contains(violation.law), "\(violation)")
  }

  @Test func noFlawIsForgotten() {
    for flaw in Flaw.allCases {
      #expect(journalViolation(flaw) != nil || choiceViolation(flaw) != nil, "\(flaw)")
    }
  }

  @Test func aMergeThatAddsIsCaught() {
    let sums = LawSubject(
      "a sum", make: { Sum() },
      edits: [
        { sum, random in
          let more = 1 + random.below(3)
          sum.total += more
          return "add \(more)"
        }
      ],
      observe: \.total)
    #expect(throws: LawViolation.self) { try LawDriver(sums).run() }
  }

  @Test func aSeedRepeatsItsRun() throws {
    let first = try #require(choiceViolation(.keepsLeftOnTies))
    #expect(choiceViolation(.keepsLeftOnTies) == first)
    #expect(first.description.contains("DECENT_SEED=\(first.seed)"))
    #expect(first.script.count > 1)

    let runs = try (0..<2).map { _ in try LawDriver(.journal(), seed: 7).run(schedules: 20) }
    #expect(runs[0].description == runs[1].description)
  }

  private func journalViolation(_ flaw: Flaw) -> LawViolation? {
    violation(of: .journal(), flaw)
  }

  private func choiceViolation(_ flaw: Flaw) -> LawViolation? {
    violation(of: .choice(), flaw)
  }

  private func violation<Value, Observation>(
    of subject: LawSubject<Value, Observation>, _ flaw: Flaw
  ) -> LawViolation? {
    Flaw.$current.withValue(flaw) { () -> LawViolation? in
      do throws(LawViolation) {
        _ = try LawDriver(subject).run()
        return nil
      } catch {
        return error
      }
    }
  }
}
