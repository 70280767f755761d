// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// The tips of a version, by their places in this log, ascending.
  ///
  /// - Throws: ``MissingHistory`` if the log has not seen all events of the version.
  /// - Complexity: O(*t* log *n*) for *t* tips in a log of *n* runs.
  package func tips(of version: SequenceVersion) throws(MissingHistory) -> [Int] {
    try places(of: version.tips)
  }

  /// The differences between the documents of two versions, in document order. Nil stands for the
  /// present version.
  ///
  /// - Throws: ``MissingHistory`` if the log has not seen all events of both versions.
  /// - Complexity: The cost of ``HistoryIndex/changes(from:to:of:)``, plus the cost of
  ///   `HistoryIndex.feed(_:)`.
  package func changes(
    from old: SequenceVersion?, to new: SequenceVersion?, cache: borrowing HistoryCache
  ) throws(MissingHistory) -> [SequenceChange] {
    let old = if let old { try tips(of: old) } else { graph.frontier }
    let new = if let new { try tips(of: new) } else { graph.frontier }
    if old == new { return [] }
    return cache.withIndex(of: self) { $0.changes(from: old, to: new, of: self) }
  }
}
