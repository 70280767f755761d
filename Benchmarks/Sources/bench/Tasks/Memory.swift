// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Bytes that the allocator has given out for a text after its edits.
enum Memory: BenchmarkTask {
  static let name = "memory"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.sequential {
      let edits = Edits(named.trace.patches)
      let trace = named.trace
      try recorder.countLiveBytes(name, "\(named.name), after replay") {
        var text = trace.start
        edits.apply(to: &text)
        return text
      } check: {
        try WrongResult.check($0, shows: trace.endContent, named.name)
      }
    }
    for named in inputs.traces {
      let saved = named.trace.replayed().encoded()
      try recorder.countLiveBytes(name, "\(named.name), after load") {
        try ReplicatingText(encoded: saved)
      } check: {
        try WrongResult.check($0, shows: named.trace.endContent, named.name)
      }
    }
  }
}
