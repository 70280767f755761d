// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// Written as FORMAT.md says under "Ordered set".
extension ReplicatingOrderedSet: BinaryCodable, Framed where Element: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 10, name: "an ordered set") }

  public func encode(to writer: inout ByteWriter) {
    storage.presence.encode(to: &writer)
    storage.order.positions.wholeDelta.encodePositions(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let presence = try Presence<Element>(from: &reader)
    let positions = try OrderedPositions<Element>(positionsFrom: &reader)
    self.init(OrderedSetStorage(presence, KeyOrder(positions)))
    #if !hasFeature(Embedded)
      storage.origin = .read
    #endif
  }
}

extension ReplicatingOrderedSet: PersistentReplicable where Element: PlainValue {}

extension ReplicatingOrderedSet.Version: AlwaysEncodable {
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

extension ReplicatingOrderedSet.Delta: BinaryCodable, Framed where Element: PlainValue {
  public static var frameKind: FrameKind {
    FrameKind(code: 12, name: "a change of an ordered set")
  }

  public func encode(to writer: inout ByteWriter) {
    writer.write((presence == nil ? 0 : 1) | (positions == nil ? 0 : 2))
    presence?.encode(to: &writer)
    positions?.encodePositions(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let parts = try reader.read()
    guard (1...3).contains(parts) else { throw reader.corrupt("an unknown part of a change") }
    presence = parts & 1 != 0 ? try Presence.Delta(from: &reader) : nil
    positions = parts & 2 != 0 ? try OrderedPositions<Element>.Delta(positionsFrom: &reader) : nil
  }
}
