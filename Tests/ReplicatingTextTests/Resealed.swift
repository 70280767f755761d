// SPDX-License-Identifier: MIT

import BinaryCoding

extension [UInt8] {
  /// The bytes of a changed frame with the checksum that fits.
  func resealed() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(contentsOf: dropLast(4))
    writer.writeFixed(CRC32C.checksum(of: writer.bytes))
    return writer.bytes
  }
}
