// SPDX-License-Identifier: MIT

import BinaryCoding

/// The last card of a device.
struct CardRow: SyncRow, Hashable {
  var card: DeviceCard
  /// The time when it was read or is to be written, in milliseconds since 1970.
  var time: UInt64
  /// Whether it was read. If not, it is a card of this device that may not have been written.
  var isConfirmed: Bool

  init(_ card: DeviceCard, time: UInt64, isConfirmed: Bool) {
    self.card = card
    self.time = time
    self.isConfirmed = isConfirmed
  }

  func encode(to writer: inout ByteWriter) {
    writer.writeVarint(time)
    writer.write(isConfirmed ? 1 : 0)
    writer.writePrefixed(card.encoded())
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    time = try reader.readVarint()
    isConfirmed = try reader.read() != 0
    card = try DeviceCard(encoded: try reader.readPrefixed())
  }
}
