// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// Written as FORMAT.md says under "Ordered dictionary".
extension ReplicatingOrderedDictionary: BinaryCodable, Framed
where Key: PlainValue, Value: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 29, name: "an ordered dictionary") }

  public func encode(to writer: inout ByteWriter) {
    storage.state.keyed.encode(to: &writer)
    storage.order.positions.wholeDelta.encodePositions(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    var state = DictionaryState<Key, Value>()
    state.keyed = try KeyedStorage(from: &reader)
    let positions = try OrderedPositions<Key>(positionsFrom: &reader)
    self.init(OrderedDictionaryStorage(state, KeyOrder(positions)))
    #if !hasFeature(Embedded)
      storage.origin = .read
    #endif
  }
}

extension ReplicatingOrderedDictionary: PersistentReplicable
where Key: PlainValue, Value: PlainValue {}

extension ReplicatingOrderedDictionary.Version: BinaryCodable, Framed
where Key: PlainValue, Value: PlainValue {
  public static var frameKind: FrameKind {
    FrameKind(code: 30, name: "a version of an ordered dictionary")
  }

  public func encode(to writer: inout ByteWriter) {
    entries.encode(to: &writer)
    order.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    entries = try ReplicatingDictionary.Version(from: &reader)
    order = try SequenceVersion(from: &reader)
  }
}

extension ReplicatingOrderedDictionary.Delta: BinaryCodable, Framed
where Key: PlainValue, Value: PlainValue {
  public static var frameKind: FrameKind {
    FrameKind(code: 31, name: "a change of an ordered dictionary")
  }

  public func encode(to writer: inout ByteWriter) {
    writer.write((entries == nil ? 0 : 1) | (positions == nil ? 0 : 2))
    entries?.encode(to: &writer)
    positions?.encodePositions(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let parts = try reader.read()
    guard (1...3).contains(parts) else { throw reader.corrupt("an unknown part of a change") }
    entries = parts & 1 != 0 ? try KeyedDelta(from: &reader) : nil
    positions = parts & 2 != 0 ? try OrderedPositions<Key>.Delta(positionsFrom: &reader) : nil
  }
}
