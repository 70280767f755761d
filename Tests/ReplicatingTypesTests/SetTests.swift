// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

@Suite struct SetTests {
  private static let letters = ["a", "b", "c", "d"]

  private func subject(
    promise: Promise<ReplicatingSet<String>>?
  ) -> LawSubject<ReplicatingSet<String>, [String]> {
    LawSubject(
      "a set",
      make: { ReplicatingSet<String>() },
      edits: [
        { set, random in
          let letter = random.pick(Self.letters)
          set.insert(letter)
          return Edit("insert \(letter)", touching: [letter])
        },
        { set, random in
          let letter = random.pick(Self.letters)
          return set.remove(letter) == nil
            ? Edit("remove nothing") : Edit("remove \(letter)", touching: [letter])
        },
      ],
      observe: { Array($0) },
      promise: promise)
  }

  @Test func laws() throws {
    print(try LawDriver(subject(promise: nil), seed: 1).run(schedules: 500))
  }

  @Test func lawsInAllSmallStates() throws {
    let search = ExhaustiveSearch(
      subject(promise: nil),
      edits: [
        "replica.insert(\"a\")": { $0.insert("a") },
        "replica.insert(\"b\")": { $0.insert("b") },
        "replica.remove(\"a\")": { $0.remove("a") },
      ])
    print(try search.run(TestRun.scope()))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  @Test func theLastEditOfAnElementDecides() throws {
    let promise = Promise<ReplicatingSet<String>>.lastEditDecides(items: { $0.values })
    print(try LawDriver(subject(promise: promise), seed: 2).run(schedules: 500))
  }

  @Test func behavesLikeASetAlone() {
    var random = SeededGenerator(seed: 3)
    var set = ReplicatingSet<Int>()
    var model = Set<Int>()
    for _ in 0..<2_000 {
      let element = random.below(50)
      if random.below(2) == 0 {
        #expect(set.insert(element).inserted == model.insert(element).inserted)
      } else {
        #expect(set.remove(element) == model.remove(element))
      }
      #expect(set.contains(element) == model.contains(element))
    }
    #expect(set.values == model)
    #expect(set.count == model.count)
    #expect(Set(set) == model)
  }

  @Test func twoSpellingsOfALetterStayOneElementWithOneSpelling() throws {
    var composed = ReplicatingSet<String>()
    var decomposed = composed
    composed.insert("\u{e9}")
    decomposed.insert("e\u{301}")
    let (left, right) = (composed.merged(with: decomposed), decomposed.merged(with: composed))
    #expect(left.count == 1)
    #expect(left == right)
    #expect(try left.encoded() == right.encoded())
  }

  @Test func aDeltaThatSkipsEditsIsRefused() throws {
    var sender: ReplicatingSet = ["a"]
    let middle = sender.version
    sender.insert("b")
    let delta = try #require(sender.delta(since: middle))
    var receiver = ReplicatingSet<String>()
    #expect(throws: MissingHistory.self) { try receiver.merge(delta: delta) }
    #expect(receiver == ReplicatingSet<String>())
  }

  @Test func theLastEditsOfElementsAreTold() {
    var set = ReplicatingSet<String>()
    #expect(set.lastEdits.isEmpty)
    let (one, two) = (
      ReplicationEnvironment(milliseconds: { 1_000 }, random: { 1 }),
      ReplicationEnvironment(milliseconds: { 2_000 }, random: { 2 })
    )
    one.run {
      set.insert("a")
      set.insert("b")
    }
    two.run { _ = set.remove("a") }
    let edits = set.lastEdits.sorted { $0.element < $1.element }
    #expect(edits.map(\.element) == ["a", "b"])
    #expect(edits.map(\.isInsert) == [false, true])
    #expect(edits.map(\.time.milliseconds) == [2_000, 1_000])
    #expect(edits.map(\.dot.session.run.milliseconds) == [2_000, 1_000])
  }
}
