// SPDX-License-Identifier: MIT

import CZstdBench
import ReplicatingTypes

/// How many bytes a text takes, with its whole history and with less of it.
enum Bytes: BenchmarkTask {
  static let name = "bytes"

  /// As `decent` stores documents.
  private static let level: Int32 = 12

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.traces {
      var text = named.trace.replayed()
      let (canonical, own) = (text.encoded(), text.encoded(for: .ownDevice))
      recorder.count(name, "\(named.name), full history", bytes: canonical.count)
      recorder.count(name, "\(named.name), compressed", bytes: try compressed(canonical))
      recorder.count(name, "\(named.name), own file", bytes: own.count)
      recorder.count(name, "\(named.name), own file, compressed", bytes: try compressed(own))
      text.dropDeletedText()
      recorder.count(name, "\(named.name), deleted text dropped", bytes: text.encoded().count)
      text.dropHistory()
      recorder.count(name, "\(named.name), no history", bytes: text.encoded().count)
    }
  }

  private static func compressed(_ bytes: [UInt8]) throws -> Int {
    var result = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
    let size = ZSTD_compress(&result, result.count, bytes, bytes.count, level)
    try WrongResult.check(ZSTD_isError(size) == 0, "compression")
    return size
  }
}
