// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

/// Written as FORMAT.md says under "Ordered set".
extension ReplicatingOrderedSet: BinaryCodable, Framed where Element: Codable {
  public static var frameKind: FrameKind { FrameKind(code: 10, name: "an ordered set") }

  public func encode(to writer: inout ByteWriter) {
    storage.presence.encode(to: &writer)
    let extract = storage.log.wholeExtract
    Delta.Order(batch: extract.batch, positions: extract.elements.flatMap { storage.positions[$0] })
      .encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let presence = try Presence<Element>(from: &reader)
    let order = try Delta.Order(from: &reader)
    guard let storage = OrderedSetStorage(presence, order) else {
      throw reader.corrupt("an order without its beginning")
    }
    self.init(storage)
  }
}

extension ReplicatingOrderedSet: PersistentReplicable where Element: Codable {}

extension ReplicatingOrderedSet.Version: Framed {
  public static var frameKind: FrameKind {
    FrameKind(code: 11, name: "a version of an ordered set")
  }

  public func encode(to writer: inout ByteWriter) {
    presence.encode(to: &writer)
    order.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    presence = try VersionVector(from: &reader)
    order = try SequenceVersion(from: &reader)
  }
}

extension ReplicatingOrderedSet.Delta: BinaryCodable, Framed where Element: Codable {
  public static var frameKind: FrameKind {
    FrameKind(code: 12, name: "a change of an ordered set")
  }

  public func encode(to writer: inout ByteWriter) {
    writer.write((presence == nil ? 0 : 1) | (order == nil ? 0 : 2))
    presence?.encode(to: &writer)
    order?.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let parts = try reader.read()
    guard (1...3).contains(parts) else { throw reader.corrupt("an unknown part of a change") }
    presence = parts & 1 != 0 ? try Presence.Delta(from: &reader) : nil
    order = parts & 2 != 0 ? try Order(from: &reader) : nil
  }
}

extension ReplicatingOrderedSet.Delta.Order: BinaryCodable where Element: Codable {
  func encode(to writer: inout ByteWriter) {
    batch.encode(to: &writer)
    for position in positions {
      position.stamp.encode(to: &writer)
      writer.writePlain(position.element)
    }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    batch = try EventBatch(from: &reader)
    guard batch.hasOnlyInserts else { throw reader.corrupt("a deleted position") }
    var positions: [OrderedPosition<Element>] = []
    for _ in 0..<batch.elementCount {
      let stamp = try KeyedStamp(from: &reader)
      positions.append(OrderedPosition(element: try reader.readPlain(), stamp: stamp))
    }
    self.positions = positions
  }
}

extension ReplicatingOrderedSet: Codable where Element: Codable {
  public func encode(to encoder: any Encoder) throws {
    try encodeFrame(to: encoder)
  }

  public init(from decoder: any Decoder) throws {
    try self.init(frameFrom: decoder)
  }
}
