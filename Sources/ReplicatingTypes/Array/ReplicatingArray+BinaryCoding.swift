// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// Written as FORMAT.md says under "Array".
extension ReplicatingArray: BinaryCodable, Framed where Element: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 13, name: "an array") }

  public func encode(to writer: inout ByteWriter) {
    storage.sequence.wholeDelta.encode(to: &writer) { $1.writePlain($0) }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(
      try ElementSequence.read(from: &reader) { reader throws(DecodingFailure) in
        try reader.readWholePlain(Element.self)
      })
    #if !hasFeature(Embedded)
      storage.origin = .read
    #endif
  }
}

extension ReplicatingArray: PersistentReplicable where Element: PlainValue {}

extension ReplicatingArray.Delta: BinaryCodable, Framed where Element: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 14, name: "a change of an array") }

  public func encode(to writer: inout ByteWriter) {
    edits.encode(to: &writer) { $1.writePlain($0) }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    edits = try ElementSequence.Delta(from: &reader) { reader throws(DecodingFailure) in
      try reader.readWholePlain(Element.self)
    }
  }
}
