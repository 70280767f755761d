// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

@Suite struct SlotRopeTests {
  /// A rope and its expected slots.
  private struct Pair {
    var rope = SlotRope()
    var model: [Int] = []

    mutating func insert(_ slots: Range<Int>, at position: Int) {
      rope.insert(slots, at: position)
      model.insert(contentsOf: slots, at: position)
    }

    mutating func remove(_ range: Range<Int>) {
      rope.remove(range)
      model.removeSubrange(range)
    }

    /// Whether some of the slots are right.
    func isRight(_ range: Range<Int>) -> Bool {
      let runs = rope.runs(range)
      return rope.count == model.count && runs.allSatisfy { !$0.isEmpty }
        && runs.flatMap { Array($0) } == Array(model[range])
        && range.allSatisfy { rope.slot(at: $0) == model[$0] }
    }
  }

  /// All sequences of three edits of a few slots, each of every short range near the start. A copy
  /// made before the last edit must not change.
  @Test func allSmallCases() {
    var start = Pair()
    start.insert(0..<4, at: 0)
    start.insert(10..<12, at: 2)
    for first in edited(start, with: 20) {
      for second in edited(first, with: 30) {
        for third in edited(second, with: 40) {
          guard third.isRight(0..<third.model.count), second.isRight(0..<second.model.count)
          else {
            Issue.record("\(start.model), \(first.model), \(second.model), \(third.model)")
            return
          }
        }
      }
    }
  }

  private func edited(_ pair: Pair, with slot: Int) -> [Pair] {
    var results: [Pair] = []
    for start in 0...min(3, pair.model.count) {
      for end in start...min(start + 2, pair.model.count) {
        var removed = pair
        removed.remove(start..<end)
        results.append(removed)
        // Slots that continue the last insert, and others.
        for first in [slot, slot - 8] {
          var replaced = removed
          replaced.insert(first..<(first + 2), at: start)
          results.append(replaced)
        }
      }
    }
    return results
  }

  @Test func behavesLikeAnArray() {
    var random = TestRun.generator(seed: 1)
    var pairs = [Pair()]
    var (place, slot) = (0, 0)
    // A tree of at least two levels, whatever the node sizes.
    for _ in 0..<(2 * NodeSizes.slotLeaf * NodeSizes.ropeFanout) {
      pairs[0].insert(slot..<(slot + 1), at: random.below(pairs[0].model.count + 1))
      slot += 2
    }
    for step in 0..<TestRun.length(3_000) {
      let index = random.below(pairs.count)
      let count = pairs[index].model.count
      // Most edits are at the place of the last one.
      place = random.oneIn(4) ? random.below(count + 1) : min(place, count)
      switch random.below(8) {
      case 0 where pairs.count < 4: pairs.append(pairs[index])
      case 0: pairs[random.below(pairs.count)] = pairs[index]
      case 1:
        place = max(0, place - random.pick([1, 2, 10]))
        pairs[index].remove(place..<min(count, place + random.pick([1, 2, 10, 100])))
      case 2: pairs[index].remove(place..<min(count, place + random.pick([0, 1, 2])))
      case 3:
        let start = random.below(count + 1)
        let end = start + random.below(min(count - start, random.pick([2, 10, 100])) + 1)
        pairs[index].remove(start..<end)
      default:
        let slots = slot..<(slot + random.pick([0, 1, 2, 30]))
        pairs[index].insert(slots, at: place)
        slot += slots.count
        place += slots.count
      }
      for pair in pairs {
        let start = random.below(pair.model.count + 1)
        let range = start..<(start + random.below(pair.model.count - start + 1))
        guard pair.isRight(range) else {
          Issue.record("step \(step)")
          return
        }
      }
    }
  }

  /// A leaf that loses run after run is joined with its neighbours. Edits beside it still work.
  @Test func leavesThatShrinkAreJoined() {
    var random = TestRun.generator(seed: 2)
    var pair = Pair()
    for slot in 0..<((NodeSizes.areSmall ? 100 : 4) * NodeSizes.slotLeaf) {
      pair.insert((2 * slot)..<(2 * slot + 1), at: slot)
    }
    var place = 0
    while pair.model.count > 6 {
      // Near the last place or anywhere: all leaves shrink.
      let next = random.oneIn(2) ? random.below(pair.model.count) : place + random.below(9) - 4
      place = min(max(0, next), pair.model.count - 1)
      pair.remove(place..<(place + 1))
      guard pair.isRight(0..<pair.model.count) else {
        Issue.record("\(pair.model.count) are left")
        return
      }
    }
  }

  /// Edits beside the last one do not look at the tree.
  @Test func editsThatGoOnVisitNoNodes() {
    var rope = SlotRope()
    for position in 0..<100 { rope.insert((position * 2)..<(position * 2 + 1), at: 0) }
    rope.insert(300..<301, at: 50)
    let work = WorkCounter.during {
      for offset in 1..<20 { rope.insert((300 + offset)..<(301 + offset), at: 50 + offset) }
      for offset in (0..<30).reversed() { rope.remove((40 + offset)..<(41 + offset)) }
      rope.insert(400..<410, at: 40)
      rope.remove(50..<60)
      rope.remove(35..<52)
    }
    #expect(work.nodes == 0)
    #expect(rope.count == 73)
  }
}
