// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import TestInputs
import Testing

@testable import ReplicatingTypes

/// What keyed values forget, what that frees, and what copies lose that come too late.
@Suite struct KeyedForgettingTests {
  private let clock = MovableClock()

  private func later(_ milliseconds: UInt64 = 2 * MovableClock.hour) { clock.pass(milliseconds) }

  private func edit<Result>(_ body: () throws -> Result) rethrows -> Result {
    try clock.edit(body)
  }

  @Test func forgettingElementsFreesWhatTheyTook() throws {
    var set = edit { ReplicatingSet((0..<1_000).map { "element \($0)" }) }
    edit { for element in 0..<990 { set.remove("element \(element)") } }
    let before = try set.encoded().count
    later()
    edit { set.forgetDeleted() }
    let after = try set.encoded().count
    print("990 of 1,000 elements removed: \(before) bytes, \(after) once they are forgotten")
    #expect(set.values == Set((990..<1_000).map { "element \($0)" }))
    #expect(Array(set) == (990..<1_000).map { "element \($0)" })
    #expect(after * 40 < before)
  }

  /// The copies share most of their memory. Rising to the floor once dropped what they shared.
  @Test func aCopyThatForgotKeepsWhatItShares() {
    let old = edit { ReplicatingSet(0..<1_000) }
    var new = old
    edit { _ = new.remove(500) }
    later()
    edit { new.forgetDeleted() }
    #expect(new.count == 999)
    #expect(old.merged(with: new) == new)
    #expect(new.merged(with: old) == new)
  }

  @Test func forgettingKeysFreesWhatTheyTook() throws {
    var texts = edit { ReplicatingDictionary<String, String>() }
    edit { for key in 0..<1_000 { texts["key \(key)"] = "A text of the key \(key)." } }
    edit { for key in 0..<990 { texts["key \(key)"] = nil } }
    let before = try texts.encoded().count
    later()
    edit { texts.forgetDeleted() }
    let after = try texts.encoded().count
    print("990 of 1,000 keys deleted: \(before) bytes, \(after) once they are forgotten")
    #expect(texts.count == 10)
    #expect(after * 40 < before)
    #expect(try ReplicatingDictionary<String, String>(encoded: texts.encoded()) == texts)
  }

  /// The example of Documentation/History.md. No hour passes in it.
  @Test func thePagesExampleKeepsWhatWasRemovedNow() throws {
    var set = ReplicatingSet((0..<1_000).map { "element \($0)" })
    for number in 0..<990 { set.remove("element \(number)") }
    // An hour later:
    set.forgetDeleted()  // 346 bytes instead of 37,566
    #expect(set.count == 10)
    #expect(try set.encoded().count > 30_000)
  }

  /// The second example of Documentation/History.md. No hour passes in it.
  @Test func thePagesExampleKeepsTextsThatWereDeletedNow() throws {
    let page = String(repeating: "A line of ten letters, and more. ", count: 9)
    var texts = ReplicatingDictionary<String, ReplicatingText>()
    for number in 0..<1_000 { texts["key \(number)"] = ReplicatingText(page) }  // 300 letters each
    for number in 0..<990 { texts["key \(number)"] = nil }
    // An hour later:
    texts.forgetDeleted()  // 41,948 bytes instead of 379,151
    #expect(texts.count == 10)
    #expect(try texts.encoded().count > 300_000)
  }

  @Test func removalsOfTheLastHourAreKept() {
    var set: ReplicatingSet = edit { ["a", "b"] }
    edit { _ = set.remove("a") }
    let before = set
    later(MovableClock.hour / 2)
    edit { set.forgetDeleted() }
    #expect(set == before)
    later()
    edit { set.forgetDeleted() }
    #expect(set != before)
    #expect(set.storage.state.entries.count == 1)
  }

  @Test func nothingIsForgottenTwice() {
    var set: ReplicatingSet = edit { ["a", "b"] }
    edit { _ = set.remove("a") }
    later()
    edit { set.forgetDeleted() }
    let before = set
    later()
    edit { set.forgetDeleted() }
    #expect(set == before)
    var clean: ReplicatingSet = edit { ["a"] }
    let copy = clean
    edit { clean.forgetDeleted() }
    #expect(clean == copy)
  }

