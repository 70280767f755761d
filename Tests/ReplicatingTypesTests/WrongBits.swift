// SPDX-License-Identifier: MIT

import BinaryCoding

/// The bytes of a value with each of their bits wrong, one after the other.
enum WrongBits {
  /// Reads a value from its bytes with a wrong bit, for each bit.
  ///
  /// - Returns: How often that gave a value and no error.
  static func read<Value: BinaryCodable>(
    _ value: Value, _ body: (Value) throws -> Void
  ) rethrows -> Int {
    var writer = ByteWriter()
    value.encode(to: &writer)
    var count = 0
    for place in writer.bytes.indices {
      for bit in 0..<8 {
        var bytes = writer.bytes
        bytes[place] ^= 1 << bit
        var reader = ByteReader(bytes, in: 0..<bytes.count, identifiers: writer.identifiers)
        guard let forged = try? Value(from: &reader) else { continue }
        count += 1
        try body(forged)
      }
    }
    return count
  }
}
