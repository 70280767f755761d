// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The events of a delta, in the form that suits the most likely receiver.
package enum DeltaEvents: Sendable {
  /// Events to be added to the events of the receiver.
  case batch(EventBatch)
  /// A whole history without dropped elements, for a receiver that knows nothing. The case is
  /// indirect because a history is large, and most deltas are batches.
  indirect case history(SavedHistory)

  /// Reads events.
  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let batch = try EventBatch(droppingFrom: &reader)
    self = SavedHistory(whole: batch).map { .history($0) } ?? .batch(batch)
  }

  /// The events as a batch.
  package var batch: EventBatch {
    switch self {
    case .batch(let batch): batch
    case .history(let history): history.batch
    }
  }

  /// The number of inserted elements, without dropped ones.
  package var keptElementCount: Int {
    switch self {
    case .batch(let batch):
      batch.elementCount - (batch.dropped?.count ?? 0)
    case .history(let history): history.elementCount
    }
  }

  /// The events as a whole history; nil if they are no whole history, or if elements were dropped.
  ///
  /// - Complexity: O(1) for a whole history that was read from bytes. For a batch, O(*n*) for *n*
  ///   runs.
  package var history: SavedHistory? {
    switch self {
    case .batch(let batch): SavedHistory(whole: batch)
    case .history(let history): history
    }
  }
}
