// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes
import ReplicationLaws
import TestInputs
import Testing

/// Sets, orders and dictionaries in the words of Swift's collections.
@Suite struct CollectionEditingTests {
  // MARK: Sets

  /// Both sets of three letters, and sequences with a letter that stands twice.
  @Test func setsCompareAndCombineAsSwiftsDo() {
    let parts = (0..<8).map { bits in
      "abc".enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)
    }
    for mine in parts {
      for theirs in parts.map({ $0 + $0.prefix(1) }) {
        let (one, other) = (Set(mine), Set(theirs))
        let (set, grown, ordered) = (
          ReplicatingSet(mine), ReplicatingAddOnlySet(mine), ReplicatingOrderedSet(mine)
        )
        #expect(set.isSubset(of: theirs) == one.isSubset(of: other))
        #expect(grown.isSubset(of: theirs) == one.isSubset(of: other))
        #expect(ordered.isSubset(of: theirs) == one.isSubset(of: other))
        #expect(set.isSuperset(of: theirs) == one.isSuperset(of: other))
        #expect(grown.isSuperset(of: theirs) == one.isSuperset(of: other))
        #expect(ordered.isSuperset(of: theirs) == one.isSuperset(of: other))
        #expect(set.isStrictSubset(of: theirs) == one.isStrictSubset(of: other))
        #expect(grown.isStrictSubset(of: theirs) == one.isStrictSubset(of: other))
        #expect(ordered.isStrictSubset(of: theirs) == one.isStrictSubset(of: other))
        #expect(set.isStrictSuperset(of: theirs) == one.isStrictSuperset(of: other))
        #expect(grown.isStrictSuperset(of: theirs) == one.isStrictSuperset(of: other))
        #expect(ordered.isStrictSuperset(of: theirs) == one.isStrictSuperset(of: other))
        #expect(set.isDisjoint(with: theirs) == one.isDisjoint(with: other))
        #expect(grown.isDisjoint(with: theirs) == one.isDisjoint(with: other))
        #expect(ordered.isDisjoint(with: theirs) == one.isDisjoint(with: other))
        #expect(set.union(theirs).values == one.union(other))
        #expect(grown.union(theirs).values == one.union(other))
        #expect(set.intersection(theirs).values == one.intersection(other))
        #expect(set.subtracting(theirs).values == one.subtracting(other))
        #expect(set.symmetricDifference(theirs).values == one.symmetricDifference(other))
        #expect(set.filter(other.contains).values == one.filter(other.contains))
        #expect(set.values == one)
      }
    }
  }

  @Test func insertingTellsWhatIsInTheSet() {
    var set: ReplicatingSet = ["e\u{301}"]
    let (wasInserted, member) = set.insert("\u{e9}")
    #expect(!wasInserted && member.utf8.elementsEqual("\u{e9}".utf8))
    #expect(set[0].utf8.elementsEqual("\u{e9}".utf8))
    var grown: ReplicatingAddOnlySet = ["e\u{301}"]
    #expect(grown.insert("\u{e9}").memberAfterInsert.utf8.elementsEqual("e\u{301}".utf8))
    #expect(grown.insert("a") == (true, "a"))
  }

  /// A copy that was filtered merges as one whose elements were removed.
  @Test func copiesThatWereCombinedMerge() {
    var tags: ReplicatingSet = ["home", "urgent"]
    var yours = tags
    yours.insert("garden")
    tags = tags.filter { $0 != "urgent" }
    tags.merge(yours)
    #expect(tags.values == ["home", "garden"])
    tags.removeAll { $0 == "home" }
    #expect(tags.values == ["garden"])
  }

  @Test func whatOthersInsertStaysWhenAllIsRemoved() {
    var mine: ReplicatingSet = ["a", "b"]
    var ordered: ReplicatingOrderedSet = ["a", "b"]
    var (yours, theirs) = (mine, ordered)
    mine.removeAll()
    ordered.removeAll()
    #expect(mine.isEmpty && ordered.isEmpty)
    yours.insert("c")
    theirs.append("c")
    mine.merge(yours)
    ordered.merge(theirs)
    #expect(mine.values == ["c"] && ordered.values == ["c"])
  }

  // MARK: Orders

  /// An array after SwiftUI's `move(fromOffsets:toOffset:)`.
  private func moved<Element>(_ list: [Element], _ offsets: IndexSet, _ destination: Int)
    -> [Element]
  {
    let front = list.indices.filter { $0 < destination && !offsets.contains($0) }
    let back = list.indices.filter { $0 >= destination && !offsets.contains($0) }
    return (front + Array(offsets) + back).map { list[$0] }
  }

  /// All moves, and all removals, within orders of up to five elements.
  @Test func listsMoveAndDeleteRowsAsSwiftUIDoes() {
    for count in 0...5 {
      let letters = Array("abcde".prefix(count))
      for bits in 0..<(1 << count) {
        let offsets = IndexSet((0..<count).filter { bits >> $0 & 1 == 1 })
        var left = ReplicatingOrderedSet(letters)
        left.remove(atOffsets: offsets)
        let rest = letters.indices.filter { !offsets.contains($0) }.map { letters[$0] }
        #expect(left.values == rest)
        var array = ReplicatingArray(letters)
        array.remove(atOffsets: offsets)
        #expect(array.values == rest)
        for destination in 0...count {
          let wanted = moved(letters, offsets, destination)
          var set = ReplicatingOrderedSet(letters)
          let version = set.version
          set.move(fromOffsets: offsets, toOffset: destination)
          #expect(set.values == wanted)
          #expect((set.version == version) == (wanted == letters))
          var table = ReplicatingOrderedDictionary(
            uniqueKeysWithValues: letters.map { ($0, String($0)) })
          table.move(fromOffsets: offsets.reversed(), toOffset: destination)
          #expect(table.keys == wanted)
          table.remove(atOffsets: IndexSet(wanted.indices.filter { offsets.contains($0) }))
          #expect(table.count == count - offsets.count)
        }
      }
    }
  }

  @Test func rowsThatTwoDevicesMoveStandOnce() {
    var mine = ReplicatingOrderedSet(0..<6)
    var yours = mine
    mine.move(fromOffsets: [0, 1], toOffset: 6)
    yours.move(fromOffsets: [1, 2], toOffset: 0)
    let merged = mine.merged(with: yours)
    #expect(merged == yours.merged(with: mine))
    #expect(merged.count == 6)
  }

  @Test func ordersAreSwappedAndReversedByMoves() {
    for (one, other) in [(0, 3), (3, 1), (2, 2)] {
      var array = Array(0..<4)
      var set = ReplicatingOrderedSet(array)
      var table = ReplicatingOrderedDictionary(uniqueKeysWithValues: array.map { ($0, $0) })
      array.swapAt(one, other)
      set.swapAt(one, other)
      table.swapAt(.init(offset: one), .init(offset: other))
      #expect(set.values == array && table.keys == array)
      array.reverse()
      set.reverse()
      table.reverse()
      #expect(set.values == array && table.keys == array)
      #expect(set.removeFirst() == array.removeFirst() && set.removeLast() == array.removeLast())
      table.removeFirst()
      table.removeLast()
      #expect(set.values == array && table.keys == array)
      set.removeAll { $0 == array[0] }
      table.removeAll { $0.key == array[0] }
      #expect(set.values == [array[1]] && table.keys == [array[1]])
    }
  }

  // MARK: Dictionaries

  @Test func dictionariesAreMadeMergedAndFilteredAsSwiftsAre() {
    let pairs = [("a", 1), ("b", 2), ("c", 3)]
    let others = [("b", 20), ("b", 200), ("d", 4)]
    var swift = Dictionary(uniqueKeysWithValues: pairs)
    var table = ReplicatingDictionary(uniqueKeysWithValues: pairs)
    var ordered = ReplicatingOrderedDictionary(uniqueKeysWithValues: pairs)
    swift.merge(others) { $0 + $1 }
    table.merge(others) { $0 + $1 }
    ordered.merge(others) { $0 + $1 }
    swift.merge(["a": 10]) { $0 + $1 }
    table.merge(["a": 10]) { $0 + $1 }
    ordered.merge(["a": 10]) { $0 + $1 }
    #expect(table.dictionary == swift && ordered.dictionary == swift)
    #expect(ordered.keys == ["a", "b", "c", "d"])
    #expect(table.mapValues(String.init) == swift.mapValues(String.init))
    #expect(table.filter { $0.value > 3 }.dictionary == swift.filter { $0.value > 3 })
    #expect(ordered.filter { $0.value > 3 }.keys == ["a", "b", "d"])
    var yours = table
    yours["e"] = 5
    table.removeAll { $0.key < "d" }
    table.merge(yours)
    #expect(table.dictionary == ["d": 4, "e": 5])
  }
}
