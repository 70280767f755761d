// SPDX-License-Identifier: MIT

import BinaryCoding

/// The payload of a segment's frame:
///
/// ```
/// device  number  count of changes  changes by ascending document…
/// change: document  count  after…   version        delta
///         string    varint          prefixed bytes prefixed bytes
/// after:  device  number  checksum of that segment's frame, 4, little-endian
/// ```
///
/// A device is its place in the frame's table of identifiers; numbers and counts
/// are varints.
extension Segment: AlwaysEncodable {
  package static let frameKind = FrameKind(code: 900, name: "a log segment")

  package func encode(to writer: inout ByteWriter) {
    device.encode(to: &writer)
    writer.writeCount(number)
    writer.writeCount(changes.count)
    changes.forEach { $0.encode(to: &writer) }
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let device = try DeviceID(from: &reader)
    let number = try reader.readInt(limit: SegmentReference.maximumNumber)
    guard number > 0 else { throw reader.corrupt("a segment numbered 0") }
    var changes: [DocumentChange] = []
    for _ in 0..<(try reader.readCount(itemSize: 5)) {
      let change = try DocumentChange(from: &reader)
      guard changes.last.map({ $0.document < change.document }) ?? true else {
        throw reader.corrupt("documents out of order")
      }
      changes.append(change)
    }
    self.init(device: device, number: number, changes: changes)
  }
}

extension DocumentChange: BinaryCodable {
  package func encode(to writer: inout ByteWriter) {
    document.encode(to: &writer)
    writer.writeCount(after.count)
    after.forEach { $0.encode(to: &writer) }
    writer.writePrefixed(version)
    writer.writePrefixed(delta)
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let document = try DocumentID(from: &reader)
    var after: [SegmentReference] = []
    for _ in 0..<(try reader.readCount(itemSize: 6)) {
      let reference = try SegmentReference(from: &reader)
      guard after.last.map({ $0 < reference }) ?? true else {
        throw reader.corrupt("segments out of order")
      }
      after.append(reference)
    }
    let version = try reader.readPrefixed()
    self.init(
      document: document, after: after, version: version, delta: try reader.readPrefixed())
  }
}
