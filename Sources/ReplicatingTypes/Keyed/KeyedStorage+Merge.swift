// SPDX-License-Identifier: MIT

import Causality

extension KeyedStorage {
  /// Takes in all that another storage knows.
  ///
  /// Never drops an entry because the other claims to have seen it: what bytes
  /// claim may be wrong. If the two contradict each other, all entries that differ are
  /// merged, so that the outcome is the same on both sides and in every order.
  ///
  /// - Complexity: O(*d* log *n*), if the other has *d* edits that are news here, and
  ///   O(*s* log *n*) in the sessions that both know; at most O(*n*).
  @discardableResult
  @inlinable
  mutating func merge(_ other: KeyedStorage) -> KeyedMerge<Key> {
    let contradicting = contradictingSessions(in: other)
    let isContradicting = !contradicting.isEmpty || isMarked || other.isMarked
    if known.contains(other.known), !isContradicting { return KeyedMerge() }
    defer { for session in contradicting { known.advance(session.mark, to: 1) } }
    if mergeIntoLarger(other) {
      return KeyedMerge(isContradicting: isContradicting, silentKeys: nil)
    }
    let items = isContradicting ? differences(of: other) : news(of: other)
    let silentKeys = isContradicting ? knownKeys(of: items) : []
    take(items, of: other)
    return KeyedMerge(isContradicting: isContradicting, silentKeys: silentKeys)
  }

  /// Takes in all that another storage holds, whatever the two know: each entry is compared. So the
  /// outcome is the same in every order and grouping, even where no last edit shows that the two
  /// contradict each other.
  ///
  /// - Complexity: O(*d* log *n*) in the entries *d* that were changed since the two were one; O(*n*)
  ///   if they never were.
  mutating func mergeEntries(of other: KeyedStorage) -> KeyedMerge<Key> {
    let isContradicting = contradicts(other)
    if mergeIntoLarger(other) {
      return KeyedMerge(isContradicting: isContradicting, silentKeys: nil)
    }
    let items = lackingItems(of: other)
    let silentKeys = knownKeys(of: items)
    take(items, of: other)
    return KeyedMerge(isContradicting: isContradicting, silentKeys: silentKeys)
  }

  /// Whether ``mergeEntries(of:)`` changes nothing.
  func holdsEntries(of other: KeyedStorage) -> Bool {
    known.contains(other.known) && lackingItems(of: other).isEmpty
  }

  private func lackingItems(of other: KeyedStorage) -> [Item] {
    differences(of: other).filter { self[$0.key]?.lacks($0.value, by: rules) ?? true }
  }

  /// The keys of those items of another storage that hold no edit that is new here.
  @inlinable
  func knownKeys(of items: [Item]) -> [Key] {
    items.filter { $0.value.dots.allSatisfy(known.contains) }.map { $0.key }
  }

  /// Merges this storage into a copy of the other, if the other is much larger, and takes the
  /// result. Merging is symmetric.
  ///
  /// - Returns: Whether the other is much larger.
  @inlinable
  mutating func mergeIntoLarger(_ other: KeyedStorage) -> Bool {
    guard entries.count < other.entries.count / 8 else { return false }
    var result = other
    result.learn(known)
    entries.forEach { result.merge($0) }
    self = result
    return true
  }

  @inlinable
  mutating func take(_ items: [Item], of other: KeyedStorage) {
    learn(other.known)
    for item in items { merge(item) }
  }

  /// The items of another storage that may change this one.
  ///
  /// Few are found by their edits. For many, comparing nodes is faster: it needs
  /// no look-ups.
  @inlinable
  func news(of other: KeyedStorage) -> [Item] {
    if other.lead(over: known) < entries.count / 8 { return other.items(since: known).items }
    var news: [Item] = []
    entries.forEachDifference(in: other.entries) { item in
      if isNews(item) { news.append(item) }
    }
    return news
  }

  /// How many edits are known here that a version lacks; at most the number of
  /// entries.
  @inlinable
  func lead(over version: VersionVector) -> Int {
    var lead = 0
    for (session, count) in known.counts where count > version[session] {
      lead += min(count - version[session], entries.count)
    }
    return min(lead, entries.count)
  }

  @inlinable
  func isNews(_ item: Item) -> Bool {
    if item.value.dots.contains(where: { !known.contains($0) }) { return true }
    guard let mine = self[item.key] else { return true }
    return mine.stamp < item.value.stamp || item.value.firstInsert < mine.firstInsert
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
