// SPDX-License-Identifier: MIT

import Causality

extension DictionaryState {
  @usableFromInline
  typealias Delta = KeyedDelta<Key, DictionaryPart<Value>>

  /// The delta for a copy that knows the edits `known` and has `versions` of values; nil if the
  /// copy lacks nothing.
  ///
  /// - Complexity: O(*d* log *n*) for *d* new edits and *n* keys, plus the deltas of values.
  func delta(since known: VersionVector, _ versions: ValueVersions<Key>) -> Delta? {
    guard let delta = keyed.delta(since: known) else { return nil }
    let items = delta.items.map { item in
      Delta.Item(
        key: item.key,
        value: DictionaryPart(item.value, since: versions.items[item.key], by: rules))
    }
    var from = delta.from
    if items.contains(where: { $0.value.isPartial(by: rules) }) {
      // The copy may know parts of a value from edits that are unknown here. The delta leaves these
      // parts out, so a receiver must know those edits, too.
      for (session, count) in known.news(since: keyed.known).counts {
        from.advance(session, to: count)
      }
    }
    return Delta(items: items, from: from, to: delta.to)
  }

  @usableFromInline
  func validate(_ delta: Delta) throws(MissingHistory) {
    try keyed.validate(delta)
    for item in delta.items where item.value.isPartial(by: rules) {
      guard let entry = keyed[item.key] else { throw MissingHistory() }
      try entry.validate(item.value, by: rules)
    }
  }

  /// Takes in a delta.
  ///
  /// - Throws: ``MissingHistory`` if the delta builds on edits that are not known here. Nothing is
  ///   changed then.
  @inlinable
  mutating func merge(_ delta: Delta) throws(MissingHistory) {
    guard let item = newsOfOneValue(in: delta) else {
      try validate(delta)
      return merge(valid: delta)
    }
    // The value refuses a delta that builds on history that the value lacks. Validating the delta
    // first would double the work.
    try keyed.validate(delta)
    try mergeValue(of: item)
    keyed.learn(delta.to)
    mergeEntry(of: item)
  }

  /// The only item of a delta, if the item leaves out the value and has an edit that is unknown
  /// here. Nil for all other deltas.
  @inlinable
  func newsOfOneValue(in delta: Delta) -> Delta.Item? {
    guard delta.items.count == 1, let item = delta.items.first, item.value.isPartial(by: rules),
      !item.value.dots.allSatisfy(keyed.known.contains)
    else { return nil }
    return item
  }

  /// Takes in a delta that was found valid. A part brings nothing new if all its edits are known.
  @usableFromInline
  mutating func merge(valid delta: Delta) {
    let news = delta.items.filter { !$0.value.dots.allSatisfy(keyed.known.contains) }
    keyed.learn(delta.to)
    for item in news { merge(item) }
  }

  private mutating func merge(_ item: Delta.Item) {
    guard item.value.isPartial(by: rules) else {
      keyed.merge(KeyedStorage.Item(key: item.key, value: item.value.entry))
      return
    }
    try? mergeValue(of: item)
    mergeEntry(of: item)
  }

  @inlinable
  mutating func mergeValue(of item: Delta.Item) throws(MissingHistory) {
    let rules = rules
    let failure: MissingHistory?? = keyed.entries.update(item.key) { mine in
      do throws(MissingHistory) {
        try mine.value.mergeValue(of: item.value, by: rules)
        return nil
      } catch {
        return error
      }
    }
    guard let failure else { throw MissingHistory() }
    if let failure { throw failure }
  }

  /// Merges the entry of an item, without the delta of its value.
  @inlinable
  mutating func mergeEntry(of item: Delta.Item) {
    let rules = rules
    keyed.update(item.key) { mine in
      let stamp = mine.value.stamp
      mine.value.merge(item.value.entry, by: rules)
      if mine.value.stamp != stamp { mine.key = item.key }
    }
  }
}

extension DictionaryPart {
  /// Whether the part leaves out the value. Such a part may hold a delta of the value.
  @inlinable
  func isPartial(by rules: ValueRules<Value>) -> Bool {
    rules.replicating != nil && entry.value == nil
  }
}
