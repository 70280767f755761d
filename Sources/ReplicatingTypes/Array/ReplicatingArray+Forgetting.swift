// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingArray {
  /// Forgets all elements that are removed now. They take no more room here or, after a merge, in
  /// other copies.
  ///
  /// The shown elements stay the same, and no edit is lost: other copies merge as before, and their
  /// earlier edits are taken in. Past versions that show a forgotten element are refused with
  /// ``MissingHistory/Reason/dropped``, and so are changes that bring a forgotten element back.
  /// Elements removed later, or removed elsewhere, are kept until the next call.
  ///
  /// Forget the steps of an ``ArrayUndo`` too: undoing the removal of a forgotten element is refused.
  ///
  /// - Complexity: O(*n*) in the history.
  public mutating func forgetDeleted() {
    forgetDeleted(upTo: storage.sequence.log.graph.frontier)
  }

  /// Forgets all elements whose removal this array and all of some copies have seen. Nothing is
  /// forgotten if a copy has seen edits that this array has not.
  ///
  /// - Parameter versions: The versions of these copies.
  /// - Complexity: O(*n*) in the history.
  public mutating func forgetDeleted(heldAt versions: [SequenceVersion]) {
    if let tips = try? storage.sequence.log.tips(heldAt: versions) { forgetDeleted(upTo: tips) }
  }

  private mutating func forgetDeleted(upTo tips: [Int]) {
    if storage.sequence.log.hasDropped(upTo: tips) { return }
    makeStorageUnique()
    storage.sequence.dropDeleted(upTo: tips, cache: storage.history)
  }
}
