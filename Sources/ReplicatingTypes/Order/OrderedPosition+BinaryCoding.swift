// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// Written as FORMAT.md says under "Order". No event deletes a position.
extension ElementSequence.Delta {
  func encodePositions<Key: Hashable & PlainValue>(
    to writer: inout ByteWriter
  ) where Element == OrderedPosition<Key> {
    encode(to: &writer) { position, writer in
      position.stamp.encode(to: &writer)
      writer.writePlain(position.element)
    }
  }

  init<Key: Hashable & PlainValue>(
    positionsFrom reader: inout ByteReader
  ) throws(DecodingFailure) where Element == OrderedPosition<Key> {
    try self.init(from: &reader) { reader throws(DecodingFailure) in
      let stamp = try KeyedStamp(from: &reader)
      let key = try reader.readWholePlain(Key.self)
      guard key == key else { throw reader.corrupt("a key that does not equal itself") }
      return OrderedPosition(element: key, stamp: stamp)
    }
    guard batch.hasOnlyInserts else { throw reader.corrupt("a deleted position") }
    guard batch.dropped == nil else { throw .unknownForm }
  }
}

extension OrderDelta {
  /// Stands in front of a ground, where an event batch begins with the sum of its sections.
  private static var sign: UInt64 { 8 }

  func encode(to writer: inout ByteWriter) where Key: PlainValue {
    if let ground {
      writer.writeVarint(Self.sign)
      ground.encode(to: &writer)
    }
    positions.encodePositions(to: &writer)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) where Key: PlainValue {
    ground = try reader.readGround(after: [Self.sign])
    positions = try OrderedPositions.Delta(positionsFrom: &reader)
  }
}

extension KeyOrder {
  /// Reads a whole history and makes an order from it.
  init(from reader: inout ByteReader) throws(DecodingFailure) where Key: PlainValue {
    let whole = try OrderDelta<Key>(from: &reader)
    var positions = OrderedPositions<Key>()
    do throws(MissingHistory) {
      try positions.integrate(whole.positions)
    } catch {
      throw reader.corrupt("an order without its beginning")
    }
    self.init(whole.ground, positions)
  }
}

extension OrderVersion: BinaryCodable {
  /// Stand in front of a ground, where a version of a sequence has two varints before its lists.
  private static var signs: [UInt64] { [0, 4] }

  func encode(to writer: inout ByteWriter) {
    if let ground {
      Self.signs.forEach { writer.writeVarint($0) }
      ground.encode(to: &writer)
    }
    events.encode(to: &writer)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    ground = try reader.readGround(after: Self.signs)
    events = try SequenceVersion(from: &reader)
  }
}

extension ByteReader {
  /// Reads a ground if some numbers stand before it.
  fileprivate mutating func readGround(
    after signs: [UInt64]
  ) throws(DecodingFailure) -> KeyedStamp? {
    var reader = self
    for sign in signs {
      guard try reader.readVarint() == sign else { return nil }
    }
    self = reader
    return try KeyedStamp(from: &self)
  }
}
