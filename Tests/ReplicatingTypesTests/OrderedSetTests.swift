// SPDX-License-Identifier: MIT

import TestInputs
import Testing

@testable import ReplicatingTypes
@testable import ReplicationLaws

@Suite struct OrderedSetTests {
  private static let letters = ["a", "b", "c", "d", "e"]

  private func subject(
    promise: Promise<ReplicatingOrderedSet<String>>?
  ) -> LawSubject<ReplicatingOrderedSet<String>, [String]> {
    LawSubject(
      "an ordered set",
      make: { ReplicatingOrderedSet<String>() },
      edits: [
        { set, random in
          let letter = random.pick(Self.letters)
          let limit = set.contains(letter) ? set.count - 1 : set.count
          let index = random.below(limit + 1)
          set.insert(letter, at: index)
          return Edit("put \(letter) at \(index)", touching: [letter])
        },
        { set, random in
          guard let letter = set.values.first else { return Edit("move nothing") }
          let index = random.below(set.count)
          set.move(letter, to: index)
          return Edit("move \(letter) to \(index)", touching: [letter])
        },
        { set, random in
          let letter = random.pick(Self.letters)
          return set.remove(letter) == nil
            ? Edit("remove nothing") : Edit("remove \(letter)", touching: [letter])
        },
      ],
      observe: { $0.values },
      promise: promise)
  }

  @Test func laws() throws {
    print(try LawDriver(subject(promise: nil), seed: 1).run(schedules: 500))
  }

  @Test func lawsInAllSmallStates() throws {
    let search = ExhaustiveSearch(
      subject(promise: nil),
      edits: [
        "replica.insert(\"a\", at: 0)": { $0.insert("a", at: 0) },
        "replica.append(\"b\")": { $0.append("b") },
        "replica.remove(\"a\")": { $0.remove("a") },
      ])
    print(try search.run(TestRun.scope(edits: 3)))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  @Test func theLastEditOfAnElementDecides() throws {
    let promise = Promise<ReplicatingOrderedSet<String>>.lastEditDecides(items: { Set($0.values) })
    print(try LawDriver(subject(promise: promise), seed: 2).run(schedules: 500))
  }

  @Test func behavesLikeAnArrayAlone() {
    var random = SeededGenerator(seed: 4)
    var set = ReplicatingOrderedSet<Int>()
    var model: [Int] = []
    for _ in 0..<1_000 {
      let element = random.below(20)
      let old = model.firstIndex(of: element)
      if random.below(4) == 0 {
        #expect(set.remove(element) == old.map { _ in element })
        model.removeAll { $0 == element }
      } else {
        model.removeAll { $0 == element }
        let index = random.below(model.count + 1)
        model.insert(element, at: index)
        set.insert(element, at: index)
      }
      #expect(set.values == model)
      #expect(set.count == model.count)
      #expect(set.firstIndex(of: element) == model.firstIndex(of: element))
    }
  }

  @Test func anElementMovedTwiceAtOnceStaysOneElement() {
    var mine: ReplicatingOrderedSet = ["a", "b", "c"]
    var yours = mine
    mine.move("c", to: 0)
    yours.move("c", to: 1)
    let merged = mine.merged(with: yours)
    #expect(merged.count == 3)
    #expect([["c", "a", "b"], ["a", "c", "b"]].contains(merged.values))
    #expect(yours.merged(with: mine).values == merged.values)
  }

  @Test func elementsAppendedTogetherStayTogether() {
    let base: ReplicatingOrderedSet = ["x"]
    var (mine, yours) = (base, base)
    for letter in ["a", "b", "c"] { mine.append(letter) }
    for letter in ["d", "e", "f"] { yours.append(letter) }
    let merged = mine.merged(with: yours).values
    #expect(
      [["x", "a", "b", "c", "d", "e", "f"], ["x", "d", "e", "f", "a", "b", "c"]].contains(merged))
  }
}
