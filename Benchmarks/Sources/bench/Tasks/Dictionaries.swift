// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Large dictionaries built, and merged when little and when everything differs.
enum Dictionaries: BenchmarkTask {
  static let name = "dictionary"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for size in [100_000, 1_000_000] {
      try recorder.time(name, "\(size) keys, built") { dictionary(0..<size) }
      let base = dictionary(0..<size)
      try mergeLittle(base, size, recorder)
      let other = dictionary(size..<(2 * size))
      try recorder.time(name, "\(size) keys, all differ, by state", setUp: { base }) {
        $0.merge(other)
      }
      try recorder.time(name, "\(size) keys, all differ, by delta", setUp: { base }) { mine in
        if let delta = other.delta(since: mine.version) { try mine.merge(delta: delta) }
      }
    }
  }

  private static func dictionary(_ keys: Range<Int>) -> ReplicatingDictionary<Int, Int> {
    var dictionary = ReplicatingDictionary<Int, Int>()
    for key in keys { dictionary[key] = key }
    return dictionary
  }

  private static func mergeLittle(
    _ base: ReplicatingDictionary<Int, Int>, _ size: Int, _ recorder: Recorder
  ) throws {
    var (mine, theirs) = (base, base)
    for key in 0..<5 {
      mine[key] = -1
      theirs[key + 5] = -1
    }
    try recorder.time(name, "\(size) keys, 10 differ, by state", setUp: { mine }) {
      $0.merge(theirs)
    }
    try recorder.time(name, "\(size) keys, 10 differ, by delta", setUp: { mine }) { mine in
      if let delta = theirs.delta(since: mine.version) { try mine.merge(delta: delta) }
    }
  }
}
