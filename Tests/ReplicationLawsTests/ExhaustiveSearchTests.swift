// SPDX-License-Identifier: MIT

import Testing

@testable import ReplicationLaws

struct ExhaustiveSearchTests {
  private typealias ChoiceSearch = ExhaustiveSearch<Choice, String>

  private static func choices(promise: Promise<Choice>? = nil) -> ChoiceSearch {
    ExhaustiveSearch(
      .choice(promise: promise),
      edits: [
        "replica.choose(\"x\")": { $0.choose("x") },
        "replica.choose(\"y\")": { $0.choose("y") },
      ])
  }

  private static func journals() -> ExhaustiveSearch<Journal, [String]> {
    ExhaustiveSearch(.journal(), edits: ["replica.write(\"x\")": { $0.write("x") }])
  }

  private static func shelves() -> ExhaustiveSearch<Shelf, [String]> {
    ExhaustiveSearch(
      .shelf(),
      edits: [
        "replica.write(\"x\", in: \"a\")": { $0.write("x", in: "a") },
        "replica.put(\"y\", as: \"a\")": { $0.put("y", as: "a") },
        "replica.remove(\"a\")": { $0.remove("a") },
      ])
  }

  /// The violation that a search finds in a type with a flaw.
  private static func violation<Value, Observation>(
    _ flaw: Flaw, _ search: ExhaustiveSearch<Value, Observation>,
    _ sessions: SearchScope.Sessions = .apart
  ) -> LawViolation? {
    Flaw.$current.withValue(flaw) {
      do throws(LawViolation) {
        _ = try search.run(SearchScope(edits: 3, merges: 3, sessions: sessions))
        return nil
      } catch {
        return error
      }
    }
  }

  /// How many edits and merges a script makes.
  private static func changes(_ violation: LawViolation) -> Int {
    violation.script.filter { line in
      [".choose(", ".write(", ".put(", ".remove(\"", ".merge("].contains { line.contains($0) }
        && !line.contains("received") && !line.contains("merged.merge")
    }.count
  }

  // MARK: Lawful types

  @Test func lawfulTypesPass() throws {
    for sessions in [SearchScope.Sessions.apart, .continued] {
      print(try Self.choices().run(SearchScope(sessions: sessions)))
      print(try Self.journals().run(SearchScope(sessions: sessions)))
      print(try Self.shelves().run(SearchScope(edits: 3, merges: 3, sessions: sessions)))
    }
  }

  /// The states of one edit, one merge and three replicas, counted by hand. No replica has edited;
  /// one of three has; one of the two others knows of it.
  @Test func statesAreCounted() throws {
    let report = try Self.journals().run(
      SearchScope(edits: 1, merges: 1, clocks: [[1, 1, 1]]))
    #expect(report.states == 1 + 3 + 3 * 2)
    // The start allows three edits and six merges that change nothing. An edit allows six merges.
    // Then nothing more is allowed.
    #expect(report.transitions == 3 + 6 + 3 * 6)
    #expect(report.checks[.convergence, default: 0] > 0)
  }

  /// Two searches stand for seven.
  @Test func differentClocksInAnyOrderAreOneSearch() throws {
    let scope = SearchScope(edits: 3, merges: 3, clocks: SearchScope.allClocks)
    let states = try Self.choices().run(scope).parts.map(\.states)
    #expect(Set(states.dropLast()).count == 1)
    let shelves = try Self.shelves().run(
      SearchScope(edits: 2, merges: 2, clocks: SearchScope.allClocks)
    ).parts.map(\.states)
    #expect(Set(shelves.dropLast()).count == 1)
  }

  /// Two edits on one device would get one identity.
  @Test func eachEditOfASearchHasItsDevice() {
    let devices = SearchDevices(clocks: [1, 1, 1], sessions: .apart)
    let bits = (0..<SearchScope.replicaCount).flatMap { replica in
      (0..<1000).map { devices.bits(replica: replica, edits: $0) }
    }
    #expect(Set(bits + [SearchDevices.originBits]).count == bits.count + 1)
  }

  @Test func aScopeThatIsTooLargeIsSaid() async throws {
    SearchScope.requireNumber(2_097_151, of: "states")
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      SearchScope.requireNumber(2_097_152, of: "states")
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("a search of more than 2097152 states: choose fewer"), "\(said)")
  }

  @Test func promisesAreHeldAgainstWhatWasSeen() throws {
    let scope = SearchScope(edits: 3, merges: 3)
    let value: (Choice) -> Set<String> = { [$0.value] }
    let kept = try Self.choices(promise: .oneOfTheLastEdits(items: value)).run(scope)
    #expect(kept.checks[.promise, default: 0] > 0)
    // The items seen are a part of the state.
    #expect(try kept.states > Self.choices().run(scope).states)

    let violation = #expect(throws: LawViolation.self) {
      try Self.choices(promise: .additionsSurvive(items: value)).run(scope)
    }
    #expect(violation?.law == .promise)
  }

  // MARK: Broken types

  /// The script has two edits that tie, and no other changes.
  @Test func tiesByArrival() throws {
    let violation = try #require(Self.violation(.keepsLeftOnTies, Self.choices()))
    #expect(violation.law == .commutativity)
    #expect(Self.changes(violation) == 2, "\(violation)")
  }

  @Test func deltasThatOmitRemovals() throws {
    let violation = try #require(Self.violation(.omitsRemovalsInDelta, Self.shelves()))
    #expect([.delta, .versions].contains(violation.law))
    #expect(Self.changes(violation) == 2, "\(violation)")
    #expect(violation.script.contains { $0.hasPrefix("  return ") && !$0.contains("//") })
  }

  /// The script has an edit that makes something to replace, and the assignment.
  @Test func anAssignmentThatResurrects() throws {
    let violation = try #require(Self.violation(.assignsIntoTheOldLife, Self.shelves()))
    #expect(violation.law == .absorption)
    #expect(Self.changes(violation) == 2, "\(violation)")
  }

  @Test func deltasThatMissANestedUpdate() throws {
    let violation = try #require(Self.violation(.missesNestedUpdates, Self.shelves()))
    #expect([.delta, .versions].contains(violation.law))
    #expect(Self.changes(violation) == 2, "\(violation)")
  }

  /// The mistake shows only if a session has two edits.
  @Test func aDeltaThatDropsTheLastOfSeveral() throws {
    let violation = try #require(
      Self.violation(.omitsInDelta, Self.journals(), .continued))
    #expect([.delta, .versions].contains(violation.law))
    #expect(Self.changes(violation) == 2, "\(violation)")
    #expect(Self.violation(.omitsInDelta, Self.journals(), .apart) == nil)
  }

  @Test func aMergeThatTicks() throws {
    let violation = try #require(Self.violation(.mintsWhenMerging, Self.journals()))
    #expect(Self.changes(violation) == 0, "\(violation)")
  }

  @Test func storageThatIsShared() throws {
    let violation = try #require(Self.violation(.sharesStorage, Self.journals()))
    #expect(violation.law == .valueSemantics)
    #expect(Self.changes(violation) == 1, "\(violation)")
  }

  /// The script of a search breaks the law as the script of a random run does.
  @Test func theScriptSaysHowToLookAgain() throws {
    let violation = try #require(Self.violation(.keepsLeftOnTies, Self.choices()))
    let text = violation.description
    #expect(text.contains("in a search of 3 edits and 3 merges with clocks [1000, 1000, 1000]"))
    #expect(text.contains("{ a.choose(\"x\") }"))
    #expect(text.contains("{ b.choose("))
    #expect(text.contains("return a.merged(with: b) == b.merged(with: a)"))
  }
}
