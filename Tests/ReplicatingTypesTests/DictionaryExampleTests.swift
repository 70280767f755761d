// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Testing

@testable import ReplicatingTypes

/// What people see of dictionaries, one sentence at a time.
@Suite struct DictionaryExampleTests {
  typealias Numbers = ReplicatingDictionary<String, Int>
  typealias Sets = ReplicatingDictionary<String, ReplicatingSet<String>>
  typealias Deep = ReplicatingDictionary<String, ReplicatingDictionary<String, Sets>>

  private func device(_ milliseconds: UInt64, _ random: UInt64) -> ReplicationEnvironment {
    ReplicationEnvironment(milliseconds: { milliseconds }, random: { random })
  }

  /// Merges as code does that knows nothing but the protocol.
  private func generic<Value: Replicable>(_ left: Value, _ right: Value) -> Value {
    left.merged(with: right)
  }

  /// Every order of merging, some values twice; all must give the same.
  private func mergedInEveryOrder(_ values: [Sets]) throws -> Sets {
    var results: [Sets] = []
    for first in values.indices {
      for second in values.indices {
        for third in values.indices {
          let order = [first, second, third] + values.indices
          results.append(order.dropFirst().reduce(values[order[0]]) { $0.merged(with: values[$1]) })
        }
      }
    }
    let bytes = try results[0].encoded()
    for result in results {
      #expect(result == results[0])
      #expect(try result.encoded() == bytes)
    }
    return results[0]
  }

  // MARK: Merging through generic code

  @Test func genericCodeMergesDictionariesWithinDictionariesWithinDictionaries() throws {
    var mine: Deep = ["a": ["b": ["c": ["base"]]]]
    var yours = mine
    mine["a"]?["b"]?["c"]?.insert("mine")
    yours["a"]?["b"]?["c"]?.insert("yours")
    let named = mine.merged(with: yours)
    #expect(named["a"]?["b"]?["c"]?.values == ["base", "mine", "yours"])
    #expect(generic(mine, yours) == named)
    #expect(generic(yours, mine) == named)
  }

  private struct Folder: ReplicatingModel {
    var title = ReplicatingRegister(default: "")
    var notes = Sets()

    static let kind = "com.example.folder"

    static let fields = FieldList(("title", \Folder.title), ("notes", \.notes))
  }

  @Test func genericCodeMergesDictionariesWithinStructsWithinDictionaries() throws {
    var mine: ReplicatingDictionary<Int, Folder> = [1: Folder()]
    mine[1]?.notes["a"] = ["base"]
    var yours = mine
    mine[1]?.notes["a"]?.insert("mine")
    yours[1]?.notes["a"]?.insert("yours")
    yours[1]?.title.value = "Plans"
    let named = mine.merged(with: yours)
    #expect(named[1]?.notes["a"]?.values == ["base", "mine", "yours"])
    #expect(named[1]?.title.value == "Plans")
    #expect(generic(yours, mine) == named)
    let delta = try #require(yours.delta(since: mine.version))
    try mine.merge(delta: delta)
    #expect(mine == named)
  }

  // MARK: Deleting

  @Test func mergingAnOldCopyManyTimesDoesNotUndoADelete() {
    var sets: Sets = ["a": ["x"], "b": ["y"]]
    let old = sets
    sets["a"] = nil
    for _ in 0..<5 {
      sets.merge(old)
      #expect(sets["a"] == nil)
      #expect(old.merged(with: sets) == sets)
    }
    var nested: Deep = ["a": ["b": ["c": ["x"]]]]
    let oldNested = nested
    nested["a"]?["b"]?["c"] = nil
    for _ in 0..<5 { nested.merge(oldNested) }
    #expect(nested["a"]?["b"]?.isEmpty == true)
  }

  @Test func deletedContentsDoNotReappearAfterSettingAgain() throws {
    for isFast in [true, false] {
      let (here, there) = (device(1_000, 1), device(isFast ? 9_000 : 1, 2))
      var old = here.run { ["a": ["old"]] as Sets }
      let base = old
      var sets = base
      here.run {
        sets["a"] = nil
        sets["a"] = ["new"]
      }
      there.run { _ = old["a"]?.insert("older") }
      let merged = try mergedInEveryOrder([sets, old, base])
      #expect(merged["a"]?.values == ["new"])
    }
  }

  @Test func replacedContentsDoNotReappear() throws {
    var sets: Sets = ["a": ["old"]]
    let old = sets
    sets["a"] = ["new"]
    #expect(try mergedInEveryOrder([sets, old])["a"]?.values == ["new"])
    #expect(sets.storage.state.keyed["a"]?.incarnation == 0)
  }

