// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import TestInputs
import Testing

@testable import ReplicatingTypes
@testable import ReplicationLaws

/// Moves that a device made before it learnt that others forgot positions, and makes again.
@Suite struct LostMovesTests {
  private typealias Letters = ReplicatingOrderedSet<String>
  private typealias Numbers = ReplicatingOrderedDictionary<String, Int>

  private let clock = MovableClock()

  private func edit<Result>(_ body: () throws -> Result) rethrows -> Result {
    try clock.edit(body)
  }

  private func forget<Value: DeltaReplicable>(_ value: inout Value) {
    clock.pass()
    edit { value.forgetDeleted() }
  }

  /// Takes in another copy, as a device does that syncs.
  ///
  /// - Returns: Whether moves were made again.
  @discardableResult
  private func receive<Value: PersistentReplicable & Framed & Equatable>(
    _ other: Value, in value: inout Value
  ) throws -> Bool where Value.Delta: Framed {
    guard let delta = other.delta(since: value.version) else { return false }
    let before = value
    try value.merge(delta: Value.Delta(encoded: delta.encoded()))
    let merged = value
    let isMade = edit { LostMoves.makeAgain { value.merge(before) } }
    #expect(isMade == (value != merged))
    #expect(value.contains(merged.version) && merged.contains(value.version) != isMade)
    #expect(try Value(encoded: value.encoded()) == value)
    // Other copies take it in as any edit.
    var third = merged
    if let delta = value.delta(since: third.version) { try third.merge(delta: delta) }
    #expect(third == value && merged.merged(with: value) == value)
    return isMade
  }

