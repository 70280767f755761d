// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import TestInputs
import Testing

@testable import ReplicatingTypes
@testable import ReplicationLaws

/// Which positions ordered types forget, what that frees, and where elements stand that were moved or
/// inserted by devices that did not know of it.
@Suite struct OrderForgettingTests {
  private typealias Letters = ReplicatingOrderedSet<String>
  private typealias Texts = ReplicatingOrderedDictionary<String, ReplicatingText>

  private let clock = MovableClock()

  private func later(_ milliseconds: UInt64 = 2 * MovableClock.hour) { clock.pass(milliseconds) }

  private func edit<Result>(_ body: () throws -> Result) rethrows -> Result {
    try clock.edit(body)
  }

  private func forgetting(_ letters: Letters) -> Letters {
    var letters = letters
    later()
    edit { letters.forgetDeleted() }
    return letters
  }

  /// Five letters on a ground, and the copy that does not know of it.
  private func grounded() -> (new: Letters, old: Letters) {
    let old: Letters = edit { ["a", "b", "c", "d", "e", "x"] }
    var new = old
    edit { _ = new.remove("x") }
    new = forgetting(new)
    #expect(new.storage.order.ground != nil)
    #expect(new.values == ["a", "b", "c", "d", "e"])
    return (new, old)
  }

  /// Merges two values in both orders, whole and as deltas.
  private func merged<Value: PersistentReplicable & Framed & Equatable>(
    _ one: Value, _ two: Value
  ) throws -> Value where Value.Delta: Framed {
    let both = one.merged(with: two)
    #expect(two.merged(with: one) == both)
    for (receiver, sender) in [(one, two), (two, one)] {
      var receiver = receiver
      if let delta = sender.delta(since: receiver.version) {
        try receiver.merge(delta: Value.Delta(encoded: delta.encoded()))
      }
      #expect(receiver == both)
    }
    #expect(try Value(encoded: both.encoded()) == both)
    return both
  }

  // MARK: Bytes

  @Test func positionsOfForgottenElementsAreFreed() throws {
    var set = edit { ReplicatingOrderedSet((0..<1_000).map { "element \($0)" }) }
    let old = set
    edit { for element in 0..<990 { set.remove("element \(element)") } }
    var values = edit { ReplicatingOrderedDictionary<String, String>() }
    edit { for key in 0..<1_000 { values["key \(key)"] = "A text of the key \(key)." } }
    edit { for key in 0..<990 { values["key \(key)"] = nil } }
    let before = try (set.encoded().count, values.encoded().count)
    later()
    edit { set.forgetDeleted() }
    edit { values.forgetDeleted() }
    let after = try (set.encoded().count, values.encoded().count)
    print("990 of 1,000 removed in order: \(before) bytes, \(after) once they are forgotten")
    #expect(set.values == (990..<1_000).map { "element \($0)" })
    #expect(values.keys == (990..<1_000).map { "key \($0)" })
    #expect(after.0 <= 2_000 && after.1 <= 2_000)
    #expect(set.merged(with: old) == set && old.merged(with: set) == set)
    #expect(try ReplicatingOrderedSet<String>(encoded: set.encoded()) == set)
  }

  @Test func formerPositionsOfMovedElementsAreFreed() throws {
    var random = SeededGenerator(seed: 1)
    let elements = (0..<100).map { "element \($0)" }
    var set = edit { ReplicatingOrderedSet(elements) }
    var values = edit { ReplicatingOrderedDictionary<String, Int>() }
    edit { for element in elements { values[element] = 1 } }
    edit {
      for _ in 0..<10_000 {
        set.move(random.pick(elements), to: random.below(100))
        values.move(random.pick(elements), to: random.below(100))
      }
    }
    let before = try (set.encoded().count, values.encoded().count)
    let order = (set.values, values.keys)
    edit { set.forgetDeleted() }
    edit { values.forgetDeleted() }
    let after = try (set.encoded().count, values.encoded().count)
    let straight = try edit { try ReplicatingOrderedSet(order.0).encoded().count }
    print("100 moved 10,000 times: \(before) bytes, \(after) after, in order at once \(straight)")
    #expect(set.values == order.0 && values.keys == order.1)
    #expect(after.0 < 2 * straight && after.1 < 2 * straight)
  }

  /// A few former positions are not worth a new ground, which all copies must be sent whole.
  @Test func littleIsNotForgotten() {
    var letters: Letters = edit { ["a", "b", "c"] }
    edit { for index in [1, 2, 0] { letters.move("a", to: index) } }
    #expect(forgetting(letters) == letters)
    edit { letters.move("a", to: 1) }
    let small = forgetting(letters)
    #expect(small != letters && small.values == letters.values)
    #expect(small.storage.order.positions.count == 3)
    #expect(forgetting(small) == small)
  }

