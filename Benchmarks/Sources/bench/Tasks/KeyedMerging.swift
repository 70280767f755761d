// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The measurements of each type with keys: large values are built, and merged when little and when
/// everything differs.
struct KeyedMerging<Value: DeltaReplicable> {
  let task: String
  /// The unit of a size, such as "keys".
  let unit: String
  /// Makes a value with these keys.
  let make: (Range<Int>) -> Value
  /// Makes an edit that differs for each number. The keys of the value are those below `size`.
  let edit: (inout Value, _ size: Int, _ number: Int) -> Void
  /// Whether a value made of the keys below `size` shows the edits with the numbers below
  /// `edits`, and has no other keys.
  let shows: (Value, _ edits: Int, _ size: Int) -> Bool

  func run(_ recorder: Recorder) throws {
    for size in recorder.isCounting ? [100_000] : [100_000, 1_000_000] {
      let title = "\(size) \(unit), built"
      try recorder.time(task, title) {
        make(0..<size)
      } check: {
        try WrongResult.check(shows($0, 0, size), title)
      }
      let base = make(0..<size)
      var (mine, theirs) = (base, base)
      for number in 0..<5 {
        edit(&mine, size, number)
        edit(&theirs, size, number + 5)
      }
      try merge(theirs, into: mine, "\(size) \(unit), 10 differ", recorder) {
        shows($0, 10, size)
      }
      let others = make(size..<(2 * size))
      try merge(others, into: base, "\(size) \(unit), all differ", recorder) {
        shows($0, 0, 2 * size)
      }
    }
  }

  private func merge(
    _ theirs: Value, into mine: Value, _ title: String, _ recorder: Recorder,
    _ isRight: (Value) -> Bool
  ) throws {
    try recorder.time(task, "\(title), by state", setUp: { mine }) {
      $0.merge(theirs)
    } checkState: {
      try WrongResult.check(isRight($0), "\(title), by state")
    }
    try recorder.time(task, "\(title), by delta", setUp: { mine }) { mine in
      if let delta = theirs.delta(since: mine.version) { try mine.merge(delta: delta) }
    } checkState: {
      try WrongResult.check(isRight($0), "\(title), by delta")
    }
  }
}
