// SPDX-License-Identifier: MIT

import Causality

extension ReplicatingOrderedDictionary {
  /// As ``ReplicatingDictionary/forgetDeleted()``. Positions that count for nothing any more are
  /// forgotten as ``ReplicatingOrderedSet/forgetDeleted()`` does.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, O(*p* log *n*) in all positions, and what forgetting
  ///   takes the values.
  public mutating func forgetDeleted() {
    forgetRemoved()
    forgetPositions()
  }

  /// Forgets deleted keys and what was deleted from values, but no positions.
  package mutating func forgetRemoved() {
    let time = storage.state.forgettableTime
    guard let contents = storage.state.forgettable(deletedBy: time) else { return }
    makeStorageUnique()
    storage.forget(contents)
  }

  private mutating func forgetPositions() {
    guard let kept = storage.positionsWorthKeeping else { return }
    makeStorageUnique()
    storage.forgetPositions(but: kept)
  }
}
