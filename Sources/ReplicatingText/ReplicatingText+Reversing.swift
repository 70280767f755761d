// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingText {
  /// The edits that this text has seen and a version has not.
  ///
  /// - Complexity: O(*d* log *n*) for *d* runs of edits.
  package func edits(since version: SequenceVersion) -> [DotRange] {
    storage.log.edits(since: version)
  }

  /// Takes back edits, as ``TextUndo`` does.
  ///
  /// - Parameter renamings: What was put back since the edits.
  /// - Returns: What is put back now.
  /// - Throws: ``MissingHistory`` if text would come back that was dropped; nothing is changed then.
  package mutating func undo(
    _ edits: [DotRange], renamedBy renamings: [ElementRenaming]
  ) throws(MissingHistory) -> ElementRenaming? {
    let changes = storage.log.changes(
      undoing: edits, renamedBy: renamings, cache: storage.history)
    if changes.isEmpty { return nil }
    let revived = changes.flatMap { storage.log.revivedElements(of: $0) }
    guard storage.inserted.gaps.count(in: revived) == 0 else { throw MissingHistory(.dropped) }
    let session = apply(changes)
    return storage.log.renaming(by: changes, of: session)
  }
}
