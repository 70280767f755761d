// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingArray {
  /// Drops the contents of all elements removed so far. The contents then take no memory in this
  /// copy, nor in copies that merge this copy.
  ///
  /// The shown elements stay the same. No edit is lost: other copies merge as before, and so do
  /// edits that they made before the drop. Reading a past version that shows a dropped element
  /// fails with ``MissingHistory/Reason/dropped``, and so does a change that brings a dropped
  /// element back. A removal that becomes known later drops nothing until the next call.
  ///
  /// Clear the array's ``ArrayUndo`` too: undoing the removal of a dropped element fails.
  ///
  /// - Complexity: O(*n*) in the events of the history.
  public mutating func dropDeleted() {
    let tips = storage.sequence.log.graph.frontier
    if storage.sequence.log.hasDropped(upTo: tips) { return }
    makeStorageUnique()
    storage.sequence.dropDeleted(upTo: tips, cache: storage.history)
  }
}
