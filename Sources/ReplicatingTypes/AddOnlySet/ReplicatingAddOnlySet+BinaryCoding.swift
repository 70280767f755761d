// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Written as FORMAT.md says under "Add-only set".
extension ReplicatingAddOnlySet: BinaryCodable, Framed where Element: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 24, name: "an add-only set") }

  public func encode(to writer: inout ByteWriter) {
    storage.state.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(state: try Additions(from: &reader))
  }
}

extension ReplicatingAddOnlySet: PersistentReplicable where Element: PlainValue {}

extension ReplicatingAddOnlySet: ReplicatingDocument where Element: PlainValue {}

extension ReplicatingAddOnlySet.Delta: BinaryCodable, Framed where Element: PlainValue {
  public static var frameKind: FrameKind {
    FrameKind(code: 25, name: "a change of an add-only set")
  }

  public func encode(to writer: inout ByteWriter) {
    additions.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(additions: try Additions.Delta(from: &reader))
  }
}
