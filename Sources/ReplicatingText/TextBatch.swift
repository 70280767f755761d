// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Edits of a text as they are taken in: a delta whose events stand in a batch.
struct TextBatch {
  let batch: EventBatch
  /// What the batch's base shows and its inserts typed, one after the other, without what was
  /// dropped.
  let utf8: [UInt8]

  init(_ batch: EventBatch, _ utf8: [UInt8]) {
    self.batch = batch
    self.utf8 = utf8
  }

  init(_ extract: SequenceLog.Extract, from inserted: borrowing InsertedText) {
    var batch = extract.batch
    utf8 = extract.elements.reduce(into: []) { utf8, elements in
      inserted.forEachPiece(keptOf: elements) { utf8 += $0 }
    }
    if batch.dropped != nil {
      batch.dropped?.ranges = inserted.gaps.picked(extract.elements).ranges
    }
    self.batch = batch
  }

  /// Which of the batch's elements have no text.
  var gaps: ElementGaps { ElementGaps(batch.dropped?.ranges ?? []) }

  /// Whether text is to be dropped because of these edits, or they say so.
  ///
  /// - Parameter plan: What is new of them.
  func drops(more plan: BatchPlan) -> Bool {
    guard let dropped = batch.dropped else { return false }
    return plan.dropsMore || !dropped.ranges.isEmpty
  }

  /// The text that these edits are the whole of.
  ///
  /// - Throws: ``MissingHistory`` if it is none: that is so of forged ones alone.
  func storage() throws(MissingHistory) -> TextStorage {
    try TextStorage.playing(SavedHistory(batch), utf8)
  }
}
