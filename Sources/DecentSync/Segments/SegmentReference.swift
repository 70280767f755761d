// SPDX-License-Identifier: MIT

import BinaryCoding

/// The identity of a segment: its author, its number there, and its checksum.
///
/// Two devices cloned from one library may number two segments alike until
/// they notice; the checksum tells the segments apart.
package struct SegmentReference: Hashable, Sendable {
  /// The greatest number a segment may have.
  package static let maximumNumber = Int(Int64.max)

  /// The device that sealed the segment.
  package let device: DeviceID
  /// The segment's number among those of its device, from 1; a device counts
  /// through all its remotes, so a remote may see gaps.
  package let number: Int
  /// The checksum of the segment's frame.
  package let checksum: UInt32

  /// Makes a reference.
  package init(device: DeviceID, number: Int, checksum: UInt32) {
    self.device = device
    self.number = number
    self.checksum = checksum
  }

  /// The name under which the author stores the segment. Other devices take a name as a hint only:
  /// the identity stands in the segment itself.
  package var objectName: ObjectName {
    ObjectName(knownSound: "\(Segment.namePrefix)\(device)-\(number)")
  }

  /// The device and number in the name of a segment or roll-up, or of a copy of it; nil for names
  /// of another form. The name is a hint only.
  static func hint(in name: ObjectName) -> (device: DeviceID, number: Int)? {
    if name.isOfCard { return nil }
    let last = Substring(name.lastPart)
    // A roll-up has an "r" before its number.
    let digits = last.dropFirst(33).first == "r" ? last.dropFirst(34) : last.dropFirst(33)
    guard let device = DeviceID(last.prefix(32)), last.dropFirst(32).first == "-",
      let number = Int(digits.prefix(while: \.isNumber))
    else { return nil }
    return (device, number)
  }
}

extension SegmentReference: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.device, left.number, left.checksum) < (right.device, right.number, right.checksum)
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
    guard number > 0 else { throw reader.corrupt("a segment numbered 0") }
    checksum = try reader.readFixed()
  }
}
