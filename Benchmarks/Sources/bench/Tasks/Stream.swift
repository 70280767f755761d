// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// A live replica merges one encoded delta a transaction, in the order recorded.
enum Stream: BenchmarkTask {
  static let name = "stream"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.concurrent {
      let messages = named.trace.session().messages
      try recorder.time(name, named.name, setUp: { ReplicatingText() }) { text in
        for message in messages {
          try text.merge(delta: ReplicatingText.Delta(encoded: message))
        }
        return text
      } check: {
        try WrongResult.check($0.string == named.trace.endContent, named.name)
      }
    }
  }
}
