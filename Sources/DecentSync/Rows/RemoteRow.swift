// SPDX-License-Identifier: MIT

import BinaryCoding

/// A remote that was synced with.
struct RemoteRow: SyncRow {
  /// The time of the last sync, to the minute, in milliseconds since 1970.
  var lastSync: UInt64

  func encode(to writer: inout ByteWriter) { writer.writeVarint(lastSync) }

  init(lastSync: UInt64) { self.lastSync = lastSync }

  init(from reader: inout ByteReader) throws(DecodingFailure) { lastSync = try reader.readVarint() }
}
