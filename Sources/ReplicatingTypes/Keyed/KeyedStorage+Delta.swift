// SPDX-License-Identifier: MIT

import Causality

extension KeyedStorage {
  @usableFromInline
  typealias Delta = KeyedDelta<Key, Entry>

  /// What a copy that knows `version` lacks, or nil if it lacks nothing.
  ///
  /// - Complexity: O(*d* log *n*) in the new edits *d*; at most O(*n* log *n*).
  @inlinable
  func delta(since version: VersionVector) -> Delta? {
    if version.contains(known) { return nil }
    if let floor, !version.contains(floor.dot) { return wholeDelta }
    let (items, dotCount) = items(since: version)
    var (from, to) = bounds(since: version, dotCount: dotCount)
    if let floor { from.advance(floor.dot.session, to: floor.dot.number + 1) }
    return Delta(items: items, from: from, to: to)
  }

  /// The entries with edits that a version lacks, by first insert, and how many of
  /// those edits stand in them.
  @inlinable
  func items(since version: VersionVector) -> (items: [Item], dotCount: Int) {
    var found: [Item] = []
    var dots = 0
    var last: Dot?
    var manyFound: Set<Key> = []
    index.forEach(since: version, upTo: known) { dot, key in
      if dot != last { dots += 1 }
      last = dot
      guard let item = entries.item(for: key) else { return }
      // An entry with several new edits is met at each of them.
      if item.value.hasManyDots {
        if manyFound.insert(key).inserted { found.append(item) }
      } else if item.value.dots.first(where: { !version.contains($0) }) == dot {
        found.append(item)
      }
    }
    return (Self.sortedByAge(found), dots)
  }

  /// What a receiver of all that is new since a version must know, and what it
  /// knows then.
  ///
  /// An edit that stands in no entry was replaced by another: perhaps by one that
  /// the version knows, whose entry is not sent. A receiver who lacks that one
  /// would count the first as known without showing it; so it must know all that
  /// the version knows.
  ///
  /// - Parameter dotCount: How many of the new edits stand in entries.
  @inlinable
  func bounds(
    since version: VersionVector, dotCount: Int
  ) -> (from: VersionVector, to: VersionVector) {
    var (from, to) = (VersionVector(), VersionVector())
    var untraced = -dotCount
    for (session, count) in known.counts where count > version[session] {
      from.advance(session, to: version[session])
      to.advance(session, to: count)
      untraced &+= count - version[session]
    }
    if untraced != 0 {
      for (session, count) in known.counts {
        from.advance(session, to: min(count, version[session]))
      }
    }
    return (from, to)
  }

  /// Checks that a delta builds on edits that are known here.
  @inlinable
  func validate<Part>(_ delta: KeyedDelta<Key, Part>) throws(MissingHistory) {
    guard known.contains(delta.from) else { throw MissingHistory() }
    for item in delta.items {
      for dot in item.value.dots {
        guard known.contains(dot) || delta.to.contains(dot) else { throw MissingHistory() }
      }
    }
  }

  @inlinable
  mutating func merge(_ delta: Delta) throws(MissingHistory) {
    try validate(delta)
    let items = remainder(of: delta)
    learn(delta.to)
    for item in items { merge(item) }
  }
}