  /// The elements themselves are gone with their positions.
  @Test func noTraceOfAForgottenElementIsKept() throws {
    var letters: Letters = edit { ["a", "b", "a secret"] }
    edit { _ = letters.remove("a secret") }
    letters = forgetting(letters)
    let bytes = try letters.encoded()
    #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
  }

  @Test func elementsThatCannotBeWrittenAreForgottenToo() {
    struct Plain: Hashable, Sendable { var number: Int }
    var set = edit { ReplicatingOrderedSet((0..<9).map(Plain.init)) }
    let old = set
    edit { for number in 0..<8 { set.remove(Plain(number: number)) } }
    later()
    edit { set.forgetDeleted() }
    #expect(set.values == [Plain(number: 8)] && set.storage.order.positions.count == 1)
    #expect(old.merged(with: set) == set)
  }

  // MARK: Late edits

  @Test func aLateMoveIsLost() throws {
    var (new, old) = grounded()
    edit { old.move("a", to: 4) }
    edit { new.move("b", to: 0) }
    let both = try merged(new, old)
    #expect(both.values == ["b", "a", "c", "d", "e"])
    #expect(LostEdits.gather { old.merge(new) }.isEmpty)
  }

  @Test func aLateElementStandsLast() throws {
    var (new, old) = grounded()
    edit { old.insert("y", at: 0) }
    edit { old.insert("z", at: 2) }
    edit { new.append("f") }
    let both = try merged(new, old)
    #expect(both.values == ["a", "b", "c", "d", "e", "f", "y", "z"])
    #expect(both.firstIndex(of: "z") == 7 && both[6] == "y")
    #expect(try merged(both, forgetting(both)).values == both.values)
  }

  /// Edits among elements that stand last, and behind them, are exact. Devices that make them apart
  /// agree.
  @Test func elementsThatStandLastCanBeMovedAndPassed() throws {
    var (new, old) = grounded()
    edit { old.append(contentsOf: ["y", "z"]) }
    new = try merged(new, old)
    for index in 0...7 {
      var (one, two) = (new, new)
      edit { one.insert("g", at: index) }
      var expected = new.values
      expected.insert("g", at: index)
      #expect(one.values == expected)
      edit { two.move("z", to: min(index, 6)) }
      #expect(two.firstIndex(of: "z") == min(index, 6))
      #expect(Set(try merged(one, two).values) == Set(expected))
      edit { _ = two.remove("y") }
      #expect(try merged(one, two).contains("y") == false)
    }
  }

  @Test func anElementThatALateCopyInsertsAgainComesBack() throws {
    var (new, old) = grounded()
    later()
    edit { old.append("x") }
    #expect(try merged(new, old).values == ["a", "b", "c", "d", "e", "x"])
    edit { _ = old.remove("x") }
    edit { new.insert("x", at: 2) }
    #expect(try merged(new, old).values == ["a", "b", "x", "c", "d", "e"])
  }

  /// A removal of the last hour is not forgotten, and nor is the place of its element.
  @Test func aRemovedElementComesBackToItsPlace() throws {
    var letters: Letters = edit { ["a", "b", "c", "x"] }
    edit { _ = letters.remove("x") }
    later()
    var late = letters
    edit { _ = letters.remove("b") }
    edit { letters.forgetDeleted() }
    #expect(letters.storage.order.positions.count == 3)
    edit { late.move("b", to: 2) }
    #expect(try merged(letters, late).values == ["a", "b", "c"])
  }

  // MARK: Grounds

  @Test func devicesThatForgetAtOnceLoseNothing() throws {
    let (_, old) = grounded()
    var letters = old
    edit { _ = letters.remove("x") }
    var (one, two) = (forgetting(letters), forgetting(letters))
    #expect(one.storage.order.version == two.storage.order.version)
    #expect(one.storage.order.wholeDelta == two.storage.order.wholeDelta)
    edit { one.move("a", to: 4) }
    edit { two.insert("f", at: 0) }
    #expect(try merged(one, two).values == ["f", "b", "c", "d", "e", "a"])
  }

  @Test func ofTwoGroundsTheOneOfTheLatestEditCounts() throws {
    let (_, old) = grounded()
    var (one, two) = (old, old)
    edit { _ = one.remove("x") }
    edit { one.move("a", to: 4) }
    edit { _ = two.remove("x") }
    edit { two.move("b", to: 0) }
    (two, one) = (forgetting(two), forgetting(one))
    #expect(try merged(one, two).values == ["b", "a", "c", "d", "e"])
  }

