// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Two people part at half of a trace, 10,000 edits each; one merges the other's.
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
      guard let delta = theirs.delta(since: parting) else { continue }
      let bytes = delta.encoded()
      recorder.count(name, "\(fork.name), bytes of the delta", bytes: bytes.count)
      // Decoded anew for each run, so that it shares nothing.
      let saved = mine.encoded()
      try recorder.time(
        name, "\(fork.name), by delta", setUp: { try ReplicatingText(encoded: saved) }
      ) {
        try $0.merge(delta: ReplicatingText.Delta(encoded: bytes))
      }
      try recorder.time(
        name, "\(fork.name), by state", setUp: { try ReplicatingText(encoded: saved) }
      ) {
        $0.merge(theirs)
      }
    }
  }
}