  @Test func ofDeletingAndEditingTheLaterWins() throws {
    for editIsLater in [true, false] {
      let (here, there) = (device(1_000, 1), device(2_000, 2))
      let base = device(10, 3).run { ["a": ["base"]] as Sets }
      var (deleted, edited) = (base, base)
      (editIsLater ? here : there).run { deleted["a"] = nil }
      (editIsLater ? there : here).run { _ = edited["a"]?.insert("new") }
      let merged = try mergedInEveryOrder([deleted, edited, base])
      #expect(merged["a"]?.values == (editIsLater ? ["base", "new"] : nil))
    }
  }

  @Test func ofDeletingAndSettingANumberTheLaterWins() {
    for setIsLater in [true, false] {
      let (here, there) = (device(1_000, 1), device(2_000, 2))
      let base = device(10, 3).run { ["a": 1] as Numbers }
      var (deleted, set) = (base, base)
      (setIsLater ? here : there).run { deleted["a"] = nil }
      (setIsLater ? there : here).run { set["a"] = 2 }
      #expect(deleted.merged(with: set)["a"] == (setIsLater ? 2 : nil))
      #expect(set.merged(with: deleted) == deleted.merged(with: set))
    }
  }

  @Test func aDeletedKeyComesBackWholeWithALaterEdit() {
    var base = device(10, 3).run { ["a": ["base"]] as Sets }
    var (other, late) = (base, base)
    device(20, 4).run { _ = other["a"]?.insert("other") }
    device(30, 5).run { base["a"] = nil }
    base.merge(other)
    #expect(base["a"] == nil)
    device(40, 6).run { _ = late["a"]?.insert("late") }
    base.merge(late)
    #expect(base["a"]?.values == ["base", "other", "late"])
  }

  // MARK: What is no edit

  private func expectNoEdit<Value: PersistentReplicable & Framed & Equatable>(
    _ value: Value, _ body: (inout Value) -> Void
  ) throws {
    var changed = value
    body(&changed)
    #expect(changed == value)
    #expect(changed.version == value.version)
    #expect(changed.delta(since: value.version) == nil)
    #expect(try changed.encoded() == value.encoded())
  }

  @Test func settingAMissingKeyToNilChangesNothing() throws {
    try expectNoEdit(Numbers()) { $0["a"] = nil }
    try expectNoEdit(["b": 1] as Numbers) { $0["a"] = nil }
    var deleted: Sets = ["a": ["x"]]
    deleted["a"] = nil
    try expectNoEdit(deleted) {
      $0["a"] = nil
      $0.removeValue(forKey: "a")
      $0.removeAll()
      $0["a"]?.insert("y")
    }
  }

  @Test func editsInPlaceThatChangeNothingAreNoEdits() throws {
    let deep: Deep = ["a": ["b": ["c": ["x"]]]]
    try expectNoEdit(deep) { deep in
      deep["a"]?["b"]?["c"]?.remove("y")
      deep["a"]?["b"]?["missing"] = nil
      deep["a"]?["missing"]?["c"]?.insert("x")
      deep["missing"]?["b"] = nil
      deep["a", default: [:]]["b"]?["missing"]?.insert("x")
    }
    try expectNoEdit(["a": ["x"]] as Sets) { sets in
      let copy = sets["a"]
      sets["a"] = copy
    }
  }

  @Test func editsThatChangeNothingDoNotEndSessions() {
    var deep: Deep = ["a": ["b": ["c": ["x"]]]]
    for number in 0..<10 {
      deep["a"]?["b"]?["missing"] = nil
      deep["a"]?["missing"] = nil
      deep["a"]?["b"]?["c"]?.remove("missing")
      deep["a"]?["b"]?["c"]?.insert("\(number)")
    }
    #expect(deep.version.known.counts.count == 1)
    #expect(deep["a"]?.version.known.counts.count == 1)
    #expect(deep["a"]?["b"]?.version.known.counts.count == 1)
    #expect(deep["a"]?["b"]?["c"]?.version.counts.count == 1)
  }

  @Test func whatIsNotEditedOpensNoSession() throws {
    try device(7, 7).run {
      var numbers = Numbers()
      numbers["a"] = nil
      numbers.removeAll()
      numbers.merge(try Numbers(encoded: numbers.encoded()))
      var other: ReplicatingSet<Int> = [1]
      other.insert(2)
      #expect(other.version.counts.keys.map(\.number) == [0])
    }
  }

