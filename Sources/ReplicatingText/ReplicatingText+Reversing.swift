// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingText {
  /// The edits that this text has seen and a version has not.
  ///
  /// - Complexity: O(*d* log *n*) for *d* runs of edits in a history of *n* edits.
  package func edits(since version: SequenceVersion) -> [DotRange] {
    storage.log.edits(since: version)
  }

  /// Undoes edits, as ``TextUndo`` does. Dropped text is not put back.
  ///
  /// - Parameter renamings: The elements that undoing has put back since the edits were made.
  /// - Returns: The elements that are put back now, and whether elements are missing because their
  ///   text was dropped.
  package mutating func undo(
    _ edits: [DotRange], renamedBy renamings: [ElementRenaming]
  ) -> (putBack: ElementRenaming?, lacksElements: Bool) {
    let (changes, lacksElements) = storage.log.changes(
      undoing: edits, renamedBy: renamings, without: storage.inserted.gaps, cache: storage.history)
    if changes.isEmpty { return (nil, lacksElements) }
    let session = apply(changes)
    return (storage.log.renaming(by: changes, of: session), lacksElements)
  }
}
