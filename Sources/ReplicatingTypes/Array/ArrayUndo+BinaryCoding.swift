// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

/// Saved beside an array, so that an editor that is opened again can still undo. The first edit
/// after reading begins a step.
extension ArrayUndo: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 34, name: "steps to undo in an array")

  public func encode(to writer: inout ByteWriter) { steps.encode(to: &writer) }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    steps = try UndoSteps(from: &reader)
  }
}
