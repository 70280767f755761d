// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingText {
  /// Drops the text of everything that is deleted now. The dropped text takes no space in this copy
  /// any more, nor in other copies after they merge this copy.
  ///
  /// The shown text stays the same, and no edit is lost: merges work as before, also with copies
  /// that were edited before the call. Past versions show U+FFFD for each Unicode scalar whose text
  /// was dropped. Text that is deleted later, or in another copy, is kept until the next call.
  ///
  /// The version up to which deleted text was dropped is part of the state: see
  /// ``SequenceVersion/dropped``. Clear a ``TextUndo`` too: undoing puts U+FFFD in the place of
  /// dropped text.
  ///
  /// - Complexity: O(*n*) for *n* edits in the history.
  public mutating func dropDeleted() {
    let tips = storage.log.graph.frontier
    if storage.log.hasDropped(upTo: tips) { return }
    makeStorageUnique()
    storage.dropDeleted(upTo: tips)
  }

  /// Drops the text of everything that was deleted at a version, as ``dropDeleted()`` does. Text
  /// deleted after that version is kept.
  ///
  /// - Throws: ``Causality/MissingHistory`` if the version has seen edits that this text has not.
  ///   The text is unchanged then.
  /// - Complexity: O(*n*) for *n* edits in the history.
  public mutating func dropDeleted(
    upTo version: SequenceVersion
  ) throws(MissingHistory) {
    let tips = try storage.log.tips(of: version)
    if storage.log.hasDropped(upTo: tips) { return }
    makeStorageUnique()
    storage.dropDeleted(upTo: tips)
  }
}
