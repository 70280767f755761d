// SPDX-License-Identifier: MIT

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
