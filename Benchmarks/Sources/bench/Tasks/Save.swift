// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// From a text to its canonical bytes, full history.
enum Save: BenchmarkTask {
  static let name = "save"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.traces {
      let text = named.trace.replayed()
      try recorder.time(name, named.name) { text.encoded() }
      try recorder.time(name, "\(named.name), own file") { text.encoded(for: .ownDevice) }
    }
  }
}
