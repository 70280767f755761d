// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension SequenceLog {
  /// Takes in the events of a batch that are new, by a plan of its own.
  ///
  /// - Throws: ``MissingHistory`` if the batch builds on unknown events; nothing is changed then.
  mutating func integrate(
    _ batch: EventBatch, documentLength: Int
  ) throws(MissingHistory) -> Integration {
    integrate(batch, as: try plan(batch), documentLength: documentLength)
  }
}
