// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// Whether a delta leads from one version to another. The answer used to be unknown, and sync deleted
/// objects on the word of a delta that held nothing.
@Suite struct LeadingTests {
  @Test(arguments: EveryType.samples.indices) func aDeltaLeadsToTheVersionThatItWasMadeAt(
    place: Int
  ) {
    check(EveryType.samples[place])
  }

  private func check(_ sample: some TypeSample) {
    var random = TestRun.generator(seed: 1)
    var copies = (0..<3).map { _ in sample.make() }
    var deltas = 0
    for number in 0..<TestRun.length(90) {
      let (place, from) = (random.below(3), random.below(3))
      let (one, other) = (copies[place], copies[from])
      guard random.oneIn(3), let delta = other.delta(since: one.version) else {
        sample.edit(&copies[place], number)
        continue
      }
      deltas += 1
      let both = one.merged(with: other)
      #expect(both.leads(delta, from: one.version, to: other.version) == true, "\(sample)")
      var later = other
      sample.edit(&later, number)
      let all = both.merged(with: later)
      #expect(all.leads(delta, from: one.version, to: later.version) == false, "\(sample)")
      copies[place] = both
    }
    #expect(deltas > 5)
  }
}