  /// Lets devices sync until none has news.
  private func settle<Value: PersistentReplicable & Framed & Equatable>(
    _ copies: inout [Value]
  ) throws -> (value: Value, movesMade: Int) where Value.Delta: Framed {
    var movesMade = 0
    for round in 0..<10 {
      let before = copies
      for receiver in copies.indices {
        for sender in copies.indices where sender != receiver {
          movesMade += try receive(copies[sender], in: &copies[receiver]) ? 1 : 0
        }
      }
      if copies == before { break }
      #expect(round < 9, "the devices never stop")
    }
    for copy in copies { #expect(copy == copies[0]) }
    return (try #require(copies.first), movesMade)
  }

  /// Five letters on a ground, and the copy that does not know of it.
  private func letters() -> (new: Letters, old: Letters) {
    let old: Letters = edit { ["a", "b", "c", "d", "e", "x"] }
    var new = old
    edit { _ = new.remove("x") }
    forget(&new)
    #expect(new.values == ["a", "b", "c", "d", "e"])
    return (new, old)
  }

  @Test func aMoveIsMadeAgain() throws {
    var (new, old) = letters()
    edit { old.move("a", to: 3) }
    edit { new.move("e", to: 0) }
    #expect(try receive(new, in: &old))
    #expect(old.values == ["e", "b", "c", "d", "a"])
    try receive(old, in: &new)
    #expect(new == old)
  }

  @Test func aMoveToTheFrontIsMadeAgain() throws {
    var (new, old) = letters()
    edit { old.move("c", to: 0) }
    try receive(new, in: &old)
    #expect(old.values == ["c", "a", "b", "d", "e"])
  }

  /// Moved elements keep their order among each other.
  @Test func elementsThatWereInsertedAndMovedKeepTheirOrder() throws {
    var (new, old) = letters()
    edit { old.insert("y", at: 1) }
    edit { old.insert("z", at: 2) }
    edit { old.move("e", to: 2) }
    #expect(old.values == ["a", "y", "e", "z", "b", "c", "d", "x"])
    #expect(try receive(new, in: &old))
    #expect(old.values == ["a", "y", "e", "z", "b", "c", "d"])
    try receive(old, in: &new)
    #expect(new == old)
  }

  /// A device sends its insert before it learns of the ground. Another one gives the element a place
  /// behind all others meanwhile.
  @Test func anInsertThatOthersPutLastIsMadeAgain() throws {
    var (new, old) = letters()
    edit { old.insert("y", at: 1) }
    try receive(old, in: &new)
    edit { new.append("f") }
    #expect(new.values == ["a", "b", "c", "d", "e", "y", "f"])
    #expect(try receive(new, in: &old))
    #expect(old.values == ["a", "y", "b", "c", "d", "e", "f"])
    try receive(old, in: &new)
    #expect(new == old)
  }

  @Test func nothingIsMadeAgainWithoutALaterGround() throws {
    var (new, old) = letters()
    #expect(try !receive(new, in: &old))
    edit { new.move("a", to: 4) }
    edit { old.move("b", to: 0) }
    #expect(try !receive(new, in: &old))
    #expect(try !receive(old, in: &new))
    #expect(new == old)
  }

  /// A move that is made again is no edit of its element.
  @Test func aMoveMadeAgainUndoesNoRemovalAndNoLaterMove() throws {
    var (new, old) = letters()
    edit { old.move("a", to: 3) }
    edit { old.move("b", to: 3) }
    var other = new
    edit { _ = other.remove("a") }
    edit { other.move("b", to: 0) }
    clock.pass()
    try receive(new, in: &old)
    #expect(old.values == ["c", "d", "a", "b", "e"])
    try receive(other, in: &old)
    #expect(old.values == ["b", "c", "d", "e"])
    try receive(old, in: &other)
    #expect(other == old)
  }

  /// Copies that both hold a move give one position twice.
  @Test func devicesThatBothMakeAMoveAgainAgree() throws {
    var (new, old) = letters()
    edit { old.move("a", to: 3) }
    var other = old
    edit { other.insert("y", at: 2) }
    try receive(new, in: &old)
    try receive(new, in: &other)
    #expect(other.values == ["b", "c", "y", "d", "a", "e"])
    var copies = [new, old, other]
    let settled = try settle(&copies)
    #expect(settled.value.values == ["b", "c", "y", "d", "a", "e"] && settled.movesMade == 0)
  }

  /// A move of a device that did not learn of the ground yet is missing until that device makes it.
  @Test func theLatestOfSeveralLateMovesCounts() throws {
    var (new, old) = letters()
    var other = old
    edit { old.move("a", to: 4) }
    edit { other.move("a", to: 2) }
    var copies = [new, old, other]
    let values = try settle(&copies).value.values
    #expect(values == ["b", "c", "a", "d", "e"])
    new = copies[0]
    forget(&new)
    #expect(new.values == values)
  }

  @Test func aMoveIsMadeOnEachLaterGround() throws {
    var (new, old) = letters()
    var next = new
    edit { _ = next.remove("c") }
    edit { old.move("a", to: 3) }
    forget(&next)
    #expect(try receive(new, in: &old) && receive(next, in: &old))
    #expect(old.values == ["b", "d", "a", "e"])
    #expect(try !receive(next, in: &old))
  }

  /// A removal of the document covers a move that was made again, as its author saw the move itself.
  @Test func aMoveMadeAgainIsNoEditBeyondARemoval() throws {
    var (new, old) = letters()
    edit { old.move("a", to: 3) }
    let reach = new.merged(with: old).reach
    try receive(new, in: &old)
    #expect(reach.covers(old.version))
  }

  // MARK: Dictionaries

  @Test func keysAreMovedAgain() throws {
    var old = edit { Numbers() }
    edit { for (value, key) in ["a", "b", "c", "x"].enumerated() { old[key] = value } }
    var new = old
    edit { new["x"] = nil }
    forget(&new)
    edit { old.move("a", to: 2) }
    edit { old.insert(9, forKey: "y", at: 0) }
    edit { old["b"] = 7 }
    #expect(try receive(new, in: &old))
    #expect(old.keys == ["y", "b", "c", "a"] && old["b"] == 7)
    try receive(old, in: &new)
    #expect(new == old)
  }

  /// Copies learn of a move in a value by an edit of its key, which decides nothing.
  @Test func movesInValuesAreMadeAgain() throws {
    var old = edit { ReplicatingDictionary<String, Letters>() }
    edit { old["one"] = ["a", "b", "c", "x"] }
    edit { old["two"] = ["a", "b"] }
    var new = old
    edit { _ = new["one"]?.remove("x") }
    forget(&new)
    edit { old["one"]?.move("a", to: 2) }
    #expect(try receive(new, in: &old))
    #expect(old["one"]?.values == ["b", "c", "a"])
    try receive(old, in: &new)
    #expect(new == old)
  }

  @Test func movesInValuesOfOrderedDictionariesAreMadeAgain() throws {
    var old = edit { ReplicatingOrderedDictionary<String, Letters>() }
    edit { old["one"] = ["a", "b", "c", "x"] }
    edit { old["two"] = ["a", "b"] }
    var new = old
    edit { _ = new["one"]?.remove("x") }
    forget(&new)
    edit { old["one"]?.move("a", to: 2) }
    edit { new["two"] = nil }
    #expect(try receive(new, in: &old))
    #expect(old["one"]?.values == ["b", "c", "a"] && old.keys == ["one"])
    try receive(old, in: &new)
    #expect(new == old)
  }

  // MARK: By chance

  /// Devices edit, forget and sync in any order. All show one order in the end, and stop.
  @Test func devicesAgreeAndStop() throws {
    var random = TestRun.generator(seed: 1)
    for schedule in 0..<TestRun.length(100) {
      var start: Letters = edit { ["a", "b", "c", "d"] }
      edit { start.append("e") }
      var copies = Array(repeating: start, count: 3)
      for step in 0..<20 {
        let index = random.below(3)
        switch random.below(8) {
        case 0: forget(&copies[index])
        case 1, 2: try receive(copies[random.below(3)], in: &copies[index])
        case 3:
          let letters = copies[index].values
          if letters.count > 2 { edit { _ = copies[index].remove(random.pick(letters)) } }
        case 4: edit { copies[index].insert("new \(step)", at: 0) }
        default:
          let letters = copies[index].values
          let place = random.below(letters.count)
          edit { copies[index].move(random.pick(letters), to: place) }
        }
      }
      let value = try settle(&copies).value
      var next = value
      forget(&next)
      #expect(next.values == value.values, "schedule \(schedule)")
    }
  }
}