  @Test func aGroundIsLaterThanTheOneItReplaces() throws {
    var (new, old) = grounded()
    edit { _ = new.remove("a") }
    edit { old.append("later") }
    let next = forgetting(new)
    #expect(new.storage.order.ground.isBelow(next.storage.order.ground))
    #expect(try merged(next, new) == next)
    #expect(try merged(next, old).values == ["b", "c", "d", "e", "later"])
  }

  /// At the last time of all there is no later ground.
  @Test func nothingIsForgottenAtTheLastTime() {
    let end = ReplicationEnvironment(milliseconds: { .max }, random: { 7 })
    var letters = Letters()
    end.run {
      letters = ["a", "b"]
      for index in [1, 0, 1, 0, 1] { letters.move("a", to: index) }
    }
    let before = letters
    for _ in 0..<3 { end.run { letters.forgetDeleted() } }
    #expect(letters.values == before.values)
    #expect(letters.merged(with: before) == before.merged(with: letters))
  }

  /// Virtual machines that are resumed from one snapshot forget different states as one.
  @Test func contradictingCopiesThatForgetMergeAlike() throws {
    func machine(_ extra: String, _ index: Int) throws -> Letters {
      let machine = SimulatedDevice(bits: 7)
      var letters = Letters()
      machine.run(at: 1_000) { letters = ["a", "b", "c"] }
      machine.run(at: 1_001) { letters.insert(extra, at: index) }
      machine.run(at: 1_002) { letters.append("gone") }
      machine.run(at: 1_003) { _ = letters.remove("gone") }
      machine.run(at: 8_000_000) { letters.forgetDeleted() }
      machine.run(at: 8_000_001) { letters.append("end") }
      return letters
    }
    let lives = try [machine("x", 1), machine("y", 1), machine("y", 3), machine("z", 0)]
    for one in lives {
      for two in lives {
        let both = one.merged(with: two)
        #expect(both == two.merged(with: one))
        #expect(both.values == two.merged(with: one).values)
        #expect(Set(both.values) == Set(one.values + two.values))
        for three in lives {
          #expect(both.merged(with: three) == one.merged(with: two.merged(with: three)))
        }
      }
    }
  }

  // MARK: Versions and deltas

  @Test func versionsKnowTheirGround() throws {
    var (new, old) = grounded()
    let before = old.version
    edit { old.move("a", to: 4) }
    #expect(!new.contains(old.version) && !old.contains(new.version))
    #expect(new.contains(before) && !old.contains(new.version))
    #expect(new.contains(before, in: new.version) && !new.contains(new.version, in: before))
    #expect(new.reach.covers(before) && !new.reach.covers(old.version))
    var removed = before
    removed.presence = new.version.presence
    #expect(new.reach.covers(removed))
    #expect(new.version.merged(with: before) == new.version)
    #expect(before.merged(with: new.version) == new.version)
    #expect(try Letters.Version(encoded: new.version.encoded()) == new.version)
    let both = try merged(new, old)
    #expect(both.version == new.version.merged(with: old.version))
    #expect(both.delta(since: old.version.merged(with: new.version)) == nil)
    #expect(both.basis(of: both.delta(since: before), since: before).order == OrderVersion())
  }

  /// Sync compares versions of earlier grounds. What it found once must stay true.
  @Test func versionsOfFormerGroundsAreStillCompared() throws {
    var (new, old) = grounded()
    var versions = [old.version, new.version]
    for index in [3, 1, 4] {
      edit { new.move("a", to: index) }
      versions.append(new.version)
    }
    var other = new
    edit { other.append("f") }
    let apart = other.version
    edit { new.append("g") }
    versions.append(new.version)
    func check(_ letters: Letters) {
      for (place, version) in versions.enumerated() {
        for (otherPlace, other) in versions.enumerated() {
          #expect(letters.contains(version, in: other) == (place <= otherPlace))
        }
      }
      #expect(!letters.contains(apart, in: new.version))
      #expect(!letters.contains(new.version, in: apart))
      #expect(letters.contains(versions[4], in: apart))
      // Events without edits of keys could not be compared later.
      #expect(letters.basis(of: nil, since: letters.version) == Letters.Version())
    }
    check(new.merged(with: other))
    edit { _ = other.remove("b") }
    let next = forgetting(new.merged(with: other))
    #expect(new.storage.order.ground.isBelow(next.storage.order.ground))
    check(next)
  }

