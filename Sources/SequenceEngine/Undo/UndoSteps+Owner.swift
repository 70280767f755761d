// SPDX-License-Identifier: MIT

import Causality

/// Tasks of every owner of steps, whatever its content is.
extension UndoSteps {
  /// Records the edits of a session since a version, if there are any.
  ///
  /// - Parameters:
  ///   - session: The session of the last local edit; nil if there is none.
  ///   - time: The time of the edits, in milliseconds.
  /// - Complexity: O(*d* log *n*) for *d* of the log's *n* runs since the version, plus the cost of
  ///   ``record(_:at:in:cache:)``.
  package mutating func recordEdits(
    by session: SessionID?, since version: SequenceVersion, at time: UInt64,
    in log: SequenceLog, cache: borrowing HistoryCache
  ) {
    // A log that does not know the version belongs to another value, so there is no edit to record.
    guard let session, let edit = try? log.localEdit(by: session, since: version) else { return }
    record(edit, at: time, in: log, cache: cache)
  }

  /// The changes of the latest step to undo, or to redo, that still changes anything.
  ///
  /// Steps that change nothing are forgotten. After making the changes, the owner calls
  /// ``complete(_:_:by:in:cache:)``.
  ///
  /// - Returns: The changes in the order of the document; empty if no step changes anything.
  /// - Throws: ``MissingHistory`` if the log does not know some edits of a step.
  /// - Complexity: O(*r* log *n*) for *r* runs of elements in the steps among *n* runs, plus the
  ///   time to update the index of `cache`. The first call after steps were read from bytes also
  ///   calls ``SequenceLog/findLeaders(of:cache:)`` for each step.
  package mutating func nextChanges(
    _ direction: Direction, in log: SequenceLog, cache: borrowing HistoryCache
  ) throws(MissingHistory) -> [UndoChange] {
    findLeaders(in: log, cache: cache)
    while let step = next(direction) {
      let changes = try log.changes(undoing: step, cache: cache)
      if !changes.isEmpty { return changes }
      dropNext(direction)
    }
    return []
  }
}

extension [UndoChange] {
  /// For each removed range, the range of its replacement after all changes are made.
  package var replacements: [Range<Int>] {
    var growth = 0
    return map { change in
      let start = change.removed.lowerBound + growth
      growth += change.revivedCount - change.removed.count
      return start..<(start + change.revivedCount)
    }
  }
}
