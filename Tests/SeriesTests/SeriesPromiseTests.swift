// SPDX-License-Identifier: MIT

import CharacterCoding
import Foundation
import ReplicatingTypes
import Synchronization
import TestInputs
import Testing

/// A device with a clock of its own, which goes on by a second at each reading.
private func device(startingAt second: UInt64, _ bits: UInt64) -> ReplicationEnvironment {
  let readings = Mutex<UInt64>(second)
  return ReplicationEnvironment(
    milliseconds: {
      readings.withLock {
        $0 += 1
        return $0 * 1_000
      }
    },
    random: { bits })
}

private func merge<Value: Replicable>(_ left: Value, _ right: Value) -> Value {
  left.merged(with: right)
}

/// What each type adds to the series.
@Suite(.seeded) struct TypePromiseTests {
  @Test func aChangeMadeAfterSeeingAnotherWinsWhateverTheClocksSay() {
    var mine = device(startingAt: 2_000_000_000, 1).run { ReplicatingRegister("ahead") }
    let yours = mine
    device(startingAt: 5, 2).run { mine.value = "seen and changed" }
    #expect(merge(mine, yours).value == "seen and changed" && merge(yours, mine) == mine)
  }

  @Test func anAddOnlySetTakesFiveBytesBesideAnElementAtMost() throws {
    let words = (0..<1_000).map { "word \($0)" }
    var set = ReplicatingAddOnlySet<String>()
    set.formUnion(words)
    let plain = words.reduce(0) { $0 + $1.utf8.count }
    #expect(try set.encoded().count < plain + 5 * words.count)
  }

  @Test func aSetIsACollection() {
    var set: ReplicatingSet = ["b", "a"]
    let yours = set
    set.update(to: ["a", "c"])
    #expect(
      !set.isEmpty && Array(set) == ["a", "c"] && set.first == "a" && set.sorted() == ["a", "c"])
    #expect(set.merged(with: yours).values == ["a", "c"])
  }

  @Test func aRemovedElementTakesAtMost36Bytes() throws {
    let words = (0..<1_000).map { "word \($0)" }
    var set = ReplicatingSet(words)
    set.removeAll()
    #expect(set.isEmpty)
    #expect(try set.encoded().count <= 36 * words.count)
  }

  @Test func nestedValuesAreEditedInPlaceAndMergeToAnyDepth() {
    typealias Shelf = ReplicatingDictionary<
      String, ReplicatingDictionary<String, ReplicatingOrderedDictionary<String, ReplicatingText>>
    >
    var mine: Shelf = ["a": ["b": ["c": "text"]]]
    var yours = mine
    mine["a"]?["b"]?["c"]?.append(" mine")
    yours["a"]?["b"]?["c"]?.insert("your ", at: 0)
    yours["a"]?["b"]?["d"] = "more"
    let merged = merge(mine, yours)
    #expect(merged["a"]?["b"]?["c"]?.string == "your text mine")
    #expect(merged["a"]?["b"]?["d"]?.string == "more" && merged == yours.merged(with: mine))
  }

  @Test func anArrayTakesEditsOfManyElements() {
    var array: ReplicatingArray = [1, 2, 3]
    array[1] = 5
    array.append(contentsOf: [7, 8])
    array.replaceSubrange(0..<2, with: [0])
    array.removeAll { $0 == 7 }
    #expect(array.values == [0, 3, 8])
    #expect(!((array as Any) is any MutableCollection))
  }

  @Test func longArraysMergeOnASmallStack() {
    func digits(_ count: Int) -> ReplicatingArray<Character> {
      var array: ReplicatingArray<Character> = .init()
      for number in 0..<count { array.insert("0", at: number / 2) }
      return array
    }
    let (mine, yours) = (digits(20_000), digits(20_000))
    let count = Mutex(0)
    let isFinished = DispatchSemaphore(value: 0)
    let thread = Thread {
      let merged = mine.merged(with: yours)
      count.withLock { $0 = merged.count }
      isFinished.signal()
    }
    thread.stackSize = 64 * 1024
    thread.start()
    isFinished.wait()
    #expect(count.withLock { $0 } == 40_000)
  }

  @Test func aTextIsEditedInThreeUnits() {
    var text: ReplicatingText = "👩‍👧!"
    text.characters.insert("a", at: 1)
    text.unicodeScalars.insert("b", at: 3)
    text.utf16.insert("c", at: 5)
    #expect(text.string == "👩‍👧cba!")
  }

  @Test func updatingATextAppliesTheSmallestDifference() throws {
    var mine: ReplicatingText = "Milk and bread"
    var yours = mine
    let before = mine.version
    mine.update(to: "Milk and rye bread")
    yours.append(" and eggs")
    #expect(merge(mine, yours).string == "Milk and rye bread and eggs")
    let changes = try mine.characters.changes(since: before)
    #expect(changes.map(\.old.count) == [0] && changes.map(\.string.count) == [4])
  }

  @Test func twoDevicesMoveOneElementOfAnOrderedSet() {
    var mine: ReplicatingOrderedSet = ["a", "b", "c", "d"]
    var yours = mine
    mine.append("a")
    mine.move("b", to: 3)
    yours.move("b", to: 0)
    let merged = merge(mine, yours)
    #expect(merged == yours.merged(with: mine))
    #expect(
      merged.sorted() == ["a", "b", "c", "d"] && [0, 2, 3].contains(merged.firstIndex(of: "b")))
  }

  @Test func noValueIsWithoutAPlaceAndNoPlaceWithoutAValue() {
    var mine: ReplicatingOrderedDictionary = ["a": 1, "b": 2, "c": 3]
    var yours = mine
    mine["b"] = nil
    mine.move("c", to: 0)
    yours.move("b", to: 0)
    yours["d"] = 4
    let merged = merge(mine, yours)
    #expect(merged == yours.merged(with: mine))
    #expect(merged.keys.allSatisfy { merged[$0] != nil } && Set(merged.keys).count == merged.count)
    #expect(merged["b"] == 2 && merged["d"] == 4)
  }

  @Test func everyStepCountsOnce() {
    var mine = ReplicatingCounter(3)
    var (yours, copy) = (mine, mine)
    mine += 2
    yours -= 1
    copy += 10
    let merged = merge(merge(mine, yours), merge(yours, copy))
    #expect(merged.value == 14 && merge(merged, copy) == merged)
  }

  @Test func allConcurrentValuesAreKept() {
    var mine = ReplicatingMultiValueRegister("Tuesday")
    var yours = mine
    mine.set("Monday")
    yours.set("Friday")
    mine.merge(yours)
    #expect(Set(mine.values) == ["Monday", "Friday"])
    yours.merge(mine)
    yours.set("Sunday")
    #expect(merge(mine, yours).values == ["Sunday"])
  }
}

