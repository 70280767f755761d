// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension ReplicatingDictionary: BinaryCodable, Framed where Key: PlainValue, Value: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 26, name: "a dictionary") }

  public func encode(to writer: inout ByteWriter) {
    storage.state.keyed.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    var state = DictionaryState<Key, Value>()
    state.keyed = try KeyedStorage(from: &reader)
    self.init(state)
    #if !hasFeature(Embedded)
      storage.origin = .read
    #endif
  }
}

extension ReplicatingDictionary: PersistentReplicable where Key: PlainValue, Value: PlainValue {}

/// Written as FORMAT.md says under "Dictionary".
extension ReplicatingDictionary.Version: BinaryCodable, Framed
where Key: PlainValue, Value: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 27, name: "a version of a dictionary") }

  public func encode(to writer: inout ByteWriter) {
    known.encode(to: &writer)
    values.encode(to: &writer, by: ValueRules<Value>())
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    known = try VersionVector(from: &reader)
    values = try ValueVersions(from: &reader, by: ValueRules<Value>())
  }
}

extension ReplicatingDictionary.Delta: BinaryCodable, Framed
where Key: PlainValue, Value: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 28, name: "a change of a dictionary") }

  public func encode(to writer: inout ByteWriter) {
    content.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    content = try KeyedDelta(from: &reader)
  }
}