  @Test func aRemovedElementDoesNotComeBackFromAnOldCopy() throws {
    var set: ReplicatingSet = edit { ["a", "b"] }
    let old = set
    edit { _ = set.remove("a") }
    later()
    edit { set.forgetDeleted() }
    #expect(set.merged(with: old) == set)
    #expect(old.merged(with: set) == set)
    var new = ReplicatingSet<String>()
    try new.merge(delta: try #require(set.delta(since: new.version)))
    #expect(new == set)
  }

  /// Copies that come late keep what they did after the floor, and lose what they did before.
  @Test func aLateCopyKeepsItsLaterEdits() {
    var set: ReplicatingSet = edit { ["a", "b"] }
    var late = set
    edit { _ = late.insert("early") }
    edit { _ = set.remove("a") }
    later()
    edit { set.forgetDeleted() }
    edit { _ = late.insert("a") }
    let expected: Set = ["a", "b"]
    #expect(set.merged(with: late).values == expected)
    let before = late
    let early = before.storage.state.entries.first { $0.key == "early" }!.value.stamp.dot
    #expect(LostEdits.gather { late.merge(set) } == LostEdits.Found(own: [early]))
    #expect(late.values == expected)
    #expect(LostEdits.gather { late.merge(set) }.isEmpty)
    #expect(LostEdits.gather { set.merge(before) } == LostEdits.Found(late: [early]))
    #expect(LostEdits.gather { set.merge(before) }.isEmpty)
  }

  /// The edits that are made anew are known before the delta is taken in. That must not hide them.
  @Test func lateEditsOfADeltaAreMadeAnew() throws {
    var dictionary: ReplicatingDictionary = edit { ["a": 1, "b": 2] }
    var set: ReplicatingSet = edit { ["a", "b"] }
    var (lateDictionary, lateSet) = (dictionary, set)
    edit { lateDictionary["early"] = 3 }
    edit { _ = lateSet.insert("early") }
    let setDelta = try #require(lateSet.delta(since: set.version))
    let delta = try #require(lateDictionary.delta(since: dictionary.version))
    edit { dictionary["a"] = nil }
    edit { _ = set.remove("a") }
    later()
    edit {
      dictionary.forgetDeleted()
      set.forgetDeleted()
    }
    let found = try edit {
      try LostEdits.redo { () throws(MissingHistory) in
        try dictionary.merge(delta: delta)
        try set.merge(delta: setDelta)
      }
    }
    #expect(found.late.count == 2)
    #expect(dictionary["early"] == 3)
    #expect(set.values == ["b", "early"])
  }

  /// A device whose clock is years behind still edits.
  @Test func editsAreLaterThanTheFloor() {
    var set: ReplicatingSet = edit { ["a", "b"] }
    edit { _ = set.remove("a") }
    later()
    edit { set.forgetDeleted() }
    let copy = set
    clock.set(to: 5)
    edit { _ = set.insert("c") }
    #expect(copy.merged(with: set).values == ["b", "c"])
    edit { _ = set.remove("b") }
    #expect(copy.merged(with: set).values == ["c"])
    var dictionary: ReplicatingDictionary = edit { ["x": 1, "y": 2] }
    later()
    edit { dictionary["x"] = nil }
    later()
    edit { dictionary.forgetDeleted() }
    let other = dictionary
    clock.set(to: 5)
    edit { dictionary["z"] = 3 }
    #expect(other.merged(with: dictionary).dictionary == ["y": 2, "z": 3])
  }

  /// Sets within fields and within dictionaries forget with what holds them.
  @Test func setsWithinDictionariesForget() throws {
    var sets = edit { ReplicatingDictionary<String, ReplicatingSet<Int>>() }
    edit { sets["a"] = ReplicatingSet(0..<100) }
    edit { for number in 0..<90 { _ = sets["a"]?.remove(number) } }
    var old = sets
    let before = try sets.encoded().count
    later()
    edit { sets.forgetDeleted() }
    #expect(try sets.encoded().count * 4 < before)
    #expect(sets["a"]?.values == Set(90..<100))
    try old.merge(delta: try #require(sets.delta(since: old.version)))
    #expect(old == sets)
    #expect(try old.encoded() == sets.encoded())
  }

  // MARK: Bytes

  /// A floor at the last time of all would have no later edit: a removal made here could not be read.
  @Test func aForgedFloorAtTheLastTimeIsRefused() throws {
    for (time, isRead) in [(HybridTimestamp.latestFloor.rawValue, true), (.max, false)] {
      var set: ReplicatingSet<String> = edit { ["a", "b"] }
      edit { _ = set.remove("a") }
      var forged = set.storage.state
      let session = try #require(forged.known.counts.keys.first)
      forged.forgetRemoved(upTo: HybridTimestamp(rawValue: time), by: session)
      let bytes = try ReplicatingSet(state: forged).encoded()
      let read = Result { try ReplicatingSet<String>(encoded: bytes) }
      #expect(((try? read.get()) != nil) == isRead)
      guard isRead, var copy = try? read.get() else { continue }
      for letter in ["b", "c", "d"] {
        edit { _ = copy.insert(letter) }
        edit { _ = copy.remove(letter) }
        copy = try ReplicatingSet(encoded: copy.encoded())
      }
      #expect(copy.isEmpty)
    }
  }

  /// No device forgets up to a time that others refuse.
  @Test func noFloorIsRefused() throws {
    let end = ReplicationEnvironment(milliseconds: { .max }, random: { 7 })
    var set = ReplicatingSet<Int>()
    end.run {
      for number in 0..<70_000 { set.insert(number % 2) }
      set.remove(0)
      set.forgetDeleted()
    }
    // The removal is later than the latest floor, so it is not forgotten by any clock.
    #expect(set.storage.state.nextFloor(atMost: HybridTimestamp(rawValue: .max)) == nil)
    #expect(set.storage.state.floor == nil)
    #expect(try ReplicatingSet(encoded: set.encoded()) == set)
  }

  /// Bytes with a wrong bit give a set that can be used, or an error.
  @Test func anyBytesGiveASetOrAnError() throws {
    var set: ReplicatingSet = edit { ["a", "b", "c"] }
    edit { _ = set.remove("a") }
    let old = set
    later()
    edit { set.forgetDeleted() }
    edit { _ = set.insert("a") }
    edit { _ = set.remove("c") }
    let count = try WrongBits.read(set) { try use($0, with: [set, old]) }
    #expect(count > 8)
  }

  private func use(_ set: ReplicatingSet<String>, with others: [ReplicatingSet<String>]) throws {
    #expect(try ReplicatingSet<String>(encoded: set.encoded()) == set)
    for other in others {
      let both = set.merged(with: other)
      both.storage.state.checkInvariants()
      #expect(try ReplicatingSet<String>(encoded: both.encoded()) == both)
      guard let delta = set.delta(since: other.version) else { continue }
      var receiver = other
      try? receiver.merge(delta: delta)
      receiver.storage.state.checkInvariants()
    }
    var set = set
    edit { _ = set.insert("d") }
    edit { _ = set.remove("b") }
    edit { set.forgetDeleted() }
    set.storage.state.checkInvariants()
  }
}
