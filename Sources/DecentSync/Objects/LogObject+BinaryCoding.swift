// SPDX-License-Identifier: MIT

import BinaryCoding

/// The payload of an object's frame:
///
/// ```
/// device  number  level  taken  claims
/// taken:  count  device, number and checksum of each, ascending
/// claims: count  claims by ascending document; those of one document one after the other
/// claim:  document  base            news            delta
///         string    prefixed bytes  prefixed bytes  prefixed bytes
/// ```
///
/// A device is its place in the frame's table of identifiers; number, level and counts are
/// varints; a checksum has 4 bytes, little-endian.
extension LogObject: AlwaysEncodable {
  package static let frameKind = FrameKind(code: 902, name: "an object of the log")

  package func encode(to writer: inout ByteWriter) {
    device.encode(to: &writer)
    writer.writeCount(number)
    writer.writeCount(level)
    writer.writeCount(taken.count)
    taken.forEach { $0.encode(to: &writer) }
    writer.writeCount(claims.count)
    claims.forEach { $0.encode(to: &writer) }
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let device = try DeviceID(from: &reader)
    let number = try reader.readInt(limit: SegmentReference.maximumNumber)
    guard number > 0 else { throw reader.corrupt("an object numbered 0") }
    let level = try reader.readInt(limit: Self.maximumLevel)
    var taken: [SegmentReference] = []
    for _ in 0..<(try reader.readCount(itemSize: 6)) {
      let reference = try SegmentReference(from: &reader)
      guard taken.last.map({ $0 < reference }) ?? true else {
        throw reader.corrupt("roll-ups out of order")
      }
      taken.append(reference)
    }
    var claims: [Claim] = []
    for _ in 0..<(try reader.readCount(itemSize: 5)) {
      let claim = try Claim(from: &reader)
      guard claims.last.map({ $0.document <= claim.document }) ?? true else {
        throw reader.corrupt("documents out of order")
      }
      claims.append(claim)
    }
    self.init(device: device, number: number, level: level, taken: taken, claims: claims)
  }
}

extension Claim: BinaryCodable {
  package func encode(to writer: inout ByteWriter) {
    document.encode(to: &writer)
    writer.writePrefixed(base)
    writer.writePrefixed(news)
    writer.writePrefixed(delta)
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let document = try DocumentID(from: &reader)
    let base = try reader.readPrefixed()
    let news = try reader.readPrefixed()
    self.init(document: document, base: base, news: news, delta: try reader.readPrefixed())
  }
}
