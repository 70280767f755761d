// SPDX-License-Identifier: MIT

import Causality

extension KeyedStorage {
  @usableFromInline
  typealias Delta = KeyedDelta<Key, Entry>

  /// The delta for a copy that knows `version`, or nil if the copy lacks nothing.
  ///
  /// - Complexity: O(*d* log *n*) for *d* new edits and *n* keys; at most O(*n* log *n*).
  @inlinable
  func delta(since version: VersionVector) -> Delta? {
    if version.contains(known) { return nil }
    let (items, dotCount) = items(since: version)
    let (from, to) = bounds(since: version, dotCount: dotCount)
    return Delta(items: items, from: from, to: to)
  }

  /// The entries with edits that a version lacks, sorted by first insert, and the number of these
  /// edits.
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
      // The index finds an entry once for each of its new edits, but the result holds it once.
      if item.value.hasManyDots {
        if manyFound.insert(key).inserted { found.append(item) }
      } else if item.value.dots.first(where: { !version.contains($0) }) == dot {
        found.append(item)
      }
    }
    return (Self.sortedByAge(found), dots)
  }

  /// The bounds of a delta since a version: the edits that a receiver must know before the merge,
  /// and the edits that the receiver knows after the merge.
  ///
  /// An edit found in no entry was superseded. The superseding edit may be one that the version
  /// already has, so its entry is not sent. A receiver without that entry would count the
  /// superseded edit as known without showing it. So the receiver must know all edits in the
  /// version that this storage knows.
  ///
  /// - Parameter dotCount: The number of new edits that entries hold.
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
    learn(delta.to)
    for item in delta.items { merge(item) }
  }
}
