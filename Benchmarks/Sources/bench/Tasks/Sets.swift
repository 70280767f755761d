// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Large sets built, and merged when little and when everything differs.
enum Sets: BenchmarkTask {
  static let name = "set"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for size in [100_000, 1_000_000] {
      try recorder.time(name, "\(size) elements, built") { ReplicatingSet(0..<size) }
      let base = ReplicatingSet(0..<size)
      try mergeLittle(base, size, recorder)
      let other = ReplicatingSet(size..<(2 * size))
      try recorder.time(name, "\(size) elements, all differ, by state", setUp: { base }) {
        $0.merge(other)
      }
      try recorder.time(name, "\(size) elements, all differ, by delta", setUp: { base }) { mine in
        if let delta = other.delta(since: mine.version) { try mine.merge(delta: delta) }
      }
    }
  }

  private static func mergeLittle(
    _ base: ReplicatingSet<Int>, _ size: Int, _ recorder: Recorder
  ) throws {
    var (mine, theirs) = (base, base)
    for element in 0..<5 {
      mine.insert(size + element)
      theirs.insert(size + 5 + element)
    }
    try recorder.time(name, "\(size) elements, 10 differ, by state", setUp: { mine }) {
      $0.merge(theirs)
    }
    try recorder.time(name, "\(size) elements, 10 differ, by delta", setUp: { mine }) { mine in
      if let delta = theirs.delta(since: mine.version) { try mine.merge(delta: delta) }
    }
  }
}
