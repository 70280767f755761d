// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

@Suite struct HeapTests {
  @Test func givesTheGreatestFirst() {
    var random = TestRun.generator(seed: 1)
    var heap = Heap<Int>()
    var model: [Int] = []
    for step in 0..<TestRun.length(20_000) {
      // Phases of growth and of shrinking, with many equal elements.
      if random.below(5) < (step / 500 % 2 == 0 ? 3 : 2) {
        let element = random.below(100)
        heap.insert(element)
        model.append(element)
      } else {
        let greatest = model.max()
        if let place = model.firstIndex(where: { $0 == greatest }) { model.remove(at: place) }
        guard heap.popGreatest() == greatest else {
          Issue.record("step \(step)")
          return
        }
      }
      if heap.greatest != model.max() { Issue.record("greatest at step \(step)") }
    }
  }
}
