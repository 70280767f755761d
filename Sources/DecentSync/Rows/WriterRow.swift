// SPDX-License-Identifier: MIT

import BinaryCoding

/// The device that sent the edits which a document took in last.
struct WriterRow: SyncRow {
  var device: DeviceID
  /// The digest of the version to which they led.
  var version: UInt64

  init(device: DeviceID, version: UInt64) {
    self.device = device
    self.version = version
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    device = DeviceID(rawValue: try reader.readFixed())
    version = try reader.readFixed()
  }

  func encode(to writer: inout ByteWriter) {
    writer.writeFixed(device.rawValue)
    writer.writeFixed(version)
  }

  /// The digest of a version. The checksum of a frame would not do: a frame ends in its own, so that
  /// all have the same.
  static func digest(of version: [UInt8]) -> UInt64 {
    var digest = StateDigest()
    digest.add(contentsOf: version)
    return digest.value
  }
}
