// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Large sets built, and merged when little and when everything differs.
enum Sets: BenchmarkTask {
  static let name = "set"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    let merging = KeyedMerging(
      task: name, unit: "elements", make: { ReplicatingSet($0) },
      edit: { value, size, number in value.insert(size + number) },
      shows: { value, edits, size in
        value.count == size + edits && (0..<(size + edits)).allSatisfy { value.contains($0) }
      })
    try merging.run(recorder)
  }
}
