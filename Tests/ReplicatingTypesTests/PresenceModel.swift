// SPDX-License-Identifier: MIT

@testable import ReplicatingTypes

/// Which elements are present, by a dictionary that is copied and searched
/// whole: plainly right, and slow.
struct PresenceModel: Equatable {
  var entries: [Int: PresenceEntry] = [:]
  var known = VersionVector()

  var present: Set<Int> { Set(entries.filter(\.value.isPresent).keys) }

  mutating func merge(_ other: PresenceModel) {
    for (element, theirs) in other.entries {
      let mine = entries[element] ?? theirs
      let latest = max(mine.stamp, theirs.stamp)
      entries[element] = PresenceEntry(
        stamp: latest, isPresent: latest == mine.stamp ? mine.isPresent : theirs.isPresent,
        firstInsert: min(mine.firstInsert, theirs.firstInsert))
    }
    known.merge(other.known)
  }

  /// The elements whose entries hold edits that a version lacks.
  func news(since version: VersionVector) -> Set<Int> {
    let news = entries.filter { _, entry in
      !version.contains(entry.stamp.dot) || !version.contains(entry.firstInsert.dot)
    }
    return Set(news.keys)
  }

  /// Whether every edit that a version lacks stands in an entry.
  func tracesAllEdits(since version: VersionVector) -> Bool {
    var dots = Set(entries.values.flatMap { [$0.stamp.dot, $0.firstInsert.dot] })
    dots = dots.filter { !version.contains($0) }
    return dots.count == known.counts.reduce(0) { $0 + max(0, $1.value - version[$1.key]) }
  }
}
