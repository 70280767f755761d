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
    var from = delta.from
    if items.contains(where: { $0.value.isPartial(by: rules) }) {
      // Part of a value may be missing because a copy has it by edits that are
      // unknown here: a receiver must know those too.
      for (session, count) in known.news(since: keyed.known).counts {
        from.advance(session, to: count)
      }
    }
    return Delta(items: items, from: from, to: delta.to, floor: delta.floor)
  }

  func validate(_ delta: Delta) throws(MissingHistory) {
    try keyed.validate(delta)
    for item in delta.items where item.value.isPartial(by: rules) {
      guard let entry = keyed[item.key] else { throw MissingHistory() }
      try entry.validate(item.value, by: rules)
    }
  }

  /// Takes in a delta that was found valid. A part whose edits are all known has
  /// nothing new to say.
  mutating func merge(valid delta: Delta) {
    let known = keyed.known
    let items = keyed.remainder(of: delta)
    keyed.learn(delta.to)
    let mayLoseEdits = mayLoseEdits
    if mayLoseEdits { for item in items { noteLoss(of: item.key, to: item.value.entry) } }
    let isWhole = delta.floor != nil
    for item in items where isWhole || !item.value.dots.allSatisfy(known.contains) {
      if mayLoseEdits {
        redoing(item.key, item.value.entry, unless: known) { $0.merge(item) }
      } else {
        merge(item)
      }
    }
  }

  private mutating func merge(_ item: Delta.Item) {
    let rules = rules
    guard item.value.isPartial(by: rules) else {
      keyed.merge(KeyedStorage.Item(key: item.key, value: item.value.entry))
      return
    }
    keyed.update(item.key) { mine in
      let stamp = mine.value.stamp
      mine.value.merge(item.value, by: rules)
      if mine.value.stamp != stamp { mine.key = item.key }
    }
  }
}

extension DictionaryPart {
  /// Whether it says only what is new of a value.
  fileprivate func isPartial(by rules: ValueRules<Value>) -> Bool {
    rules.replicating != nil && entry.value == nil && !entry.isForgotten
  }
}
