// SPDX-License-Identifier: MIT

import BinaryCoding

/// The identity of this device.
struct DeviceRow {
  var device: DeviceID
  /// The number of the object that this device sealed last under its present id.
  var number = 0
  /// The former ids of this device.
  var former: [DeviceID] = []
}

extension DeviceRow: SyncRow {
  func encode(to writer: inout ByteWriter) {
    writer.writeFixed(device.rawValue)
    writer.writeCount(number)
    writer.writeCount(former.count)
    former.forEach { writer.writeFixed($0.rawValue) }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    device = DeviceID(rawValue: try reader.readFixed())
    number = try reader.readInt()
    for _ in 0..<(try reader.readCount(itemSize: 16)) {
      former.append(DeviceID(rawValue: try reader.readFixed()))
    }
  }
}

/// The checksum of an object that this device sealed.
struct ChecksumRow {
  let checksum: UInt32
}

extension ChecksumRow: SyncRow {
  func encode(to writer: inout ByteWriter) { writer.writeFixed(checksum) }

  init(from reader: inout ByteReader) throws(DecodingFailure) { checksum = try reader.readFixed() }
}