/// What people see when their edits meet.
@Suite(.seeded) struct MeetingEditsTests {
  private struct Person: ReplicatingModel {
    var first = ReplicatingRegister(default: "")
    var last = ReplicatingRegister(default: "")
    var tags = ReplicatingSet<String>()

    static let kind = "com.example.person"
    static let fields = FieldList(
      ("first", \Person.first), ("last", \.last), ("tags", \.tags))
  }

  private typealias People = ReplicatingDictionary<String, Person>

  private func adas() -> People {
    var person = Person()
    (person.first.value, person.last.value) = ("Adda", "Lovelase")
    return ["ada": person]
  }

  @Test func aFormThatWasOpenDuringASyncDropsNothing() throws {
    var mine = adas()
    var yours = mine
    var form = try #require(mine["ada"])
    yours["ada"]?.last.value = "Lovelace"
    yours["ada"]?.tags.insert("poet")
    mine.merge(yours)
    form.first.value = "Ada"
    mine["ada"] = form
    #expect(mine["ada"]?.first.value == "Ada" && mine["ada"]?.last.value == "Lovelace")
    #expect(mine["ada"]?.tags.values == ["poet"])
    #expect(merge(yours, mine) == mine)
  }

  @Test func whatIsAssignedIsShown() {
    var mine = adas()
    mine["ada"]?.tags = ["poet", "lady"]
    mine["ada"]?.tags = ["mathematician"]
    #expect(mine["ada"]?.tags.values == ["mathematician"])
  }

  @Test func undoPutsTextBackWhereItStood() throws {
    var mine: ReplicatingText = "one two three"
    var steps = TextUndo()
    steps.edit(&mine) { $0.characters.removeSubrange(4..<8) }
    var yours = mine
    yours.insert("zero ", at: 0)
    yours.append(" four")
    mine.merge(yours)
    try steps.undo(&mine.characters)
    #expect(mine.string == "zero one two three four")
  }

