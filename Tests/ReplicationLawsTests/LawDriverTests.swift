// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import Testing

struct LawDriverTests {
  @Test func lawfulTypesPass() throws {
    let journal = try LawDriver(.journal()).run()
    let choice = try LawDriver(.choice()).run()
    print(journal)
    print(choice)
    print(try LawDriver(.shelf()).run())
    print(try LawDriver(.card()).run())
    #expect(journal.schedules >= 200)
  }

  @Test func everyStepAndLawIsExercised() throws {
    let promise = Promise<Journal>.additionsSurvive(items: { Set($0.shown) })
    let journal = try LawDriver(.journal(promise: promise)).run()
    #expect(Set(journal.steps.keys) == Set(Step.Kind.allCases))
    #expect(Set(journal.replicas.keys) == [3, 4, 5, 6])
    #expect(journal.lateDeltas.accepted > 0 && journal.lateDeltas.refused > 0)
    #expect(journal.emptyDeltas > 0)
    #expect(journal.merges.concurrent > 0 && journal.merges.forward > 0)

    let others = [
      try LawDriver(.shelf()).run().checks, try LawDriver(.card()).run().checks,
      try LawDriver(.choice(directMerge: { $0.merged(with: $1) })).run().checks,
    ]
    let laws = others.reduce(Set(journal.checks.keys)) { $0.union($1.keys) }
    #expect(laws == Set(Law.allCases))
  }

  @Test func theReportSaysWhatWasNotChecked() throws {
    let card = try LawDriver(.card()).run(schedules: 50).description
    #expect(
      card.contains(
        "not checked: bytes (it is neither BinaryCodable nor Codable), versions and deltas"))
    #expect(card.contains("properties merged: note "))
    #expect(card.contains("dispatch (directMerge: is not given)"))
    #expect(card.contains("promise (promise: is not given)"))
    let promise = Promise<Choice>.oneOfTheLastEdits(items: { [$0.value] })
    let choice = try LawDriver(
      .choice(promise: promise, directMerge: { $0.merged(with: $1) })
    ).run().description
    let missing = choice.split(separator: "\n").filter { $0.hasPrefix("  not checked: ") }
    #expect(missing.count == 1)
    #expect(missing.allSatisfy { $0.contains("order (") && $0.contains("every property (") })
    #expect(missing.allSatisfy { !$0.contains("dispatch") && !$0.contains("promise") })
    #expect(missing.allSatisfy { !$0.contains("bytes") && !$0.contains("delta") })
  }

  private static let journalFlaws: [(Flaw, [Law])] = [
    (Flaw.keepsIdentityInCopies, Law.allCases),
    (.sharesStorage, [.valueSemantics]),
    (.mintsWhenMerging, Law.allCases),
    (
      .mergesInPlaceByHalves, [.mergeInPlace, .writeBack, .commutativity, .convergence, .delta]
    ),
    (.encodesInHashOrder, Law.allCases),
    (.forgetsWhenDecoded, [.encoding]),
    (.omitsInDelta, [.delta, .versions, .convergence]),
    (.saysNothingIsNew, [.delta, .convergence]),
    (.alwaysHasNews, [.silence, .versions]),
    (.changesWhenRefusing, [.refusal]),
    (.validatesEverything, [.refusal]),
    (.containsEverything, [.versions, .delta]),
    (.hasNoFirstDelta, [.delta, .bootstrap]),
  ]

  @Test(arguments: journalFlaws)
  func brokenJournalsAreCaught(flaw: Flaw, laws: [Law]) throws {
    let violation = try #require(journalViolation(flaw))
    #expect(laws.contains(violation.law), "\(violation)")
  }

  private static let choiceFlaws: [(Flaw, [Law])] = [
    (Flaw.keepsLeftOnTies, [Law.commutativity, .convergence]),
    (.overwritesWithoutNewStamp, [.absorption, .commutativity]),
    (.trustsTheWallClock, [.absorption, .commutativity]),
  ]

  @Test(arguments: choiceFlaws)
  func brokenChoicesAreCaught(flaw: Flaw, laws: [Law]) throws {
    let violation = try #require(choiceViolation(flaw))
    #expect(laws.contains(violation.law), "\(violation)")
  }

  @Test func noFlawIsForgotten() {
    let flaws = (Self.journalFlaws + Self.choiceFlaws).map(\.0) + BrokenTypesTests.flaws
    #expect(Set(flaws) == Set(Flaw.allCases))
  }

  @Test func aSeedRepeatsItsRun() throws {
    let first = try #require(choiceViolation(.keepsLeftOnTies))
    #expect(choiceViolation(.keepsLeftOnTies) == first)
    guard case .schedule(_, let seed) = first.origin else {
      Issue.record("\(first.origin)")
      return
    }
    #expect(first.description.contains("DECENT_SEED=\(seed)"))
    #expect(first.script.count > 1)
    #expect(try #require(shelfViolation()).description == shelfViolation()?.description)

    let runs = try (0..<2).map { _ in try LawDriver(.journal(), seed: 7).run(schedules: 20) }
    #expect(runs[0].description == runs[1].description)
  }

  private func journalViolation(_ flaw: Flaw) -> LawViolation? {
    flaw.violation(of: .journal())
  }

  private func choiceViolation(_ flaw: Flaw) -> LawViolation? {
    flaw.violation(of: .choice())
  }

  private func shelfViolation() -> LawViolation? {
    Flaw.missesNestedUpdates.violation(of: .shelf())
  }
}
