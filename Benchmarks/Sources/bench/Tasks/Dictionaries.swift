// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Large dictionaries built, and merged when little and when everything differs.
enum Dictionaries: BenchmarkTask {
  static let name = "dictionary"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    let merging = KeyedMerging(
      task: name, unit: "keys", make: dictionary,
      edit: { value, _, number in value[number] = -1 },
      shows: { value, edits, size in
        value.count == size && (0..<size).allSatisfy { value[$0] == ($0 < edits ? -1 : $0) }
      })
    try merging.run(recorder)
  }

  private static func dictionary(_ keys: Range<Int>) -> ReplicatingDictionary<Int, Int> {
    var dictionary = ReplicatingDictionary<Int, Int>()
    for key in keys { dictionary[key] = key }
    return dictionary
  }
}
