// SPDX-License-Identifier: MIT

/// How many bytes a history takes.
enum Bytes: BenchmarkTask {
  static let name = "bytes"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.traces {
      let bytes = named.trace.replayed().encoded()
      recorder.count(name, "\(named.name), full history", bytes: bytes.count)
    }
  }
}
