// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

@Suite struct OrderedIndexTests {
  @Test(arguments: ["ascending", "descending", "random"])
  func findsWhatASortedArrayFinds(order: String) {
    var random = TestRun.generator(seed: 1)
    let keys = Array(stride(from: 0, to: 3_000, by: 3))
    let inserted =
      switch order {
      case "ascending": keys
      case "descending": keys.reversed() as [Int]
      default: random.shuffled(keys)
      }
    var index = OrderedIndex()
    #expect(index.value(atOrBelow: 5) == nil)
    var known: Set<Int> = []
    for (place, key) in inserted.enumerated() {
      index.insert(key * 10, at: key)
      known.insert(key)
      for probe in place % 100 == 99 ? Array(-2...3_002) : [key - 1, key, key + 1] {
        let expected = stride(from: probe, through: -2, by: -1).first { known.contains($0) }
        if index.value(atOrBelow: probe) != expected.map({ $0 * 10 }) {
          Issue.record("key \(probe) after \(place + 1) inserts")
          return
        }
      }
    }
  }
}
