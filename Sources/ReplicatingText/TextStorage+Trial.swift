// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension TextStorage {
  /// The result of taking in a delta that drops text.
  struct Trial {
    var log: SequenceLog
    /// The integration of the delta. Its operations do not insert dropped elements.
    var integration: SequenceLog.Integration
    /// The elements that are dropped in the result.
    var dropped: [Range<Int>]
  }

  /// Takes a delta that drops text into a copy of the log.
  ///
  /// - Parameter cache: Knows no event that the log lacks. Afterwards the cache also knows the
  ///   events of the delta.
  /// - Throws: ``MissingHistory`` if the delta leaves out other text than its merge drops. Only
  ///   forged deltas do.
  func trial(
    of delta: TextBatch, as plan: BatchPlan, cache: borrowing HistoryCache
  ) throws(MissingHistory) -> Trial {
    var log = log
    let first = log.elementCount
    let length = rope.measure.scalars
    var integration = log.integrate(delta.batch, as: plan, documentLength: length)
    integration.operations = integration.operations.settled(documentLength: length)
    let tips = try log.places(of: delta.batch.dropped?.upTo ?? [])
    let dropped = log.drop(upTo: tips, cache: cache)
    let expected = ElementGaps(dropped).ranges(within: first..<log.elementCount)
    guard expected == delta.gaps.picked(integration.newElements, first: first).ranges else {
      throw MissingHistory()
    }
    return Trial(log: log, integration: integration, dropped: dropped)
  }

  /// Throws the errors that merging a delta would throw, without changing this storage.
  ///
  /// - Parameter plan: The plan of the delta for this storage.
  func validate(
    _ delta: TextBatch, as plan: BatchPlan
  ) throws(MissingHistory) {
    if delta.drops(more: plan) { _ = try trial(of: delta, as: plan, cache: HistoryCache()) }
  }
}
