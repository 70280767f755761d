// SPDX-License-Identifier: MIT

import Causality

/// Drops deleted contents from the values of a dictionary, including values of deleted keys.
///
/// Other copies learn of a changed value by an edit of the value's key, so the drop is numbered as
/// an edit. The drop is a quiet edit (``SessionID/ofQuietEdits``): the key keeps its stamp and
/// stays live or deleted. The removal of a document covers all quiet edits, even edits that the
/// removing device has not seen. Filling in the first contents of a value is a quiet edit, too.
extension DictionaryState {
  /// Copies of the values without deleted contents, sorted by first insert of the keys. Leaves out
  /// values that the drop does not make smaller.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, plus the cost of dropping in the values.
  var smallerValues: [(key: Key, value: Value)] {
    guard let rules = rules.persistent else { return [] }
    let smaller = keyed.entries.compactMap { item in
      item.value.value.flatMap(rules.droppingDeleted).map { (item, $0) }
    }
    return KeyedStamp.order(smaller.map { $0.0.value.firstInsert }).map {
      (smaller[$0].0.key, smaller[$0].1)
    }
  }

  /// Replaces values by copies that only dropped deleted contents or filled in first contents. The
  /// edit never decides whether a key is live, whatever other copies do concurrently.
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
  /// Drops deleted contents from each value that takes less room without them. The drop is an edit
  /// that never decides whether a key is live, whatever other copies do concurrently.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, plus the cost of dropping in the values.
  public mutating func dropDeleted() {
    let values = storage.state.smallerValues
    if values.isEmpty { return }
    prepareToChange()
    storage.replace(values)
  }
}

extension ReplicatingOrderedDictionary {
  /// Drops deleted contents in the same way as ``ReplicatingDictionary/dropDeleted()``.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, plus the cost of dropping in the values.
  public mutating func dropDeleted() {
    let values = storage.state.smallerValues
    if values.isEmpty { return }
    makeStorageUnique()
    storage.replace(values)
  }
}
