// SPDX-License-Identifier: MIT

import Causality

extension KeyedStorage {
  /// Takes in all that another storage knows.
  ///
  /// If one of the two has seen everything, the result is that one, as it is.
  ///
  /// - Complexity: O(*d* log *n*), if either has *d* edits that the other lacks.
  @inlinable
  mutating func merge(_ other: KeyedStorage) {
    if known.contains(other.known) { return }
    if other.known.contains(known) {
      self = other
      return
    }
    // Both ways give the same state: the shorter one.
    if other.lead(over: known) > lead(over: other.known) {
      var result = other
      result.takeNews(of: self)
      self = result
    } else {
      takeNews(of: other)
    }
  }

  /// - Complexity: By edits O(*d* log *n*) for *d* of them that are news; by structure as
  ///   ``HashTrie/forEachDifference(in:_:)``, which needs no look-ups and so is faster
  ///   where much is news.
  @inlinable
  mutating func takeNews(of other: KeyedStorage) {
    var news: [Item] = []
    if other.lead(over: known) < entries.count / 8 {
      news = other.items(since: known).items
    } else {
      entries.forEachDifference(in: other.entries) { item in
        if item.value.dots.contains(where: { !known.contains($0) }) { news.append(item) }
      }
    }
    learn(other.known)
    for item in news { merge(item) }
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

  /// Merges what is known elsewhere of a key.
  @inlinable
  mutating func merge(_ item: Item) {
    let isKnown: Void? = update(item.key) { mine in
      let stamp = mine.value.stamp
      mine.value.merge(item.value)
      if mine.value.stamp != stamp { mine.key = item.key }
    }
    if isKnown == nil { set(item.key, to: item.value) }
  }
}
