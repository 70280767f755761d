// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Foundation
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// What every type offers to users of Swift's own values.
@Suite struct ConformanceTests {
  /// Compiles for types that have it all, and checks the parts that can be wrong.
  private func check<Value>(_ value: Value, shows parts: [String]) throws
  where
    Value: Codable & Hashable & Sendable & CustomStringConvertible & CustomReflectable
      & PersistentReplicable
  {
    let read = try JSONDecoder().decode([Value].self, from: JSONEncoder().encode([value]))
    #expect(read == [value] && Set(read + [value]).count == 1)
    let reflected = Mirror(reflecting: value).children.map { "\($0.value)" }
    #expect(reflected == parts, "\(Value.self)")
  }

  @Test func everyTypeHasThemAll() throws {
    try check(ReplicatingRegister("a"), shows: ["a"])
    try check(ReplicatingMultiValueRegister("a"), shows: ["a"])
    try check(ReplicatingCounter(3), shows: ["3"])
    try check(["b", "a"] as ReplicatingSet, shows: ["b", "a"])
    try check(["b", "a"] as ReplicatingAddOnlySet, shows: ["b", "a"])
    try check(["b", "a"] as ReplicatingOrderedSet, shows: ["b", "a"])
    try check(["b", "a", "b"] as ReplicatingArray, shows: ["b", "a", "b"])
    try check("ab" as ReplicatingText, shows: ["ab"])
    let pairs = [#"(key: "b", value: 1)"#, #"(key: "a", value: 2)"#]
    try check(["b": 1, "a": 2] as ReplicatingDictionary, shows: pairs)
    try check(["b": 1, "a": 2] as ReplicatingOrderedDictionary, shows: pairs)
  }

  /// Compiles if versions and deltas cross threads whatever the type, and arrive whole.
  @Test func versionsAndDeltasOfAnyTypeCrossThreads() async throws {
    func sent<Value: DeltaReplicable>(_ value: Value) async -> (Value.Version, Value.Delta?) {
      let (version, delta) = (value.version, value.delta(since: Value.Version()))
      return await Task.detached { (version, delta) }.value
    }
    var sets = ReplicatingDictionary<String, ReplicatingSet<Int>>()
    sets["a", default: []].insert(1)
    let (version, delta) = await sent(sets)
    var copy = ReplicatingDictionary<String, ReplicatingSet<Int>>()
    try copy.merge(delta: #require(delta))
    #expect(copy == sets && copy.version == version)
  }

  /// Keys that JSON has no objects of, and values that merge.
  @Test func dictionariesOfAnyKeysAndValuesAreCoded() throws {
    var dictionary = ReplicatingDictionary<Int, ReplicatingCounter>()
    dictionary[2] = ReplicatingCounter(5)
    dictionary[1] = ReplicatingCounter(7)
    dictionary[2]?.increment(by: 3)
    dictionary[1] = nil
    #expect(try decoded(dictionary).map(\.value.value) == [8])
    var ordered = ReplicatingOrderedDictionary<Int, ReplicatingCounter>()
    ordered[2] = ReplicatingCounter(5)
    ordered[1] = ReplicatingCounter(7)
    ordered.move(1, to: 0)
    #expect(try decoded(ordered).map(\.key) == [1, 2])
  }

  /// What a value is read as from JSON: equal in all that is saved, and of no other type.
  private func decoded<Value: Codable & Framed & Equatable>(_ value: Value) throws -> Value {
    let json = try JSONEncoder().encode([value])
    let read = try JSONDecoder().decode([Value].self, from: json)
    #expect(read == [value])
    #expect(try read.map { try $0.encoded() } == [value.encoded()])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ReplicatingCounter].self, from: json)
    }
    return try #require(read.first)
  }

  @Test func setsDoAlgebra() {
    var random = TestRun.generator(seed: 1)
    var set = ReplicatingSet<Int>()
    var model = Set<Int>()
    for _ in 0..<TestRun.length(500) {
      let others = (0..<random.below(12)).map { _ in random.below(30) }
      switch random.below(3) {
      case 0:
        set.subtract(others)
        model.subtract(others)
      case 1 where random.oneIn(4):
        set.formIntersection(others)
        model.formIntersection(others)
      default:
        set.formUnion(others)
        model.formUnion(others)
      }
      #expect(set.values == model && Set(ReplicatingSet(model)) == model)
    }
  }

  @Test func anIntersectionLeavesAloneWhatStays() throws {
    var set: ReplicatingSet = [1, 2, 3]
    let before = set.version
    set.formIntersection([2, 3, 4])
    let edits = try #require(set.delta(since: before)).presence.items
    #expect(edits.map(\.key) == [1])
    set.subtract(set)
    #expect(set.isEmpty)
  }

  @Test func aUnionIsAnInsertOfEach() {
    let base: ReplicatingSet = [1, 2]
    var (mine, yours) = (base, base)
    mine.remove(1)
    yours.formUnion([1])
    #expect(mine.merged(with: yours).values == [1, 2])
  }

  @Test func orderedSetsAreEditedByIndex() {
    var set: ReplicatingOrderedSet = [1, 2, 3]
    #expect(set.remove(at: 1) == 2)
    set.append(contentsOf: [1, 4])
    #expect(Array(set) == [3, 1, 4] && set.indices.map { set[$0] } == [3, 1, 4])
  }

  @Test func countersCountLikeNumbers() {
    var counter = ReplicatingCounter()
    counter += 5
    counter -= 7
    #expect(counter.value == -2 && counter == counter.merged(with: counter))
  }

  @Test func textsAreMadeLikeStrings() {
    let name = "Ada"
    var text: ReplicatingText = "Hello \(name)"
    text += "!"
    #expect(String(text) == "Hello Ada!")
  }
}
