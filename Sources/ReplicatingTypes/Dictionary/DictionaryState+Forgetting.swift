// SPDX-License-Identifier: MIT

import Causality

/// Forgetting what was deleted from the values of a dictionary, hidden ones included.
///
/// Copies learn of changes of values by edits of their keys. So it is numbered as an edit, one that
/// decides nothing: the stamp of the key stays, and with it whether the key is live.
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

  /// Puts values in the place of those that they are without what was deleted from them.
  mutating func replace(_ values: [(key: Key, value: Value)], by session: SessionID) {
    for (key, value) in values {
      guard let old = keyed[key] else { continue }
      let stamp = KeyedStamp(time: .zero, dot: keyed.known.nextDot(of: session))
      let new = old.edited(stamp, isDeleted: !old.isPresent, value: value)
      keyed.update(key) { $0.value = new }
    }
  }
}

extension ReplicatingDictionary {
  /// Lets each value forget what was deleted from it, if that makes it smaller. Keys stay live or
  /// deleted as they are, whatever other copies do to them meanwhile.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, and what forgetting takes the values.
  public mutating func forgetDeleted() {
    let values = storage.state.smallerValues()
    if values.isEmpty { return }
    prepareToChange()
    storage.replace(values)
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
