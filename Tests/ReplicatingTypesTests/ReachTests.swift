// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import ReplicatingTypes

/// The reach of a value tells, without the value, which versions the value contains.
@Suite struct ReachTests {
  @Test(arguments: EveryType.samples.indices) func coversWhatTheValueContains(sample: Int) {
    let sample = EveryType.samples[sample]
    for seed in 0..<60 as Range<UInt64> {
      if let fault = fault(of: sample, seed: seed) {
        Issue.record("\(sample), seed \(seed): \(fault)")
      }
    }
  }

  private func fault<Sample: TypeSample>(of sample: Sample, seed: UInt64) -> String? {
    var random = SeededGenerator(seed: seed)
    var copies = (0..<3).map { _ in sample.make() }
    var versions = [sample.make().version]
    for step in 0..<14 {
      let (one, other) = (random.below(3), random.below(3))
      if random.below(3) == 0 {
        copies[one].merge(copies[other])
      } else {
        sample.edit(&copies[one], step)
      }
      versions.append(copies[one].version)
    }
    for copy in copies {
      let reach = copy.reach
      if versions.contains(where: { reach.covers($0) != copy.contains($0) }) {
        return "the reach covers other versions than the value contains"
      }
      if !copy.contains(reach) || !copy.contains(copy.version, in: reach) {
        return "the reach says something else than the version"
      }
    }
    let both = copies[0].reach.merged(with: copies[1].reach)
    let merged = copies[0].merged(with: copies[1])
    guard versions.allSatisfy({ both.covers($0) == merged.contains($0) }) else {
      return "reaches do not merge as values do"
    }
    return nil
  }

  /// An author that is neither a tip nor one of a version's hints.
  @Test func namesEveryAuthor() {
    var text = ReplicatingText()
    var versions: [ReplicatingText.Version] = []
    for _ in 0..<200 {
      var copy = text
      copy.append("a")
      versions.append(copy.version)
      text.merge(copy)
    }
    #expect(versions.allSatisfy(text.reach.covers))
    #expect(!versions.allSatisfy(text.version.covers))
  }
}
