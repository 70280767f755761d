// SPDX-License-Identifier: MIT

import Causality

extension ReplicatingOrderedSet {
  /// Forgets the elements that were removed more than an hour ago, as
  /// ``ReplicatingSet/forgetDeleted()`` does. The positions that elements were ever given are kept.
  ///
  /// - Complexity: O(*n* log *n*) in the elements that are or were present.
  public mutating func forgetDeleted() {
    forgetDeleted(removedBy: Presence<Element>.forgettableTime)
  }

  /// - Parameter latest: The time of the latest removal that is forgotten.
  mutating func forgetDeleted(removedBy latest: HybridTimestamp) {
    guard let time = storage.presence.nextFloor(atMost: latest) else { return }
    makeStorageUnique()
    storage.forgetRemoved(upTo: time)
  }
}
