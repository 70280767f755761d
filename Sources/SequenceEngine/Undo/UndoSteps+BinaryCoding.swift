// SPDX-License-Identifier: MIT

import BinaryCoding

/// Written as FORMAT.md says under "Undo steps".
///
/// The open step is not saved: the first edit after reading begins a step.
extension UndoSteps: BinaryCodable {
  package func encode(to writer: inout ByteWriter) {
    writer.writeCount(limit)
    writer.writeVarint(window)
    for steps in [undos, redos] {
      writer.writeCount(steps.count)
      for step in steps { step.encode(to: &writer) }
    }
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let limit = try reader.readInt(limit: Self.greatestLimit)
    let window = try reader.readVarint()
    let undos = try Self.steps(from: &reader, limit: limit)
    // Each step to redo was a step to undo before, so both lists together fit into the limit.
    let redos = try Self.steps(from: &reader, limit: limit - undos.count)
    self.init(undos: undos, redos: redos, limit: limit, window: window)
  }

  /// The most steps that may be kept.
  package static let greatestLimit = 1 << 30

  private static func steps(
    from reader: inout ByteReader, limit: Int
  ) throws(DecodingFailure) -> [UndoStep] {
    let count = try reader.readCount(itemSize: 1)
    guard count <= limit else { throw reader.corrupt("more steps to undo than are kept") }
    var steps: [UndoStep] = []
    for _ in 0..<count { steps.append(try UndoStep(from: &reader)) }
    return steps
  }
}
