// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension ReplicatingDictionary: BinaryCodable, Framed where Key: Codable, Value: Codable {
  public static var frameKind: FrameKind { FrameKind(code: 26, name: "a dictionary") }

  public func encode(to writer: inout ByteWriter) {
    storage.state.keyed.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    var state = DictionaryState<Key, Value>()
    state.keyed = try KeyedStorage(from: &reader)
    self.init(state)
  }
}

extension ReplicatingDictionary: PersistentReplicable where Key: Codable, Value: Codable {}

/// Written as FORMAT.md says under "Dictionary".
extension ReplicatingDictionary.Version: BinaryCodable, Framed where Key: Codable, Value: Codable {
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

extension ReplicatingDictionary.Delta: BinaryCodable, Framed where Key: Codable, Value: Codable {
  public static var frameKind: FrameKind { FrameKind(code: 28, name: "a change of a dictionary") }

  public func encode(to writer: inout ByteWriter) {
    content.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    content = try KeyedDelta(from: &reader)
  }
}

extension ReplicatingDictionary: Codable where Key: Codable, Value: Codable {
  public func encode(to encoder: any Encoder) throws {
    try encodeFrame(to: encoder)
  }

  public init(from decoder: any Decoder) throws {
    try self.init(frameFrom: decoder)
  }
}
