// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// Compares what prepared versions have seen with a dictionary for each.
@Suite struct PreparedVersionsTests {
  private var random = TestRun.generator(seed: 1)

  /// Of more events than 254 it is not known whether they were seen.
  private static let numbers = [0, 1, 2, 253, 254, 255, 1_000]

  @Test mutating func versionsHaveSeenWhatDictionariesSay() {
    for schedule in 0..<TestRun.length(100) {
      var versions = PreparedVersions()
      var expected: [[Int: Int]] = [[:]]
      let first = random.below(20)
      versions.setSeenCount(ofRun: first, to: 0)
      for step in 0..<60 {
        change(&versions, &expected, runs: first..<(first + 30))
        for lane in expected.indices {
          let seen = (first..<(first + 30)).map { versions.seenCount(ofRun: $0, in: lane) }
          let known = (first..<(first + 30)).map { run in
            let events = expected[lane][run] ?? 0
            return events < 255 ? events : nil
          }
          guard seen == known, versions.seenCount(ofRun: first - 1, in: lane) == nil else {
            Issue.record("schedule \(schedule), step \(step): \(seen), not \(known)")
            return
          }
        }
      }
      versions.begin(tip: -1)
      #expect(versions.seenCount(ofRun: first, in: 0) == nil)
    }
  }

  private mutating func change(
    _ versions: inout PreparedVersions, _ expected: inout [[Int: Int]], runs: Range<Int>
  ) {
    switch random.below(6) {
    case 0 where expected.count < 9:
      expected.append(expected[versions.current])
      versions.add(leaving: nil)
    case 1:
      let lane = random.below(expected.count)
      expected[lane] = expected[versions.current]
      if lane != versions.current { versions.copyCurrent(to: lane) }
    case 2: versions.select(random.below(expected.count))
    case 3 where random.oneIn(4): expected = versions.keepHalf().map { expected[$0] }
    default:
      let (run, events) = (runs.lowerBound + random.below(runs.count), random.pick(Self.numbers))
      expected[versions.current][run] = events
      versions.setSeenCount(ofRun: run, to: events)
      // Of this run nothing is kept.
      versions.setSeenCount(ofRun: runs.lowerBound - 1, to: 1)
    }
  }
}
