// SPDX-License-Identifier: MIT

import Testing

@testable import SequenceEngine

@Suite struct PrefixSearchTests {
  @Test func findsTheEndOfAPrefix() {
    for range in [0..<0, 3..<3, 0..<1, 0..<2, 5..<12, 40..<100] {
      for bound in max(range.lowerBound - 1, 0)..<(range.upperBound + 1) {
        let expected = min(bound, range.upperBound - 1)
        #expect(range.last(inPrefixWhere: { $0 <= bound }) == expected)
        for place in [0, 1, 4, 7, 11, 60, 99, .max] {
          #expect(
            range.last(inPrefixWhere: { $0 <= bound }, near: place) == expected,
            "\(range) up to \(bound), near \(place)")
        }
      }
    }
  }
}
