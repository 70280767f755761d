// SPDX-License-Identifier: MIT

import Causality

/// Contradictions of logs. If a session was continued twice, two logs may hold different events
/// under one dot.
extension SequenceLog {
  /// Whether the two logs hold different events under one dot.
  ///
  /// The comparison covers all events that both logs know and do not share in memory.
  ///
  /// - Parameter hasSameElements: Whether elements of this log equal elements of the other log.
  ///   Each argument is a range of elements, which their log numbers in the order in which it
  ///   learned of them. Both ranges are equally long.
  /// - Complexity: O(*n*) in the unshared runs and elements of the log with fewer entries, plus
  ///   O(*s*) in its sessions.
  package func contradicts(
    _ other: SequenceLog, hasSameElements: (Range<Int>, Range<Int>) -> Bool
  ) -> Bool {
    if operations.entries.count > other.operations.entries.count {
      return other.contradicts(self) { hasSameElements($1, $0) }
    }
    var comparison = EventComparison(self, other)
    return !comparison.areSame()
      || !comparison.elements.allSatisfy { hasSameElements($0.mine, $0.theirs) }
  }
}

extension SequenceLog {
  /// Checks the known events of a batch. The last known event of each chain must have the same
  /// operation in the batch and in this log.
  /// - Throws: ``MissingHistory`` (``MissingHistory/Reason/contradicting``) if an operation
  ///   differs.
  /// - Complexity: O(*c* log *n* + *m*) for *c* chains, *m* operation runs of the batch, and *n*
  ///   entries of this log.
  package func validate(_ batch: EventBatch, known plan: BatchPlan) throws(MissingHistory) {
    for (place, planned) in plan.chains.enumerated() where planned.known > 0 {
      let chain = batch.chains[place]
      let last = Dot(session: batch.session(of: chain), number: planned.number + planned.known - 1)
      guard let event = graph.index(of: last) else { continue }
      var known: OperationRun?
      operations.forEachPiece(in: event..<(event + 1)) { known = $0.run }
      guard known == batch.operations[chain.operations].operation(at: planned.known - 1) else {
        throw MissingHistory(.contradicting)
      }
    }
  }
}

extension ArraySlice<OperationRun> {
  /// The operation of the event at an offset.
  fileprivate func operation(at offset: Int) -> OperationRun? {
    var left = offset
    for run in self {
      if left < run.length {
        let rest = run.dropping(left)
        return OperationRun(kind: rest.kind, position: rest.position, length: 1)
      }
      left -= run.length
    }
    return nil
  }
}
