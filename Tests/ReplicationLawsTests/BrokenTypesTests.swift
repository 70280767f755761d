// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import Testing

/// The most frequent mistakes, each caught in 2,000 schedules and shown in a few steps.
struct BrokenTypesTests {
  private static let fewSteps = 8

  /// The flaws that only this suite tests.
  static let flaws: [Flaw] = [
    .omitsRemovalsInDelta, .missesNestedUpdates, .assignsIntoTheOldLife, .listsByArrival,
    .forgetsAProperty, .losesInDeltaBytes,
  ]

  private func check(
    _ violation: LawViolation?, _ laws: Set<Law>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let violation = try #require(violation, sourceLocation: sourceLocation)
    #expect(laws.contains(violation.law), "\(violation)", sourceLocation: sourceLocation)
    #expect(violation.steps <= Self.fewSteps, "\(violation)", sourceLocation: sourceLocation)
  }

  @Test func aSummedCounter() throws {
    try check(
      LawViolation.found(in: .sum()),
      [.idempotence, .absorption, .delta, .repeatedDelta, .versions, .convergence])
  }

  @Test func aMergeThatTicks() throws {
    try check(
      Flaw.mintsWhenMerging.violation(of: .journal()),
      [
        .commutativity, .associativity, .idempotence, .absorption, .mergeInPlace, .delta, .versions,
        .convergence,
      ])
  }

  @Test func tiesByArrival() throws {
    try check(Flaw.keepsLeftOnTies.violation(of: .choice()), [.commutativity, .convergence])
  }

  @Test func deltasThatOmitRemovals() throws {
    try check(
      Flaw.omitsRemovalsInDelta.violation(of: .shelf()),
      [.delta, .versions, .bootstrap, .convergence])
  }

  @Test func deltasThatMissANestedUpdate() throws {
    try check(
      Flaw.missesNestedUpdates.violation(of: .shelf()), [.delta, .versions, .convergence])
  }

  @Test func anIdentityKeptByACopy() throws {
    try check(
      Flaw.keepsIdentityInCopies.violation(of: .journal()),
      [.commutativity, .associativity, .delta, .versions, .convergence])
  }

  /// Any law may notice: all compare bytes. A dictionary lists its keys by the address of its
  /// storage, so one plan breaks a law in one execution and keeps it in the next. The number of
  /// steps is therefore up to chance.
  @Test func hashOrderInBytes() throws {
    let violation = try #require(Flaw.encodesInHashOrder.violation(of: .journal()))
    #expect(violation.finding.contains("bytes"), "\(violation)")
  }

  /// The broken law is that of the encoding, although the form is canonical, and no law of deltas.
  @Test func bytesThatLoseAPartOfADelta() throws {
    let violation = Flaw.losesInDeltaBytes.violation(of: .journal())
    try check(violation, [.encoding])
    #expect(
      violation?.script.contains {
        $0.contains("merge(delta: type(of: letter).init(encoded: letter.encoded()))")
      } == true)
  }

  @Test func orderOfArrival() throws {
    try check(Flaw.listsByArrival.violation(of: .shelf()), [.order])
  }

  /// No comparison of values finds the flaw if equality forgets the property too.
  @Test func aForgottenProperty() throws {
    try check(Flaw.forgetsAProperty.violation(of: .card()), [.fields, .convergence])
    let hidden = LawSubject(
      "a card of which the note is not shown", make: { Card() },
      edits: [LawSubject.editTitle, LawSubject.editNote], observe: { $0.title.value })
    try check(Flaw.forgetsAProperty.violation(of: hidden), [.fields])
  }

  @Test func aPropertyThatNoEditChanges() throws {
    let violation = try #require(LawViolation.found(in: .card(edits: [LawSubject.editTitle])))
    #expect(violation.law == .fields)
    #expect(violation.finding.hasPrefix("no edit ever changed the property note"))
    let unchecked = LawSubject.card(edits: [LawSubject.editTitle], checksFields: false)
    #expect(LawViolation.found(in: unchecked) == nil)
  }

  @Test func aMergeThatGenericCodeDoesNotFind() throws {
    try check(
      LawViolation.found(in: .wrapper(directMerge: { $0.merged(with: $1) })), [.dispatch])
    #expect(LawViolation.found(in: .wrapper()) == nil)
  }

  /// A struct that stores whatever is assigned.
  private struct Careless: FieldListing, Equatable {
    var choice = Choice()

    var listingFault: String? { nil }

    func disagreement(with other: Careless) -> String? { nil }

    func merged(with other: Careless) -> Careless {
      Careless(choice: choice.merged(with: other.choice))
    }

    func assigned(over old: Careless) -> Careless { self }
  }

  @Test func anAssignmentThatGoesBack() throws {
    let careless = LawSubject(
      "a struct that stores whatever is assigned", make: { Careless() },
      edits: [
        { value, random in
          value.choice.choose(random.pick(["a", "b"]))
          return "choose"
        }
      ], observe: { $0.choice.value })
    try check(LawViolation.found(in: careless), [.writeBack])
  }

  @Test func anAssignmentThatResurrects() throws {
    try check(
      Flaw.assignsIntoTheOldLife.violation(of: .shelf()), [.absorption, .versions])
  }
}
