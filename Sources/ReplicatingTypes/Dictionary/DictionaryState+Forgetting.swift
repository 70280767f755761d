// SPDX-License-Identifier: MIT

import Causality

/// Forgetting what was deleted from the values of a dictionary, hidden ones included.
///
/// Copies learn of changes of values by edits of their keys. So forgetting is numbered as an edit. The
/// edit decides nothing: the stamp of the key stays, and with it whether the key is live. Its session
/// tells that it only forgets: a removal of the document covers it unseen.
extension DictionaryState {
  /// The values that take less room once they forgot what was deleted from them, by first insert.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, and what forgetting takes the values.
  func smallerValues() -> [(key: Key, value: Value)] {
    guard let rules = rules.persistent else { return [] }
    let smaller = keyed.entries.compactMap { item in
      item.value.value.flatMap(rules.forgettingDeleted).map { (item, $0) }
    }
    return KeyedStamp.order(smaller.map { $0.0.value.firstInsert }).map {
      (smaller[$0].0.key, smaller[$0].1)
    }
  }

  /// Replaces values by the same ones without their deleted content.
  mutating func replace(_ values: [(key: Key, value: Value)], by session: SessionID) {
    for (key, value) in values {
      guard let old = keyed[key] else { continue }
      let dot = keyed.known.nextDot(of: session.ofForgetting)
      let stamp = KeyedStamp(time: .zero, dot: dot)
      let new = old.edited(stamp, isDeleted: !old.isPresent, value: value)
      keyed.update(key) { $0.value = new }
    }
  }
}

extension ReplicatingDictionary {
  /// Lets each value forget what was deleted from it, if that makes it smaller. Keys stay live or
  /// deleted as they are, whatever other copies do to them meanwhile.
  ///
  /// A dictionary of plain values forgets the keys that were deleted more than an hour ago. What a
  /// copy loses that comes too late is as in ``ReplicatingSet/forgetDeleted()``. A dictionary of
  /// replicating values keeps deleted keys with their values: a concurrent edit of a value brings
  /// its key back.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, and what forgetting takes the values.
  public mutating func forgetDeleted() {
    let values = storage.state.smallerValues()
    let floor = storage.state.keyed.nextFloor
    if values.isEmpty, floor == nil { return }
    prepareToChange()
    storage.replace(values)
    if let floor { storage.forgetRemoved(upTo: floor) }
  }
}

extension ReplicatingOrderedDictionary {
  /// Lets each value forget what was deleted from it, if that makes it smaller. Keys stay live or
  /// deleted as they are, whatever other copies do to them meanwhile.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, and what forgetting takes the values.
  public mutating func forgetDeleted() {
    let values = storage.state.smallerValues()
    if values.isEmpty { return }
    makeStorageUnique()
    storage.replace(values)
  }
}
