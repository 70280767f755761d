// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

@Suite struct ArrayTests {
  private func subject() -> LawSubject<ReplicatingArray<Int>, [Int]> {
    LawSubject(
      "an array",
      make: { ReplicatingArray<Int>() },
      edits: [
        { array, random in
          let index = random.below(array.count + 1)
          array.insert(contentsOf: [1, 2, 3].prefix(1 + random.below(3)), at: index)
          return Edit("insert at \(index)")
        },
        { array, random in
          guard !array.isEmpty else { return Edit("nothing") }
          let index = random.below(array.count)
          array.remove(at: index)
          return Edit("remove at \(index)")
        },
        { array, random in
          guard !array.isEmpty else { return Edit("nothing") }
          let index = random.below(array.count)
          array[index] = random.below(10)
          return Edit("set \(index) to \(array[index])")
        },
      ],
      observe: { $0.values })
  }

  @Test func laws() throws {
    print(try LawDriver(subject(), seed: 1).run(schedules: 500))
  }

  @Test func lawsInAllSmallStates() throws {
    let search = ExhaustiveSearch(
      subject(),
      edits: [
        "replica.insert(1, at: 0)": { $0.insert(1, at: 0) },
        "replica.append(2)": { $0.append(2) },
        "replica.remove(at: 0)": { if !$0.isEmpty { $0.remove(at: 0) } },
      ])
    // Text, which lies in the same engine, is searched further.
    print(try search.run(TestRun.scope(edits: 3)))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  @Test func nothingInsertedIsLost() throws {
    let names = DifferentNames()
    let subject = LawSubject(
      "an array of different elements",
      make: { ReplicatingArray<String>() },
      edits: [
        { array, random in
          let new = names.next()
          let index = random.below(array.count + 1)
          array.insert(new, at: index)
          return Edit("insert \(new) at \(index)")
        },
        { array, random in
          guard !array.isEmpty else { return Edit("nothing") }
          let index = random.below(array.count)
          array.remove(at: index)
          return Edit("remove at \(index)")
        },
      ],
      observe: { $0.values },
      promise: .additionsSurvive(items: { Set($0.values) }))
    print(try LawDriver(subject, seed: 2).run(schedules: 500))
  }

  @Test func behavesLikeASwiftArrayAlone() {
    var random = SeededGenerator(seed: 5)
    var array = ReplicatingArray<Int>()
    var model: [Int] = []
    for step in 0..<1_000 {
      let index = random.below(model.count + 1)
      switch random.below(5) {
      case 0:
        array.append(step)
        model.append(step)
      case 1:
        array.insert(contentsOf: [step, step + 1, step + 2], at: index)
        model.insert(contentsOf: [step, step + 1, step + 2], at: index)
      case 2 where index < model.count:
        #expect(array.remove(at: index) == model.remove(at: index))
      case 3 where index < model.count:
        array[index] = -step
        model[index] = -step
      default:
        let end = index + random.below(min(4, model.count - index) + 1)
        array.replaceSubrange(index..<end, with: [step])
        model.replaceSubrange(index..<end, with: [step])
      }
      if array.values != model || array.count != model.count {
        Issue.record("step \(step) of seed 5")
        return
      }
    }
    #expect(model.indices.allSatisfy { array[$0] == model[$0] })
    #expect(Array(array.reversed()) == model.reversed())
  }

  @Test func twoHistoriesKeepBothContents() {
    var first: ReplicatingArray = [1, 2, 3]
    var second = ReplicatingArray<Int>()
    second.append(1)
    second.remove(at: 0)
    second.append(contentsOf: [7, 8, 9])
    #expect(first.merged(with: second).values == [7, 8, 9, 1, 2, 3])
    #expect(second.merged(with: first).values == [7, 8, 9, 1, 2, 3])
    first.merge(second)
    second.merge(first)
    #expect(first == second)
  }
}
