// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// The tips of a version, by their places in this log, ascending.
  ///
  /// - Throws: ``MissingHistory`` if the log has not seen everything that the version has.
  /// - Complexity: O(*t* log *n*) in the tips.
  package func tips(of version: SequenceVersion) throws(MissingHistory) -> [Int] {
    try places(of: version.tips)
  }

  /// The differences between the documents of two versions, in document order. Nil stands for the
  /// present version.
  ///
  /// - Throws: ``MissingHistory`` if the log has not seen everything that a version has.
  /// - Complexity: as of ``HistoryIndex/changes(from:to:of:)``, besides feeding the index.
  package func changes(
    from old: SequenceVersion?, to new: SequenceVersion?, cache: borrowing HistoryCache
  ) throws(MissingHistory) -> [SequenceChange] {
    let old = if let old { try tips(of: old) } else { graph.frontier }
    let new = if let new { try tips(of: new) } else { graph.frontier }
    if old == new { return [] }
    return cache.withIndex(of: self) { $0.changes(from: old, to: new, of: self) }
  }
}
