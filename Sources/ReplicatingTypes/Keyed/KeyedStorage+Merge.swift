// SPDX-License-Identifier: MIT

import Causality

extension KeyedStorage {
  /// Merges another storage. Each key gets the join of its entries in the two storages, even if a
  /// storage claims to know the edits of the other. So bytes with a false claim do not drop an
  /// entry.
  ///
  /// The result is the same in every order and grouping of merges, even if the two storages hold
  /// different edits under one dot. Values that are texts or arrays and contradict each other are
  /// the exception: a text takes in nothing from a text that it contradicts.
  ///
  /// - Returns: Whether an entry may have changed although all its edits were known here, as
  ///   happens if the two storages contradict each other.
  /// - Complexity: O(*d* log *n*) for *d* of *n* entries that changed since the two storages were
  ///   equal copies; O(*n*) if the storages never were equal copies.
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
  /// - Complexity: The complexity of ``merge(_:)-(KeyedStorage<Key,Entry>)``.
  @inlinable
  func holds(_ other: KeyedStorage) -> Bool {
    known.contains(other.known) && missingItems(of: other).isEmpty
  }

  /// The items of another storage that may change this storage.
  @inlinable
  func missingItems(of other: KeyedStorage) -> [Item] {
    var items: [Item] = []
    entries.forEachDifference(in: other.entries) { item, mine in
      if mine?.lacks(item.value, by: rules) ?? true { items.append(item) }
    }
    return items
  }

  /// If the other storage is much larger, merges this storage into a copy of the other, and becomes
  /// that copy. Does nothing if values merge and this storage is not empty, because merging values
  /// is not symmetric.
  ///
  /// - Returns: Whether the storages were merged.
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
