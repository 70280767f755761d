// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Encoding of a text with its full history, to canonical bytes and to own bytes.
enum Save: BenchmarkTask {
  static let name = "save"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.traces {
      let text = named.trace.replayed()
      let end = named.trace.endContent
      try recorder.time(name, named.name) {
        text.encoded()
      } check: {
        try WrongResult.check(ReplicatingText(encoded: $0), shows: end, named.name)
      }
      try recorder.time(name, "\(named.name), own file") {
        text.encoded(for: .ownDevice)
      } check: {
        let loaded = try ReplicatingText(encoded: $0, from: .ownDevice)
        try WrongResult.check(loaded, shows: end, "\(named.name), own file")
      }
    }
  }
}
