// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// A fresh replica merges a whole history from bytes and shows the text, worked
/// out again from the history.
enum Receive: BenchmarkTask {
  static let name = "receive"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.traces {
      guard let history = named.trace.replayed().delta(since: ReplicatingText.Version()) else {
        throw WrongResult(description: "wrong result: \(named.name) has no history")
      }
      let bytes = history.encoded()
      try recorder.time(name, named.name) {
        var text = ReplicatingText()
        try text.merge(delta: ReplicatingText.Delta(encoded: bytes))
        return text.string
      } check: {
        try WrongResult.check($0 == named.trace.endContent, named.name)
      }
    }
  }
}
