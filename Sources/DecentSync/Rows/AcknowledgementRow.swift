// SPDX-License-Identifier: MIT

import BinaryCoding

/// A stored acknowledgement and its time.
struct AcknowledgementRow: SyncRow, Hashable {
  var acknowledgement: Acknowledgement
  /// Milliseconds since 1970.
  var time: UInt64

  init(_ acknowledgement: Acknowledgement, time: UInt64) {
    self.acknowledgement = acknowledgement
    self.time = time
  }

  func encode(to writer: inout ByteWriter) {
    writer.writeVarint(time)
    writer.writePrefixed(acknowledgement.encoded())
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    time = try reader.readVarint()
    acknowledgement = try Acknowledgement(encoded: try reader.readPrefixed())
  }
}
