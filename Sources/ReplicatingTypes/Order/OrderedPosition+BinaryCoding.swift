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
      return OrderedPosition(element: try reader.readKey(), stamp: stamp)
    }
    guard batch.hasOnlyInserts else { throw reader.corrupt("a deleted position") }
    guard batch.dropped == nil else { throw .unknownForm }
  }
}

extension ElementSequence {
  /// Reads a whole history and makes positions from it.
  init<Key: Hashable & PlainValue>(
    positionsFrom reader: inout ByteReader
  ) throws(DecodingFailure) where Element == OrderedPosition<Key> {
    self.init()
    let whole = try Delta(positionsFrom: &reader)
    do throws(MissingHistory) {
      try integrate(whole)
    } catch {
      throw reader.corrupt("an order without its beginning")
    }
  }
}
