// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// A live replica merges one encoded delta for each transaction. Recorded traces come in the order
/// recorded. Generated branches come in two orders, and as one delta.
enum Stream: BenchmarkTask {
  static let name = "stream"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.concurrent {
      try measure(named.name, named.trace.session().messages, named.trace.endContent, recorder)
    }
    for count in [2, 10, 50] {
      var branches = Branches(count, seed: inputs.seed)
      let name = "\(count) branches, \(Branches.transactions * Branches.edits) edits"
      let text = branches.text.string
      try measure("\(name), in the order made", branches.messages, text, recorder)
      try measure("\(name), in any order", branches.shuffled(), text, recorder)
      let whole = branches.text.delta(since: ReplicatingText().version)?.encoded() ?? []
      try measure("\(name), in one message", [whole], text, recorder)
    }
  }

  private static func measure(
    _ input: String, _ messages: [[UInt8]], _ end: String, _ recorder: Recorder
  ) throws {
    try recorder.time(name, input, setUp: { ReplicatingText() }) { text in
      for message in messages {
        try text.merge(delta: ReplicatingText.Delta(encoded: message))
      }
      return text
    } check: {
      try WrongResult.check($0.string == end, input)
    }
  }
}
