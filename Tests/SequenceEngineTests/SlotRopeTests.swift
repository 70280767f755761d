// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import SequenceEngine

@Suite struct SlotRopeTests {
  @Test func behavesLikeAnArray() {
    var random = TestRun.generator(seed: 1)
    var copies: [(rope: SlotRope, model: [Int])] = [(SlotRope(), [])]
    for step in 0..<TestRun.length(4_000) {
      let index = random.below(copies.count)
      let count = copies[index].model.count
      switch random.below(6) {
      case 0 where copies.count < 4: copies.append(copies[index])
      case 0: copies[random.below(copies.count)] = copies[index]
      case 1, 2:
        let start = random.below(count + 1)
        let end = start + random.below(min(count - start, random.pick([2, 10, 100])) + 1)
        copies[index].rope.remove(start..<end)
        copies[index].model.removeSubrange(start..<end)
      default:
        let position = random.below(count + 1)
        let slots = step..<(step + random.pick([0, 1, 2, 30]))
        copies[index].rope.insert(slots, at: position)
        copies[index].model.insert(contentsOf: slots, at: position)
      }
      for (rope, model) in copies {
        let start = random.below(model.count + 1)
        let end = start + random.below(model.count - start + 1)
        guard rope.count == model.count, rope.slots(start..<end) == Array(model[start..<end])
        else {
          Issue.record("step \(step)")
          return
        }
      }
    }
  }
}
