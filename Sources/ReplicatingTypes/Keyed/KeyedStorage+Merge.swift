// SPDX-License-Identifier: MIT

import Causality

extension KeyedStorage {
  /// Merges another storage: each key gets the join of both entries, whatever the two storages
  /// know. So bytes that falsely claim to know an entry do not drop it.
  ///
  /// The result is the same in every order and grouping, even if the two hold different edits under
  /// one dot. Values that are texts or arrays are the exception then: a text takes nothing from a
  /// text that it contradicts.
  ///
  /// - Returns: Whether an entry may have changed without an edit that was new here: the two may
  ///   contradict each other.
  /// - Complexity: O(*d* log *n*) in the entries *d* changed since the two were copies; O(*n*) if
  ///   they never were.
  @discardableResult
  @inlinable
  mutating func merge(_ other: KeyedStorage) -> Bool {
    if mergeIntoLarger(other) { return true }
    let items = missingItems(of: other)
    let isSilent = items.contains {
      known.contains($0.value.stamp.dot) && $0.value.dots.allSatisfy(known.contains)
    }
    learn(other.known)
    for item in items { merge(item) }
    return isSilent
  }

  /// Whether merging another storage changes nothing.
  ///
  /// - Complexity: As for ``merge(_:)-(KeyedStorage<Key,Entry>)``.
  @inlinable
  func holds(_ other: KeyedStorage) -> Bool {
    known.contains(other.known) && missingItems(of: other).isEmpty
  }

  /// The items of another storage that may change this one.
  @inlinable
  func missingItems(of other: KeyedStorage) -> [Item] {
    var items: [Item] = []
    entries.forEachDifference(in: other.entries) { item, mine in
      if mine?.lacks(item.value, by: rules) ?? true { items.append(item) }
    }
    return items
  }

  /// Merges this storage into a copy of the other, if the other is much larger, and takes the
  /// result. Merging entries is symmetric unless their values merge.
  ///
  /// - Returns: Whether the other is much larger.
  @inlinable
  mutating func mergeIntoLarger(_ other: KeyedStorage) -> Bool {
    guard entries.count < other.entries.count / 8, entries.isEmpty || !rules.mergesValues
    else { return false }
    var result = other
    result.learn(known)
    entries.forEach { result.merge($0) }
    self = result
    return true
  }

  /// Merges an item of another storage.
  @inlinable
  mutating func merge(_ item: Item) {
    let rules = rules
    let isKnown: Void? = update(item.key) { mine in
      let stamp = mine.value.stamp
      mine.value.merge(item.value, by: rules)
      if mine.value.stamp != stamp { mine.key = item.key }
    }
    if isKnown == nil { set(item.key, to: item.value) }
  }
}
