// SPDX-License-Identifier: MIT

import BinaryCoding

/// The payload of a card's frame:
///
/// ```
/// device  number  name    count, retired devices by ascending id…
/// ```
///
/// A device is written as its place in the frame's table of identifiers. Number and count are
/// varints.
extension DeviceCard: AlwaysEncodable {
  package static let frameKind = FrameKind(code: 903, name: "a card of a device")

  package func encode(to writer: inout ByteWriter) {
    device.encode(to: &writer)
    writer.writeCount(number)
    writer.writeString(deviceName)
    writer.writeCount(retired.count)
    retired.forEach { $0.encode(to: &writer) }
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let device = try DeviceID(from: &reader)
    let number = try reader.readInt(limit: Self.maximumNumber)
    guard number > 0 else { throw reader.corrupt("a card numbered 0") }
    let name = try reader.readString()
    guard name.utf8.count <= Self.mostNameBytes else { throw reader.corrupt("a long name") }
    var retired: [DeviceID] = []
    let count = try reader.readCount(itemSize: 1)
    guard count <= Self.mostRetired else { throw reader.corrupt("\(count) retired devices") }
    for _ in 0..<count {
      let device = try DeviceID(from: &reader)
      guard retired.last.map({ $0 < device }) ?? true else {
        throw reader.corrupt("devices out of order")
      }
      retired.append(device)
    }
    self.init(device: device, number: number, deviceName: name, retired: retired)
  }
}
