// SPDX-License-Identifier: MIT

import BinaryCoding

/// The payload of an acknowledgement's frame:
///
/// ```
/// device   number            count, devices by ascending id…
///                            of each: device, last object
/// basis    digest            count, unreadable objects by name…
/// 8 bytes  0, or 1, 8 bytes  of each: name, size
/// ```
///
/// A device is written as its place in the frame's table of identifiers. Numbers, sizes and counts
/// are varints.
extension Acknowledgement: AlwaysEncodable {
  package static let frameKind = FrameKind(code: 901, name: "an acknowledgement")

  package func encode(to writer: inout ByteWriter) {
    device.encode(to: &writer)
    writer.writeCount(number)
    writer.writeCount(applied.count)
    for (device, number) in applied.sorted(by: { $0.key < $1.key }) {
      device.encode(to: &writer)
      writer.writeCount(number)
    }
    writer.writeFixed(basis)
    writer.writeCount(digest == nil ? 0 : 1)
    if let digest { writer.writeFixed(digest) }
    writer.writeCount(unreadable.count)
    for object in unreadable {
      writer.writeString(object.name.text)
      writer.writeCount(object.size)
    }
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let device = try DeviceID(from: &reader)
    let number = try reader.readNumber()
    var applied: [DeviceID: Int] = [:]
    var last: DeviceID?
    for _ in 0..<(try reader.readCount(itemSize: 2)) {
      let device = try DeviceID(from: &reader)
      guard last.map({ $0 < device }) ?? true else { throw reader.corrupt("devices out of order") }
      last = device
      applied[device] = try reader.readNumber()
    }
    let basis = try reader.readFixed(UInt64.self)
    let digest = try reader.readInt(limit: 1) == 1 ? try reader.readFixed(UInt64.self) : nil
    self.init(
      device: device, number: number, applied: applied, basis: basis, digest: digest,
      unreadable: try reader.readObjects())
  }
}

extension ByteReader {
  fileprivate mutating func readNumber() throws(DecodingFailure) -> Int {
    let number = try readInt(limit: Acknowledgement.maximumNumber)
    guard number > 0 else { throw corrupt("an object or acknowledgement numbered 0") }
    return number
  }

  fileprivate mutating func readObjects() throws(DecodingFailure) -> [ObjectInfo] {
    var objects: [ObjectInfo] = []
    let count = try readCount(itemSize: 2)
    guard count <= Acknowledgement.mostUnreadable else { throw corrupt("too many objects") }
    for _ in 0..<count {
      guard let name = ObjectName(try readString()) else { throw corrupt("an object's name") }
      guard objects.last.map({ $0.name < name }) ?? true else {
        throw corrupt("objects out of order")
      }
      objects.append(ObjectInfo(name: name, size: try readInt()))
    }
    return objects
  }
}
