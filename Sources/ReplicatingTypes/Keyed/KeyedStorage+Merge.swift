// SPDX-License-Identifier: MIT

import Causality

extension KeyedStorage {
  /// Takes in all that another storage holds: of each key the maximum of both entries, whatever the
  /// two know. The outcome is the same in every order and grouping, also where the two hold different
  /// edits under one dot. Texts and arrays as values are excepted there: a text takes nothing in from
  /// one that it contradicts. No claim of bytes to have seen an entry drops the entry.
  ///
  /// - Returns: Whether an entry may have changed without an edit that was new here: the two may
  ///   contradict each other.
  /// - Complexity: O(*d* log *n*) in the entries *d* that were changed since the two were one; O(*n*)
  ///   if they never were.
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