  @Test func emptyDictionariesAreEqual() throws {
    #expect(Numbers() == [:])
    #expect(Deep() == Deep())
    #expect(try Deep().encoded() == Deep().encoded())
    #expect(Deep().hashValue == Deep().hashValue)
  }

  // MARK: Saving

  @Test func whatIsReadIsWrittenInEqualBytes() throws {
    var deep: Deep = ["a": ["b": ["c": ["x"]], "d": [:]], "e": [:]]
    let old = deep
    deep["a"]?["b"]?["c"] = ["y"]
    deep["e"] = nil
    deep.merge(old)
    let bytes = try deep.encoded()
    let read = try Deep(encoded: bytes)
    #expect(read == deep)
    #expect(try read.encoded() == bytes)
    #expect(read.version == deep.version)
    #expect(try read.version.encoded() == deep.version.encoded())
  }

  // MARK: Assigning

  @Test func assigningAnEditedCopyKeepsConcurrentEdits() throws {
    var mine: Sets = ["a": ["base"]]
    var yours = mine
    var copy = try #require(mine["a"])
    copy.insert("mine")
    copy.remove("base")
    mine["a"] = copy
    yours["a"]?.insert("yours")
    #expect(try mergedInEveryOrder([mine, yours])["a"]?.values == ["mine", "yours"])
    #expect(mine.storage.state.keyed["a"]?.incarnation == 0)
  }

  @Test func assigningAnOldCopyChangesNothing() throws {
    var mine: Sets = ["a": ["base"]]
    let old = try #require(mine["a"])
    mine["a"]?.insert("new")
    let before = mine
    mine["a"] = old
    #expect(mine == before)
  }

  @Test func aFreshStartBeatsLaterEditsOfWhatItReplaced() throws {
    let base = device(10, 1).run { ["a": ["base"]] as Sets }
    var (fresh, late) = (base, base)
    device(20, 2).run {
      fresh["a"] = nil
      fresh["a"] = ["fresh"]
    }
    device(90, 3).run { late["a"] = nil }
    #expect(try mergedInEveryOrder([fresh, late, base])["a"]?.values == ["fresh"])
  }

  @Test func settingNilInPlaceKeepsTheHiddenValue() {
    func edit(_ value: inout ReplicatingSet<String>?) {
      value?.insert("gone")
      value = nil
    }
    var sets = device(10, 1).run { ["a": ["base"]] as Sets }
    var late = sets
    device(20, 2).run { edit(&sets["a"]) }
    #expect(sets["a"] == nil)
    #expect(sets.storage.state.keyed["a"]?.value?.values == ["base"])
    device(30, 3).run { _ = late["a"]?.insert("late") }
    sets.merge(late)
    #expect(sets["a"]?.values == ["base", "late"])
  }

  @Test func replacingAValueInPlaceIsAFreshStart() {
    func edit(_ value: inout ReplicatingSet<String>?) { value = ["fresh"] }
    var sets: Sets = ["a": ["base"]]
    let old = sets
    edit(&sets["a"])
    edit(&sets["b"])
    sets.merge(old)
    #expect(sets["a"]?.values == ["fresh"])
    #expect(sets["b"]?.values == ["fresh"])
  }

  private struct Failure: Error {}

  @Test func anEditThatThrowsKeepsWhatItDid() {
    func edit(_ value: inout ReplicatingSet<String>?) throws {
      value?.insert("done")
      throw Failure()
    }
    var sets: Sets = ["a": ["base"]]
    let before = sets
    #expect(throws: Failure.self) { try edit(&sets["a"]) }
    #expect(sets["a"]?.values == ["base", "done"])
    #expect(before["a"]?.values == ["base"])
    #expect(before.merged(with: sets) == sets)
  }

  // MARK: Deltas

  /// Two copies set one value by edits of their own. What one lacks of the other
  /// is little; a third copy lacks more, and may not be told that it is all.
  @Test func aDeltaForSomebodyWhoHasTheValueOtherwiseIsRefused() throws {
    let value: ReplicatingSet = ["shared"]
    let sender: Sets = ["a": value]
    let receiver: Sets = ["a": value]
    let third: Sets = ["a": ["other"]]
    let delta = try #require(sender.delta(since: receiver.version))
    var copy = receiver
    try copy.merge(delta: delta)
    #expect(copy == receiver.merged(with: sender))
    copy = third
    #expect(throws: MissingHistory.self) { try copy.merge(delta: delta) }
    #expect(copy.merged(with: sender)["a"]?.values == ["other", "shared"])
    copy.merge(receiver)
    try copy.merge(delta: delta)
    #expect(copy == third.merged(with: receiver).merged(with: sender))
  }
}
