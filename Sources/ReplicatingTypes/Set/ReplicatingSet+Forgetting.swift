// SPDX-License-Identifier: MIT

import Causality

extension ReplicatingSet {
  /// Forgets the elements that were removed more than an hour ago. They take no more room in this
  /// copy, nor in copies that learn of the forgetting.
  ///
  /// The forgetting has the time of the latest removal that it forgets. It is for a set of which all
  /// copies know this removal. A copy that does not know it merges as follows:
  ///
  /// - Its edits after that time are kept.
  /// - Its edits up to that time are lost, if they were unknown here at the forgetting.
  /// - Elements that it never saw removed are removed.
  ///
  /// A document library keeps a copy of a document that is about to lose edits. Elements inserted
  /// since are iterated in the order in which their authors saw them inserted first.
  ///
  /// - Complexity: O(*n* log *n*) in the elements that are or were present.
  public mutating func forgetDeleted() {
    let latest = Presence<Element>.forgettableTime
    guard let time = storage.state.nextFloor(atMost: latest) else { return }
    prepareToChange()
    let session = storage.claimSession()
    storage.state.forgetRemoved(upTo: time, by: session)
  }
}
