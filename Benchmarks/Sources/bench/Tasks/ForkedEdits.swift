// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Two people part at half of a trace and make 10,000 edits each. One merges the edits of the
/// other.
enum ForkedEdits: BenchmarkTask {
  static let name = "fork"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for fork in inputs.forks {
      var mine = ReplicatingText()
      Edits(fork.base).apply(to: &mine)
      var theirs = try ReplicatingText(encoded: mine.encoded())
      let parting = mine.version
      Edits(fork.mine).apply(to: &mine)
      Edits(fork.theirs).apply(to: &theirs)
      guard let delta = theirs.delta(since: parting) else {
        throw WrongResult(description: "wrong result: \(fork.name): no delta to send")
      }
      let merged = try merge(mine, theirs, of: fork)
      let bytes = delta.encoded()
      recorder.count(name, "\(fork.name), bytes of the delta", bytes: bytes.count)
      // The text is decoded anew for each run, so that it shares nothing.
      let saved = mine.encoded()
      try recorder.time(
        name, "\(fork.name), by delta", setUp: { try ReplicatingText(encoded: saved) }
      ) {
        try $0.merge(delta: ReplicatingText.Delta(encoded: bytes))
      } checkState: {
        try WrongResult.check($0, shows: merged, "\(fork.name), by delta")
      }
      try recorder.time(
        name, "\(fork.name), by state", setUp: { try ReplicatingText(encoded: saved) }
      ) {
        $0.merge(theirs)
      } checkState: {
        try WrongResult.check($0, shows: merged, "\(fork.name), by state")
      }
    }
  }

  /// The text that both show when each has merged the other.
  private static func merge(
    _ mine: ReplicatingText, _ theirs: ReplicatingText, of fork: Fork
  ) throws -> String {
    let merged = mine.merged(with: theirs)
    try WrongResult.check(
      theirs.merged(with: mine), shows: merged.string, "\(fork.name): the two sides differ")
    let count = merged.unicodeScalars.count
    try WrongResult.check(
      fork.lengths.contains(count), "\(fork.name): \(count) scalars, not \(fork.lengths)")
    return merged.string
  }
}
