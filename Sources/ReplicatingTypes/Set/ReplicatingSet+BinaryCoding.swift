// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension ReplicatingSet: BinaryCodable, Framed where Element: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 7, name: "a set") }

  public func encode(to writer: inout ByteWriter) {
    storage.state.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(state: try Presence(from: &reader))
    #if !hasFeature(Embedded)
      storage.origin = .read
    #endif
  }
}

extension ReplicatingSet: PersistentReplicable where Element: PlainValue {}

extension ReplicatingSet.Delta: BinaryCodable, Framed where Element: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 9, name: "a change of a set") }

  public func encode(to writer: inout ByteWriter) {
    presence.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(presence: try Presence.Delta(from: &reader))
  }
}
