// SPDX-License-Identifier: MIT

import TestInputs
import Testing

@testable import ReplicatingTypes
@testable import ReplicationLaws

@Suite struct OrderedDictionaryTests {
  @Test func lawsOfPlainValues() throws {
    print(try LawDriver(OrderedDictionarySubjects.plain, seed: 1).run(schedules: 1_000))
  }

  @Test func lawsOfANotebook() throws {
    print(try LawDriver(OrderedDictionarySubjects.notes, seed: 2).run(schedules: 1_000))
  }

  @Test func lawsOfANotebookThatDropsDeletedText() throws {
    var subject = OrderedDictionarySubjects.notes
    subject.edits.append { book, _ in
      book.dropDeleted()
      return "drop what was deleted"
    }
    print(try LawDriver(subject, seed: 4).run(schedules: 500))
  }

  @Test func behavesLikeAListOfPairsAlone() {
    var random = TestRun.generator(seed: 3)
    var values = ReplicatingOrderedDictionary<Int, Int>()
    var model: [(key: Int, value: Int)] = []
    for step in 0..<2_000 {
      let key = random.below(12)
      let place = model.firstIndex { $0.key == key }
      switch random.below(4) {
      case 0:
        values[key] = step
        if let place { model[place].value = step } else { model.append((key, step)) }
      case 1:
        #expect(values.removeValue(forKey: key) == place.map { model.remove(at: $0).value })
      case 2:
        let index = random.below(max(1, model.count))
        values.move(key, to: place == nil ? 0 : index)
        if let place { model.insert(model.remove(at: place), at: index) }
      default:
        let others = place == nil ? model.count : model.count - 1
        let index = random.below(others + 1)
        values.insert(step, forKey: key, at: index)
        if let place { model.remove(at: place) }
        model.insert((key, step), at: index)
      }
      guard values.keys == model.map(\.key), values.values == model.map(\.value) else {
        Issue.record("step \(step): \(values) is not \(model)")
        return
      }
    }
    #expect(values.dictionary == Dictionary(uniqueKeysWithValues: model.map { ($0.key, $0.value) }))
  }

  @Test func twoMovesOfOneKeyLeaveItOnce() {
    var mine: ReplicatingOrderedDictionary = ["a": 1, "b": 2, "c": 3]
    var yours = mine
    mine.move("c", to: 0)
    yours.move("c", to: 1)
    mine.merge(yours)
    #expect(mine.keys.sorted() == ["a", "b", "c"])
    #expect(mine.keys != ["a", "b", "c"])
  }

  @Test func aMoveAfterAFreshStartCounts() {
    let slow = ReplicationEnvironment(milliseconds: { 1_000 }, random: { 1 })
    let fast = ReplicationEnvironment(milliseconds: { 1_000_000 }, random: { 2 })
    var mine = ReplicatingOrderedDictionary<String, ReplicatingSet<Int>>()
    slow.run { for key in ["x", "y", "z"] { mine[key] = [1] } }
    var yours = mine
    fast.run { yours.move("x", to: 2) }
    slow.run {
      mine["x"] = nil
      mine["x"] = [9]
    }
    mine.merge(yours)
    slow.run { mine.move("x", to: 0) }
    #expect(mine.keys == ["x", "y", "z"])
    slow.run {
      mine["x"] = nil
      mine["x"] = [10]
    }
    #expect(mine.keys == ["y", "z", "x"])
    slow.run { mine.insert([11], forKey: "x", at: 1) }
    #expect(mine.keys == ["y", "x", "z"])
  }

  @Test func aNoteEditedHereAndMovedThereIsBoth() {
    var mine: NoteBook = ["plan": BookNote(), "list": BookNote()]
    var yours = mine
    mine["list"]?.text.append("milk")
    yours.move("list", to: 0)
    mine.merge(yours)
    #expect(mine.keys == ["list", "plan"])
    #expect(mine["list"]?.text.string == "milk")
  }

  @Test func concurrentMovesAndDeletesLeaveNoNoteWithoutAPlace() throws {
    var mine: NoteBook = ["a": BookNote(), "b": BookNote(), "c": BookNote()]
    var yours = mine
    mine.move("a", to: 2)
    mine["b"] = nil
    yours["b"]?.title.value = "Kept"
    yours.move("a", to: 1)
    yours["c"] = nil
    let merged = mine.merged(with: yours)
    #expect(merged == yours.merged(with: mine))
    #expect(merged.count == merged.keys.count)
    #expect(merged.keys.allSatisfy { merged[$0] != nil })
    #expect(Set(merged.keys).count == merged.count)
    #expect(merged["b"]?.title.value == "Kept")
    #expect(merged["c"] == nil)
  }

  @Test func mergingTwiceIsNoChange() throws {
    var mine: NoteBook = ["a": BookNote()]
    let yours = mine
    mine["a"]?.text.append("x")
    let bytes = try mine.encoded()
    for _ in 0..<3 { mine.merge(yours) }
    #expect(try mine.encoded() == bytes)
    #expect(mine.delta(since: mine.version) == nil)
  }
}
