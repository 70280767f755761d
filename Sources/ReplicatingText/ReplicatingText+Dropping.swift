// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingText {
  /// Forgets the text of everything that is deleted now: it takes no room any more, here
  /// and, after a merge, in other copies.
  ///
  /// The text as it stands is not touched, nor is any edit lost: other copies merge
  /// as before, and edits that they made before are taken in. Past versions show
  /// U+FFFD for each Unicode scalar whose text was dropped. What somebody deletes
  /// later, or deleted elsewhere, keeps its text until this is done again.
  ///
  /// How far deleted text was dropped is part of the state: see
  /// ``SequenceVersion/dropped``. Forget the steps of a ``TextUndo`` with it: what is put
  /// back of dropped text is U+FFFD too.
  ///
  /// - Complexity: O(*n*) in the history.
  public mutating func dropDeletedText() {
    let tips = storage.log.graph.frontier
    if storage.log.hasDropped(upTo: tips) { return }
    makeStorageUnique()
    storage.dropDeletedText(upTo: tips)
  }

  /// Forgets the text of everything that was deleted at a version: as
  /// ``dropDeletedText()``, but what was deleted since keeps its text.
  ///
  /// - Throws: ``MissingHistory`` if the version has seen what this text has not; nothing is
  ///   changed then.
  /// - Complexity: O(*n*) in the history.
  public mutating func dropDeletedText(
    upTo version: SequenceVersion
  ) throws(MissingHistory) {
    let tips = try storage.log.tips(of: version)
    if storage.log.hasDropped(upTo: tips) { return }
    makeStorageUnique()
    storage.dropDeletedText(upTo: tips)
  }
}
