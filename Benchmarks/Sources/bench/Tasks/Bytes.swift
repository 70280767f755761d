// SPDX-License-Identifier: MIT

import CZstdBench
import ReplicatingTypes

/// The size of a text in bytes, with its whole history and with less of it.
enum Bytes: BenchmarkTask {
  static let name = "bytes"

  /// The compression level of the documents that `decent` stores.
  private static let level: Int32 = 12

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.traces {
      var text = named.trace.replayed()
      let end = named.trace.endContent
      let (canonical, own) = (text.encoded(), text.encoded(for: .ownDevice))
      recorder.count(name, "\(named.name), full history", bytes: canonical.count)
      recorder.count(name, "\(named.name), compressed", bytes: try compressed(canonical))
      recorder.count(name, "\(named.name), own file", bytes: own.count)
      recorder.count(name, "\(named.name), own file, compressed", bytes: try compressed(own))
      try WrongResult.check(ReplicatingText(encoded: canonical), shows: end, named.name)
      try WrongResult.check(
        ReplicatingText(encoded: own, from: .ownDevice), shows: end, "\(named.name), own file")
      text.dropDeleted()
      let input = "\(named.name), deleted text dropped"
      let dropped = text.encoded()
      try WrongResult.check(ReplicatingText(encoded: dropped), shows: end, input)
      recorder.count(name, input, bytes: dropped.count)
    }
  }

  private static func compressed(_ bytes: [UInt8]) throws -> Int {
    var result = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
    let size = ZSTD_compress(&result, result.count, bytes, bytes.count, level)
    try WrongResult.check(ZSTD_isError(size) == 0, "compression")
    var again = [UInt8](repeating: 0, count: bytes.count)
    let count = ZSTD_decompress(&again, again.count, result, size)
    try WrongResult.check(count == bytes.count && again == bytes, "decompression")
    return size
  }
}
