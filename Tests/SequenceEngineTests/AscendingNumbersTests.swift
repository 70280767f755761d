// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

@Suite struct AscendingNumbersTests {
  @Test func theyAreSets() {
    var random = TestRun.generator(seed: 1)
    var held = 0
    for _ in 0..<TestRun.length(2_000) {
      let others = Self.numbers(upTo: 6, &random)
      let numbers = random.oneIn(2) ? Self.numbers(upTo: 12, &random) : others
      #expect(numbers.holdAll(others) == Set(numbers).isSuperset(of: others))
      if numbers.holdAll(others) { held += 1 }
      var left = numbers
      left.removeAll(others)
      #expect(left == numbers.filter { !others.contains($0) })
    }
    #expect(held > 0)
  }

  private static func numbers(upTo limit: Int, _ random: inout SeededGenerator) -> [Int] {
    (0..<limit).filter { _ in random.oneIn(2) }
  }
}
