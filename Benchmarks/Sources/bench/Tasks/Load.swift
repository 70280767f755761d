// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Decoding of saved bytes to a text that can be read, and to a text that can merge.
enum Load: BenchmarkTask {
  static let name = "load"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.traces {
      let text = named.trace.replayed()
      let (bytes, own) = (text.encoded(), text.encoded(for: .ownDevice))
      try recorder.time(name, "\(named.name), to read, own file") {
        try ReplicatingText(encoded: own, from: .ownDevice).string
      } check: {
        try WrongResult.check($0 == named.trace.endContent, named.name)
      }
      try recorder.time(name, "\(named.name), to read, from canonical bytes") {
        try ReplicatingText(encoded: bytes).string
      } check: {
        try WrongResult.check($0 == named.trace.endContent, named.name)
      }
      try recorder.time(name, "\(named.name), to merge") {
        try ReplicatingText(encoded: bytes)
      } check: {
        try WrongResult.check($0, shows: named.trace.endContent, named.name)
      }
      try recorder.time(name, "\(named.name), to merge, own file") {
        try ReplicatingText(encoded: own, from: .ownDevice)
      } check: {
        try WrongResult.check($0, shows: named.trace.endContent, named.name)
      }
    }
  }
}
