// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

/// An app saves the steps beside the array, so that a reopened editor can still undo. The first
/// edit after decoding begins a step.
extension ArrayUndo: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 34, name: "steps to undo in an array")

  public func encode(to writer: inout ByteWriter) { steps.encode(to: &writer) }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    steps = try UndoSteps(from: &reader)
  }
}
