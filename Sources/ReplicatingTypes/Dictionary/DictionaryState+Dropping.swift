// SPDX-License-Identifier: MIT

import Causality

/// Dropping deleted contents from the values of a dictionary, hidden ones included.
///
/// Copies learn of changes of values by edits of their keys. So the drop is numbered as an edit. It is
/// a quiet one (``SessionID/ofQuietEdits``): the stamp of the key stays, and with it whether the key is
/// live, and a removal of the document covers it unseen. Filling in the first contents of a value is
/// numbered alike.
extension DictionaryState {
  /// The values that take less room without their deleted contents, by first insert.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, and what dropping takes the values.
  var smallerValues: [(key: Key, value: Value)] {
    guard let rules = rules.persistent else { return [] }
    let smaller = keyed.entries.compactMap { item in
      item.value.value.flatMap(rules.droppingDeleted).map { (item, $0) }
    }
    return KeyedStamp.order(smaller.map { $0.0.value.firstInsert }).map {
      (smaller[$0].0.key, smaller[$0].1)
    }
  }

  /// Replaces values by ones that only dropped deleted contents or filled in first contents. Keys stay
  /// live or deleted as they are, whatever other copies do to them meanwhile.
  @usableFromInline
  mutating func replace(_ values: [(key: Key, value: Value)], by session: SessionID) {
    for (key, value) in values {
      guard let old = keyed[key] else { continue }
      let dot = keyed.known.nextDot(of: session.ofQuietEdits)
      let stamp = KeyedStamp(time: .zero, dot: dot)
      let new = old.edited(stamp, isDeleted: !old.isPresent, value: value)
      keyed.update(key) { $0.value = new }
    }
  }
}

extension ReplicatingDictionary {
  /// Drops deleted contents from each value that takes less room without them. Keys stay live or
  /// deleted as they are, whatever other copies do to them meanwhile.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, and what dropping takes the values.
  public mutating func dropDeleted() {
    let values = storage.state.smallerValues
    if values.isEmpty { return }
    prepareToChange()
    storage.replace(values)
  }
}

extension ReplicatingOrderedDictionary {
  /// As ``ReplicatingDictionary/dropDeleted()``.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, and what dropping takes the values.
  public mutating func dropDeleted() {
    let values = storage.state.smallerValues
    if values.isEmpty { return }
    makeStorageUnique()
    storage.replace(values)
  }
}
