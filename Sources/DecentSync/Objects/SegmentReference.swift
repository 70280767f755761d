// SPDX-License-Identifier: MIT

import BinaryCoding

/// The identity of an object of the log: its device, its number on that device, and its checksum.
///
/// Two clones of a library may give one number to two objects until the clones notice each other.
/// The checksum tells the objects apart.
package struct SegmentReference: Hashable, Sendable {
  /// The greatest number an object may have.
  package static let maximumNumber = Int(Int64.max)

  /// The device that sealed the object.
  package let device: DeviceID
  /// The object's number among the objects of its device, from 1. A device numbers its objects
  /// across all its remotes, so a remote may lack some numbers.
  package let number: Int
  /// The checksum of the object's frame.
  package let checksum: UInt32

  /// Makes a reference.
  package init(device: DeviceID, number: Int, checksum: UInt32) {
    self.device = device
    self.number = number
    self.checksum = checksum
  }

  /// The parts of the name of an object with claims, or of the name of its copy. Nil for the names
  /// of notices, and for names of another form. The name is a hint only.
  static func hint(in name: ObjectName) -> WrittenName? {
    guard !name.isOfCard, let written = WrittenName(name), written.kind != .acknowledgement
    else { return nil }
    return written
  }

  /// Whether a name may be that of the referenced object.
  func isNamed(_ name: WrittenName) -> Bool {
    device == name.device && number == name.number && name.checksum.map { $0 == checksum } ?? true
  }
}

extension SegmentReference: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.device, left.number, left.checksum) < (right.device, right.number, right.checksum)
  }
}

extension SegmentReference: RowKeyPart {
  init(from reader: inout RowKeyReader) throws(DamagedRow) {
    device = try DeviceID(from: &reader)
    number = try Int(from: &reader)
    checksum = UInt32(truncatingIfNeeded: try Int(from: &reader))
  }

  func add(to key: inout RowKey) {
    device.add(to: &key)
    number.add(to: &key)
    Int(checksum).add(to: &key)
  }
}

extension SegmentReference: BinaryCodable {
  package func encode(to writer: inout ByteWriter) {
    device.encode(to: &writer)
    writer.writeCount(number)
    writer.writeFixed(checksum)
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    device = try DeviceID(from: &reader)
    number = try reader.readInt(limit: Self.maximumNumber)
    guard number > 0 else { throw reader.corrupt("an object numbered 0") }
    checksum = try reader.readFixed()
  }
}
