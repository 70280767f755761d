// SPDX-License-Identifier: MIT

import Foundation
import ReplicationLaws

/// The seed and the length of the random runs of these tests.
enum TestRun {
  /// `DECENT_SEED`, or a test's own seed; printed, so that a run can be repeated.
  static func generator(seed: UInt64, _ test: String = #function) -> SeededGenerator {
    let variable = ProcessInfo.processInfo.environment["DECENT_SEED"] ?? ""
    let seed = UInt64(variable) ?? seed
    print("\(test): DECENT_SEED=\(seed)")
    return SeededGenerator(seed: seed)
  }

  /// `count`, multiplied by `DECENT_SCALE` if it is set.
  static func length(_ count: Int) -> Int {
    let variable = ProcessInfo.processInfo.environment["DECENT_SCALE"] ?? ""
    return max(1, Int(Double(count) * (Double(variable) ?? 1)))
  }
}
