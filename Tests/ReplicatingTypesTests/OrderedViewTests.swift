// SPDX-License-Identifier: MIT

import ReplicationLaws
import SequenceEngine
import TestInputs
import Testing

@testable import ReplicatingTypes

/// The order that a value keeps as it is edited is the one that its positions give.
@Suite struct OrderedViewTests {
  /// Each present key at the first position with the stamp that counts; then the others.
  private func shown(_ set: ReplicatingOrderedSet<Int>) -> [Int] {
    let presence = set.storage.presence
    let positions = set.storage.order.positions.elements
    var places: [Int: Int] = [:]
    for (place, position) in positions.enumerated() {
      guard let entry = presence[position.element], entry.isPresent, position.stamp == entry.stamp,
        places[position.element] == nil
      else { continue }
      places[position.element] = place
    }
    let keys = places.sorted { $0.value < $1.value }.map(\.key)
    return keys + presence.ordered.map { $0.key }.filter { places[$0] == nil }
  }

  private func edit(_ set: inout ReplicatingOrderedSet<Int>, _ random: inout SeededGenerator) {
    let element = random.below(12)
    switch random.below(5) {
    case 0: set.remove(element)
    case 1: set.append(element)
    case 2: if !set.isEmpty { set.move(random.pick(Array(set)), to: random.below(set.count)) }
    default: set.insert(element, at: random.below(set.count + (set.contains(element) ? 0 : 1)))
    }
  }

  private func isRight(_ set: ReplicatingOrderedSet<Int>) -> Bool {
    let keys = shown(set)
    return set.values == keys && keys.indices.allSatisfy { set[$0] == keys[$0] }
      && (0..<13).allSatisfy { set.firstIndex(of: $0) == keys.firstIndex(of: $0) }
  }

  @Test func theViewIsThatOfAllPositions() throws {
    var random = TestRun.generator(seed: 1)
    var sets: [ReplicatingOrderedSet<Int>] = [[], [], []]
    for step in 0..<TestRun.length(3_000) {
      let (index, other) = (random.below(3), random.below(3))
      switch random.below(8) {
      case 0: sets[index].merge(sets[other])
      case 1: sets[index] = sets[other]
      case 2:
        if let delta = sets[other].delta(since: sets[index].version) {
          // Forged bytes may bring presence and positions apart.
          if random.oneIn(2) {
            try sets[index].merge(delta: .init(presence: delta.presence, positions: nil))
          } else if random.oneIn(2) {
            try sets[index].merge(delta: .init(presence: nil, positions: delta.positions))
          } else {
            try sets[index].merge(delta: delta)
          }
        }
      default: edit(&sets[index], &random)
      }
      if !sets.allSatisfy(isRight) {
        Issue.record("step \(step): \(sets.map(\.values)), not \(sets.map(shown))")
        return
      }
      if step % 200 == 199 { sets = [sets[index], [], sets[index]] }
    }
  }

  /// Copies that share a view do not see each other's edits.
  @Test func copiesKeepTheirOrder() {
    var mine = ReplicatingOrderedSet(0..<1_000)
    mine.move(999, to: 0)
    var yours = mine
    let before = Array(mine)
    yours.move(500, to: 1)
    yours.remove(7)
    #expect(Array(mine) == before)
    #expect(yours[1] == 500 && yours.firstIndex(of: 7) == nil && yours.count == 999)
    #expect(Array(yours) == shown(yours))
  }
}

#if DECENT_INVARIANTS
  extension OrderedViewTests {
    /// Moves as many as there are elements, each to a random index.
    private func stepsOfMoves(_ count: Int, copies: Bool) -> Int {
      var random = SeededGenerator(seed: 1)
      var set = ReplicatingOrderedSet(0..<count)
      _ = set[0]
      return WorkCounter.during {
        for element in 0..<count {
          let copy = copies ? set : []
          set.move(element, to: random.below(count))
          #expect(copy.count == (copies ? count : 0))
        }
      }.nodes
    }

    @Test(arguments: [false, true]) func movesVisitNodesInProportion(copies: Bool) {
      let nodes = [200, 2_000].map { stepsOfMoves($0, copies: copies) }
      print("nodes visited by 200 moves among 200, and 2,000 among 2,000: \(nodes)")
      #expect(nodes[0] >= 200 && nodes[1] < 25 * nodes[0])
    }

    @Test func aSmallMergeVisitsFewNodes() throws {
      let nodes = try [1_000, 10_000].map { count in
        var mine = ReplicatingOrderedSet(0..<count)
        var yours = mine
        mine.move(3, to: 500)
        for element in 0..<10 { yours.move(element, to: 600 + element) }
        let delta = try #require(yours.delta(since: mine.version))
        return try WorkCounter.during {
          try mine.merge(delta: delta)
          for element in 0..<10 { #expect((mine.firstIndex(of: element) ?? 0) > 400) }
        }.nodes
      }
      print("nodes visited by merging 10 moves among 1,000 and 10,000: \(nodes)")
      #expect(nodes[0] >= 10 && nodes[1] < 3 * nodes[0])
    }

    @Test func dictionariesFollowMovesToo() {
      let nodes = [200, 2_000].map { count in
        var random = SeededGenerator(seed: 1)
        var dictionary = ReplicatingOrderedDictionary<Int, Int>()
        for key in 0..<count { dictionary[key] = key }
        return WorkCounter.during {
          for key in 0..<count { dictionary.move(key, to: random.below(count)) }
        }.nodes
      }
      print("nodes visited by moves in ordered dictionaries of 200 and 2,000: \(nodes)")
      #expect(nodes[0] >= 200 && nodes[1] < 25 * nodes[0])
    }

  }
#endif
