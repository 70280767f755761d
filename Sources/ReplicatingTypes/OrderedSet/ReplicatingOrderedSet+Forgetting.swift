// SPDX-License-Identifier: MIT

import Causality

extension ReplicatingOrderedSet {
  /// Forgets the elements that were removed more than an hour ago, as
  /// ``ReplicatingSet/forgetDeleted()`` does, and positions that count for nothing any more.
  ///
  /// Positions go if an element with one is forgotten, or if more of them go than stay. A copy that
  /// does not know of this may have moved or inserted elements meanwhile, at whatever time. Once the
  /// two are merged, such an element stands where the forgetting found it, or last if it was not
  /// there. The element itself is not lost. So forget when all copies know all edits.
  ///
  /// - Complexity: O(*n* log *n*) in the elements that are or were present, O(*p* log *n*) in all
  ///   positions.
  public mutating func forgetDeleted() {
    forgetRemoved()
    forgetPositions()
  }

  /// Forgets removed elements, but not their positions.
  package mutating func forgetRemoved() {
    let latest = Presence<Element>.forgettableTime
    guard let time = storage.presence.nextFloor(atMost: latest) else { return }
    makeStorageUnique()
    storage.forgetRemoved(upTo: time)
  }

  private mutating func forgetPositions() {
    guard let kept = storage.positionsWorthKeeping else { return }
    makeStorageUnique()
    storage.forgetPositions(but: kept)
  }
}
