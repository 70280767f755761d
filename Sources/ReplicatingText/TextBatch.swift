// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// The edits of a text in the form for merging: a delta whose events stand in a batch.
struct TextBatch {
  let batch: EventBatch
  /// The text of the batch's inserts, in order, without dropped text.
  let utf8: [UInt8]

  init(_ batch: EventBatch, _ utf8: [UInt8]) {
    self.batch = batch
    self.utf8 = utf8
  }

  init(_ extract: SequenceLog.Extract, from inserted: borrowing InsertedText) {
    var batch = extract.batch
    utf8 = extract.elements.reduce(into: []) { utf8, elements in
      inserted.forEachPiece(keptOf: elements) { bytes, _ in utf8 += bytes }
    }
    if batch.dropped != nil {
      batch.dropped?.ranges = inserted.gaps.picked(extract.elements).ranges
    }
    self.batch = batch
  }

  /// The elements of the batch that have no text.
  var gaps: ElementGaps { ElementGaps(batch.dropped?.ranges ?? []) }

  /// Whether taking in these edits drops text, or the edits themselves lack dropped text.
  ///
  /// - Parameter plan: The plan of these edits for the text that takes them in.
  func drops(more plan: BatchPlan) -> Bool {
    guard let dropped = batch.dropped else { return false }
    return plan.dropsMore || !dropped.ranges.isEmpty
  }
}
