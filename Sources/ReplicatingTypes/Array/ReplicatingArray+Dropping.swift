// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingArray {
  /// Drops the contents of all elements removed so far. They then take no memory in this copy nor,
  /// after a merge, in other copies.
  ///
  /// The shown elements stay the same, and no edit is lost: other copies merge as before, and their
  /// earlier edits are taken in. Past versions that show a dropped element, and changes that bring
  /// such an element back, are refused with ``MissingHistory/Reason/dropped``. Elements removed
  /// later, or removed elsewhere, are kept until the next call.
  ///
  /// Clear an ``ArrayUndo`` too: undoing the removal of a dropped element is refused.
  ///
  /// - Complexity: O(*n*) in the history.
  public mutating func dropDeleted() {
    let tips = storage.sequence.log.graph.frontier
    if storage.sequence.log.hasDropped(upTo: tips) { return }
    makeStorageUnique()
    storage.sequence.dropDeleted(upTo: tips, cache: storage.history)
  }
}
