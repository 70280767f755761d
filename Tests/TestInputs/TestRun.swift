// SPDX-License-Identifier: MIT

import Foundation
import ReplicationLaws

/// The seed and the length of the random runs of tests.
package enum TestRun {
  /// `DECENT_SEED`, or a test's own seed; printed, so that a run can be repeated.
  package static func generator(seed: UInt64, _ test: String = #function) -> SeededGenerator {
    let seed = RunSettings().seed ?? seed
    print("\(test): DECENT_SEED=\(seed)")
    return SeededGenerator(seed: seed)
  }

  /// `count`, multiplied by `DECENT_SCALE` if it is set.
  package static func length(_ count: Int) -> Int { RunSettings().scheduleCount(count) }
}
