// SPDX-License-Identifier: MIT

import Causality

extension DictionaryState {
  @usableFromInline
  typealias Delta = KeyedDelta<Key, DictionaryPart<Value>>

  /// What a copy lacks that knows these edits and has these versions of values,
  /// or nil if it lacks nothing.
  ///
  /// - Complexity: O(*d* log *n*) in the new edits *d*, and what values need.
  func delta(since known: VersionVector, _ versions: ValueVersions<Key>) -> Delta? {
    guard let delta = keyed.delta(since: known) else { return nil }
    let items = delta.items.map { item in
      Delta.Item(
        key: item.key,
        value: DictionaryPart(item.value, since: versions.items[item.key], by: rules))
    }
    return Delta(items: items, from: delta.from, to: delta.to)
  }

  func validate(_ delta: Delta) throws(MissingHistory) {
    try keyed.validate(delta)
    for item in delta.items where item.value.isPartial(by: rules) {
      guard let entry = keyed[item.key] else { throw MissingHistory() }
      try entry.validate(item.value, by: rules)
    }
  }

  /// Takes in a delta that was found valid.
  mutating func merge(valid delta: Delta) {
    keyed.learn(delta.to)
    let rules = rules
    for item in delta.items {
      guard item.value.isPartial(by: rules) else {
        keyed.merge(KeyedStorage.Item(key: item.key, value: item.value.entry))
        continue
      }
      keyed.update(item.key) { mine in
        let stamp = mine.value.stamp
        mine.value.merge(item.value, by: rules)
        if mine.value.stamp != stamp { mine.key = item.key }
      }
    }
  }
}

extension DictionaryPart {
  /// Whether it says only what is new of a value.
  fileprivate func isPartial(by rules: ValueRules<Value>) -> Bool {
    rules.replicating != nil && entry.value == nil
  }
}
