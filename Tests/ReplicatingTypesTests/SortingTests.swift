// SPDX-License-Identifier: MIT

import ReplicatingTypes
import ReplicationLaws
import TestInputs
import Testing

/// Sets and orders that are made to hold what a form or a list shows, and orders that are sorted.
@Suite struct SortingTests {
  @Test func twoDevicesThatSortHaveNoDoubles() {
    var mine: ReplicatingOrderedSet = [3, 1, 2]
    var yours = mine
    mine.sort()
    yours.sort()
    mine.merge(yours)
    #expect(mine.values == [1, 2, 3])
    mine.sort { $0 > $1 }
    #expect(mine.values == [3, 2, 1])
    #expect(yours.merged(with: mine) == mine)
  }

  @Test func anOrderedDictionaryIsSortedByKeysOrValues() {
    var mine: ReplicatingOrderedDictionary = ["b": 1, "c": 3, "a": 2]
    var yours = mine
    mine.sort { $0.key < $1.key }
    #expect(mine.keys == ["a", "b", "c"])
    yours["d"] = 0
    yours.sort { $0.value > $1.value }
    #expect(yours.keys == ["c", "a", "b", "d"])
    #expect(yours.values == [3, 2, 1, 0])
    let merged = mine.merged(with: yours)
    #expect(merged.count == 4 && merged == yours.merged(with: mine))
  }

  @Test func sortingASortedOrderIsNoEdit() {
    var set: ReplicatingOrderedSet = [1, 2, 3]
    let version = set.version
    set.sort()
    set.update(to: [1, 2, 3, 2])
    #expect(set.version == version)
  }

  /// Any other move, being later, would beat that of the other copy.
  @Test func onlyTheElementThatMovedIsMoved() {
    var mine = ReplicatingOrderedSet(0..<100)
    var yours = mine
    yours.move(50, to: 2)
    mine.update(to: Array(1..<100) + [0])
    mine.merge(yours)
    #expect(mine.firstIndex(of: 50) == 1)
    #expect(mine.values.last == 0)
  }

  @Test func elementsAreUpdatedInAllSmallCases() {
    func orders(_ elements: [Int]) -> [[Int]] {
      if elements.isEmpty { return [[]] }
      return [[]]
        + elements.indices.flatMap { place in
          var rest = elements
          let first = rest.remove(at: place)
          return orders(rest).map { [first] + $0 }
        }
    }
    let all = orders([1, 2, 3, 4])
    for old in all {
      for new in all {
        var set = ReplicatingOrderedSet(old)
        set.update(to: new)
        if set.values != new { Issue.record("\(old) to \(new): \(set.values)") }
        var plain = ReplicatingSet(old)
        plain.update(to: new)
        if plain.values != Set(new) { Issue.record("\(old) to \(new): \(plain.values)") }
      }
    }
  }

  @Test func longOrdersAreUpdated() {
    var random = TestRun.generator(seed: 1, "orders made to hold others")
    for _ in 0..<TestRun.length(50) {
      var set = ReplicatingOrderedSet<Int>()
      for _ in 0..<4 {
        let wanted = random.shuffled(Array(0..<40)).prefix(random.below(40))
        set.update(to: wanted)
        if set.values != Array(wanted) { Issue.record("\(set.values), not \(wanted)") }
      }
    }
  }

  /// A form that is bound to a `Set`: tags that another device removed stay removed.
  @Test func anUpdatedSetKeepsEditsElsewhere() {
    var mine: ReplicatingSet = ["home", "urgent", "late"]
    var yours = mine
    yours.remove("late")
    yours.insert("summer")
    mine.update(to: ["home", "late", "garden"] as Set)
    mine.merge(yours)
    #expect(mine.values == ["home", "garden", "summer"])
    let version = mine.version
    mine.update(to: ["home", "garden", "summer"])
    #expect(mine.version == version)
  }
}
