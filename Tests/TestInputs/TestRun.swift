// SPDX-License-Identifier: MIT

import Foundation
import ReplicationLaws

/// The seed and the length of the random runs of tests.
package enum TestRun {
  /// A test's own seed, to which `DECENT_SEED` is added if it is set. So the cases of a test stay
  /// different. Printed, so that a run can be repeated.
  package static func generator(seed: UInt64, _ test: String = #function) -> SeededGenerator {
    let offset = RunSettings().seed ?? 0
    print("\(test): DECENT_SEED=\(offset), seed \(seed)")
    return SeededGenerator(seed: seed &+ offset)
  }

  /// `count`, multiplied by `DECENT_SCALE` if it is set.
  package static func length(_ count: Int) -> Int { RunSettings().scheduleCount(count) }

  /// Whether runs are at least ten times as long as usual. Exhaustive searches then go further.
  package static var isLong: Bool { length(10) >= 100 }

  /// The scope of a search through all small states: as given in long runs, three edits and three
  /// merges at most in others.
  package static func scope(edits: Int = 4, merges: Int = 4) -> SearchScope {
    isLong
      ? SearchScope(edits: edits, merges: merges)
      : SearchScope(edits: min(3, edits), merges: min(3, merges))
  }
}
