// SPDX-License-Identifier: MIT

import BinaryCoding

/// The payload of an object's frame:
///
/// ```
/// device  number  level  taken  count of claims  documents  bases   news    deltas
/// taken:  count  device, number and checksum of each, ascending
/// documents, ascending                           string of each
/// bases, news, deltas: a column each                        nested frame of each
/// ```
///
/// A device is written as its place in the frame's table of identifiers. Number, level and counts
/// are varints. A checksum has 4 bytes, little-endian. ``NestedFrames`` writes the nested frames.
extension LogObject: AlwaysEncodable {
  package static let frameKind = FrameKind(code: 905, name: "an object of the log")

  package func encode(to writer: inout ByteWriter) {
    device.encode(to: &writer)
    writer.writeCount(number)
    writer.writeCount(level)
    writer.writeCount(taken.count)
    taken.forEach { $0.encode(to: &writer) }
    writer.writeCount(claims.count)
    claims.forEach { $0.document.encode(to: &writer) }
    var frames = NestedFrames()
    for part in [\Claim.base, \.news, \.delta] {
      for claim in claims { frames.write(claim[keyPath: part], to: &writer) }
    }
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let head = try Head(from: &reader)
    var documents: [DocumentID] = []
    for _ in 0..<(try reader.readClaimCount()) {
      let document = try DocumentID(from: &reader)
      guard documents.last.map({ $0 <= document }) ?? true else {
        throw reader.corrupt("documents out of order")
      }
      documents.append(document)
    }
    var frames = NestedFrames()
    var columns: [[[UInt8]]] = []
    for _ in 0..<3 {
      var column: [[UInt8]] = []
      for _ in documents { column.append(try frames.read(from: &reader)) }
      columns.append(column)
    }
    self.init(
      head,
      documents.indices.map {
        Claim(
          document: documents[$0], base: columns[0][$0], news: columns[1][$0],
          delta: columns[2][$0])
      })
  }
}

extension ByteReader {
  /// Reads the count of an object's claims.
  fileprivate mutating func readClaimCount() throws(DecodingFailure) -> Int {
    let count = try readCount(itemSize: 5)
    guard count <= LogObject.mostClaims else { throw corrupt("\(count) claims in one object") }
    return count
  }
}

/// The head of an object, which stands before the claims.
extension LogObject {
  private struct Head {
    let device: DeviceID
    let number: Int
    let level: Int
    let taken: [SegmentReference]

    init(from reader: inout ByteReader) throws(DecodingFailure) {
      device = try DeviceID(from: &reader)
      number = try reader.readInt(limit: SegmentReference.maximumNumber)
      guard number > 0 else { throw reader.corrupt("an object numbered 0") }
      level = try reader.readInt(limit: LogObject.maximumLevel)
      var taken: [SegmentReference] = []
      let count = try reader.readCount(itemSize: 6)
      guard count <= LogObject.mostTaken else { throw reader.corrupt("\(count) compactions") }
      for _ in 0..<count {
        let reference = try SegmentReference(from: &reader)
        guard taken.last.map({ $0 < reference }) ?? true else {
          throw reader.corrupt("compactions out of order")
        }
        taken.append(reference)
      }
      self.taken = taken
    }
  }

  private init(_ head: Head, _ claims: [Claim]) {
    self.init(
      device: head.device, number: head.number, level: head.level, taken: head.taken,
      claims: claims)
  }
}
