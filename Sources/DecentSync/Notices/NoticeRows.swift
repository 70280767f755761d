// SPDX-License-Identifier: MIT

import BinaryCoding

/// A stored acknowledgement and its time.
struct AcknowledgementRow: Hashable {
  var acknowledgement: Acknowledgement
  /// The time when the acknowledgement was stored, in milliseconds since 1970.
  var time: UInt64
}

extension AcknowledgementRow: SyncRow {
  func encode(to writer: inout ByteWriter) {
    writer.writeVarint(time)
    writer.writePrefixed(acknowledgement.encoded())
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    time = try reader.readVarint()
    acknowledgement = try Acknowledgement(encoded: try reader.readPrefixed())
  }
}

/// The last card of a device.
struct CardRow: Hashable {
  var card: DeviceCard
  /// The time when the card was read or is to be written, in milliseconds since 1970.
  var time: UInt64
  /// Whether the card was read from the remote. If not, it is a card of this device, and may not
  /// have been written.
  var isConfirmed: Bool
}

extension CardRow: SyncRow {
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
