// SPDX-License-Identifier: MIT

import Causality

/// What every owner of steps does, whatever its content is.
extension UndoSteps {
  /// Takes note of what a session did since a version, if anything.
  ///
  /// - Parameters:
  ///   - session: That of the last edit made here; nil if there is none.
  ///   - time: In milliseconds.
  /// - Complexity: O(*d* log *n*) for *d* runs of events since then, and what
  ///   ``record(_:at:in:cache:)`` takes.
  package mutating func recordEdits(
    by session: SessionID?, since version: SequenceVersion, at time: UInt64,
    in log: SequenceLog, cache: borrowing HistoryCache
  ) {
    // Another value has no such version: then none of it is an edit of this one.
    guard let session, let edit = try? log.localEdit(by: session, since: version) else { return }
    record(edit, at: time, in: log, cache: cache)
  }

  /// What to change to undo, or redo, the first step of which something is left.
  ///
  /// Steps before it are forgotten. Once the changes are made, say so with
  /// ``complete(_:_:by:in:cache:)``.
  ///
  /// - Returns: In the order of the document; empty if nothing is left in any step.
  /// - Throws: ``MissingHistory`` if some of its edits are not known here.
  /// - Complexity: O(*r* log *n*) for *r* runs of elements in the steps, besides feeding the
  ///   index.
  package mutating func nextChanges(
    _ direction: Direction, in log: SequenceLog, cache: borrowing HistoryCache
  ) throws(MissingHistory) -> [UndoChange] {
    while let step = next(direction) {
      let changes = try log.changes(undoing: step, cache: cache)
      if !changes.isEmpty { return changes }
      dropNext(direction)
    }
    return []
  }
}

extension [UndoChange] {
  /// What stands in the place of each stretch when all are replaced.
  package var replacements: [Range<Int>] {
    var growth = 0
    return map { change in
      let start = change.removed.lowerBound + growth
      growth += change.revivedCount - change.removed.count
      return start..<(start + change.revivedCount)
    }
  }
}
