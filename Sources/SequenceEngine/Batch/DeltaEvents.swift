// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The events of a delta, in the form in which they will most likely be taken in.
package enum DeltaEvents: Sendable {
  /// Events to be added to others.
  case batch(EventBatch)
  /// A whole history of which nothing was dropped, for a receiver that knows nothing. It is large, and
  /// most deltas are batches.
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

  /// The number of elements that the events insert, without dropped ones.
  package var keptElementCount: Int {
    switch self {
    case .batch(let batch):
      batch.elementCount - (batch.dropped?.count ?? 0)
    case .history(let history): history.elementCount
    }
  }

  /// The history, if the events are a whole one of which nothing was dropped.
  ///
  /// - Complexity: O(1) if the history was read; O(*n*) in the runs if it was made here.
  package var history: SavedHistory? {
    switch self {
    case .batch(let batch): SavedHistory(whole: batch)
    case .history(let history): history
    }
  }
}
