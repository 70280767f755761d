// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

/// An app keeps the steps with the text, so that an editor of the reopened text can undo them. The
/// first edit after reading begins a step.
extension TextUndo: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 33, name: "steps to undo in a text")

  public func encode(to writer: inout ByteWriter) { steps.encode(to: &writer) }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    steps = try UndoSteps(from: &reader)
  }
}

#if !hasFeature(Embedded)
  extension TextUndo: FrameCodable {}
#endif