  @Test func deltasOfOtherGroundsAreTakenInWhole() throws {
    var (new, old) = grounded()
    let start = new.version
    edit { new.move("a", to: 1) }
    let step = try #require(new.delta(since: start))
    var copy = old
    #expect(throws: MissingHistory.self) { try copy.merge(delta: step) }
    #expect(copy == old)
    try copy.merge(delta: #require(new.delta(since: old.version)))
    #expect(copy == new)
    // A delta of the old ground says nothing of the order here.
    let before = old.version
    edit { old.move("c", to: 0) }
    let late = try #require(old.delta(since: before))
    try copy.merge(delta: late)
    #expect(copy == new.merged(with: old))
    #expect(copy.values == new.values)
  }

  /// A ground without positions is one all the same.
  @Test func allElementsCanBeForgotten() throws {
    let old: Letters = edit { ["a", "b"] }
    var new = old
    edit { for letter in ["a", "b"] { new.remove(letter) } }
    new = forgetting(new)
    #expect(new.isEmpty && new.storage.order.ground != nil)
    #expect(try merged(new, old) == new)
    #expect(try merged(new, Letters()) == new)
    var one = new
    edit { one.append("c") }
    edit { new.append("d") }
    #expect(Set(try merged(one, new).values) == ["c", "d"])
  }

  // MARK: Dictionaries

  @Test func keysOfTextsKeepTheirPlaces() throws {
    var texts = edit { Texts() }
    edit { for key in ["a", "b", "c", "x"] { texts[key] = ReplicatingText(key) } }
    var old = texts
    edit { texts["x"] = nil }
    edit { texts.move("c", to: 0) }
    later()
    edit { texts.forgetDeleted() }
    #expect(texts.storage.order.positions.count == 3)
    edit { old.move("a", to: 2) }
    edit { old["b"]?.append("!") }
    edit { old["y"] = "y" }
    var both = try merged(texts, old)
    #expect(both.keys == ["c", "a", "b", "y"])
    #expect(both["b"]?.string == "b!")
    // The forgotten key is set again, in its next incarnation.
    edit { both.insert("new", forKey: "x", at: 1) }
    #expect(both.keys == ["c", "x", "a", "b", "y"])
    edit { both.move("y", to: 0) }
    #expect(both.keys == ["y", "c", "x", "a", "b"])
    #expect(try merged(both, old).keys == both.keys)
  }

  /// A value that is edited after its key was deleted elsewhere brings the key back to its place.
  @Test func aKeyThatComesBackKeepsItsPlace() throws {
    var texts = edit { Texts() }
    edit { for key in ["a", "b", "c"] { texts[key] = ReplicatingText(key) } }
    edit { for index in [0, 2, 0, 2, 0] { texts.move("c", to: index) } }
    var old = texts
    edit { texts["a"] = nil }
    edit { texts.forgetDeleted() }
    #expect(texts.storage.order.positions.count == 3)
    edit { old["a"]?.append("!") }
    #expect(try merged(texts, old).keys == ["c", "a", "b"])
  }

  @Test func orderedSetsWithinDictionariesForget() throws {
    var sets = edit { ReplicatingDictionary<String, ReplicatingOrderedSet<Int>>() }
    edit { sets["a"] = ReplicatingOrderedSet(0..<100) }
    edit { for number in 0..<90 { _ = sets["a"]?.remove(number) } }
    let old = sets
    let before = try sets.encoded().count
    later()
    edit { sets.forgetDeleted() }
    #expect(try sets.encoded().count * 6 < before)
    #expect(sets["a"]?.values == Array(90..<100))
    #expect(try merged(sets, old) == sets)
  }

  // MARK: Forged bytes

  /// Bytes with a wrong bit give a set that can be used, or an error.
  @Test func anyBytesGiveASetOrAnError() throws {
    var (new, old) = grounded()
    edit { old.append("late") }
    new.merge(old)
    edit { new.move("a", to: 2) }
    let count = try WrongBits.read(new) { try use($0, with: [new, old]) }
    #expect(count > 8)
  }

  private func use(_ set: Letters, with others: [Letters]) throws {
    #expect(try Letters(encoded: set.encoded()) == set)
    for other in others {
      let both = set.merged(with: other)
      #expect(both.values.count == both.count)
      #expect(try Letters(encoded: both.encoded()) == both)
      guard let delta = set.delta(since: other.version) else { continue }
      var receiver = other
      try? receiver.merge(delta: delta)
      #expect(receiver.values.count == receiver.count)
    }
    var set = set
    edit { set.insert("new", at: set.count / 2) }
    edit { _ = set.remove("b") }
    edit { set.forgetDeleted() }
    #expect(set.values.count == set.count)
  }
}