  @Test(arguments: ["forwards", "backwards", "pasted"])
  func aRunStaysARun(_ way: String) {
    func type(_ word: String, into text: inout ReplicatingText) {
      switch way {
      case "forwards":
        for (place, letter) in word.enumerated() { text.insert("\(letter)", at: place) }
      case "backwards": for letter in word.reversed() { text.insert("\(letter)", at: 0) }
      default: text.insert(word, at: 0)
      }
    }
    func type(_ word: String, into array: inout ReplicatingArray<Character>) {
      switch way {
      case "forwards": for (place, letter) in word.enumerated() { array.insert(letter, at: place) }
      case "backwards": for letter in word.reversed() { array.insert(letter, at: 0) }
      default: array.insert(contentsOf: word, at: 0)
      }
    }
    var (mine, yours) = (ReplicatingText(), ReplicatingText())
    var (array, other) = (ReplicatingArray<Character>(), ReplicatingArray<Character>())
    type("cat", into: &mine)
    type("dog", into: &yours)
    type("cat", into: &array)
    type("dog", into: &other)
    #expect(["catdog", "dogcat"].contains(merge(mine, yours).string))
    #expect(["catdog", "dogcat"].contains(String(merge(array, other).values)))
  }

  @Test func newerRunsComeFirst() {
    var mine: ReplicatingText = "THEAT"
    var yours = mine
    mine.insert("C", at: 3)
    yours.append("RE")
    #expect(merge(mine, yours).string == "THECATRE")
  }

  @Test func twoSpellingCorrectionsSurvive() {
    var mine: ReplicatingText = "Teh quick borwn fox"
    var yours = mine
    mine.update(to: "The quick borwn fox")
    yours.update(to: "Teh quick brown fox")
    #expect(merge(mine, yours).string == "The quick brown fox")
  }

  @Test func tagsCombineAndAPriorityIsOneOfTheTwo() {
    var (tags, priority): (ReplicatingSet, ReplicatingRegister) = (["home"], .init("normal"))
    var (otherTags, otherPriority) = (tags, priority)
    tags.insert("work")
    otherTags.insert("travel")
    otherTags.remove("home")
    priority.value = "low"
    otherPriority.value = "high"
    #expect(merge(tags, otherTags).values == ["work", "travel"])
    #expect(["low", "high"].contains(merge(priority, otherPriority).value))
    #expect(merge(priority, otherPriority) == merge(otherPriority, priority))
  }

  @Test(arguments: [true, false])
  func theLaterOfDeletingAndEditingWins(deletesLater: Bool) {
    let (early, late) = (device(startingAt: 100, 1), device(startingAt: 200, 2))
    let base = device(startingAt: 1, 3).run { adas() }
    var (deleted, edited) = (base, base)
    (deletesLater ? late : early).run { deleted["ada"] = nil }
    _ = (deletesLater ? early : late).run { edited["ada"]?.tags.insert("poet") }
    for copies in [[base, deleted, edited], [edited, base, deleted], [deleted, edited, base]] {
      let merged = copies.dropFirst().reduce(copies[0], merge)
      #expect(merged["ada"]?.tags.values == (deletesLater ? nil : ["poet"]))
    }
  }

  @Test func settingAfterADeleteStartsAfresh() {
    var mine = adas()
    var old = mine
    mine["ada"] = nil
    mine["ada"] = Person()
    mine["ada"]?.first.value = "Ada"
    old["ada"]?.tags.insert("poet")
    for merged in [merge(mine, old), merge(old, mine), merge(merge(old, mine), old)] {
      #expect(merged["ada"]?.first.value == "Ada" && merged["ada"]?.last.value == "")
      #expect(merged["ada"]?.tags.isEmpty == true)
    }
  }

  @Test func nothingTypedIsLostAndNothingDeletedComesBack() {
    var mine: ReplicatingText = "old "
    let old = mine
    var yours = mine
    mine.update(to: "new of mine ")
    yours.append("new of yours ")
    var merged = merge(mine, yours)
    for copy in [old, yours, mine, old] { merged.merge(copy) }
    #expect(merged.string == "new of mine new of yours ")
  }
}
