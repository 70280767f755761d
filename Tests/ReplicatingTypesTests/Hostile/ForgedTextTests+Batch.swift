// SPDX-License-Identifier: MIT

import BinaryCoding

@testable import ReplicatingTypes
@testable import SequenceEngine

/// Writes texts and deltas from any batch of events.
extension ForgedTextTests: BatchForging {
  func frame(_ batch: EventBatch, _ text: String, as kind: FrameKind) -> [UInt8] {
    var writer = ByteWriter()
    batch.encode(to: &writer)
    writer.writeString(text)
    return Frame.seal(writer, as: kind)
  }

  func state(_ batch: EventBatch, _ text: String) throws -> ReplicatingText {
    try ReplicatingText(encoded: frame(batch, text, as: ReplicatingText.frameKind))
  }

  func delta(_ batch: EventBatch, _ text: String) throws -> ReplicatingText.Delta {
    try ReplicatingText.Delta(encoded: frame(batch, text, as: ReplicatingText.Delta.frameKind))
  }
}
