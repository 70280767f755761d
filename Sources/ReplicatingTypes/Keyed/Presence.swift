// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Which elements are present: the state behind a set, and behind an ordered
/// set.
///
/// Per element the later of its last insert and its last remove counts. Local
/// edits are merged as those of others are: at the last time of all an edit may
/// lose, and does so at once. A removed element is kept as a tombstone, so that
/// an old copy cannot bring it back.
struct Presence<Element: Hashable> {
  /// Every element ever inserted.
  private(set) var entries: [Element: PresenceEntry] = [:]
  /// The edits known.
  private(set) var known = VersionVector()
  /// How many elements are present.
  private(set) var count = 0

  init() {}

  init(entries: [Element: PresenceEntry], known: VersionVector) {
    self.entries = entries
    self.known = known
    count = entries.values.reduce(0) { $0 + ($1.isPresent ? 1 : 0) }
  }

  func contains(_ element: Element) -> Bool {
    entries[element]?.isPresent ?? false
  }

  /// Inserts an element or, if it is present, makes its insert newer.
  ///
  /// - Returns: The stamp of the insert.
  @discardableResult
  mutating func insert(_ element: Element, by session: SessionID) -> KeyedStamp {
    let stamp = newStamp(by: session, after: entries[element]?.stamp.time ?? .zero)
    merge(PresenceEntry(stamp: stamp, isPresent: true, firstInsert: stamp), of: element)
    return stamp
  }

  /// Sets an entry together with its key: of equal elements that are not the
  /// same (as two spellings of "é"), every copy keeps that of the latest edit.
  private mutating func replaceEntry(of element: Element, by entry: PresenceEntry) {
    entries.removeValue(forKey: element)
    entries[element] = entry
  }

  /// Removes an element that is present.
  mutating func remove(_ element: Element, by session: SessionID) {
    guard let old = entries[element], old.isPresent else { return }
    let stamp = newStamp(by: session, after: old.stamp.time)
    merge(
      PresenceEntry(stamp: stamp, isPresent: false, firstInsert: old.firstInsert), of: element)
  }

  private mutating func newStamp(by session: SessionID, after time: HybridTimestamp) -> KeyedStamp {
    KeyedStamp(
      time: ReplicationEnvironment.current.timestamp(replacing: time),
      dot: known.nextDot(of: session))
  }

  /// The elements that are present, in the order of iteration: by first
  /// insert.
  ///
  /// - Complexity: O(*n* log *n*)
  var ordered: [Element] {
    entries.filter(\.value.isPresent)
      .sorted { $0.value.firstInsert < $1.value.firstInsert }
      .map(\.key)
  }

  // MARK: Merging

  mutating func merge(_ other: Presence) {
    for (element, entry) in other.entries { merge(entry, of: element) }
    known.merge(other.known)
  }

  private mutating func merge(_ other: PresenceEntry, of element: Element) {
    let mine = entries[element]
    var merged = mine ?? other
    merged.merge(other)
    if merged == mine { return }
    count += (merged.isPresent ? 1 : 0) - (mine?.isPresent == true ? 1 : 0)
    if merged.stamp == mine?.stamp {
      entries[element] = merged
    } else {
      replaceEntry(of: element, by: merged)
    }
  }

  // MARK: Deltas

  /// Entries with edits that a copy lacks.
  struct Delta {
    var entries: [Element: PresenceEntry]
    /// What a receiver must know: of the sessions with news, what the copy had
    /// of them; of all sessions, if an edit left no trace in the entries.
    var from: VersionVector
    /// What it knows afterwards of the sessions with news.
    var to: VersionVector
  }

  /// What a copy that knows `version` lacks, or nil if it lacks nothing.
  ///
  /// - Complexity: O(*n*)
  func delta(since version: VersionVector) -> Delta? {
    if version.contains(known) { return nil }
    var (from, to) = (VersionVector(), VersionVector())
    for (session, count) in known.counts where count > version[session] {
      from.advance(session, to: version[session])
      to.advance(session, to: count)
    }
    let news = entries.filter { _, entry in
      !version.contains(entry.stamp.dot) || !version.contains(entry.firstInsert.dot)
    }
    if !Self.traces(of: news, since: version, cover: to) {
      for (session, count) in known.counts {
        from.advance(session, to: min(count, version[session]))
      }
    }
    return Delta(entries: news, from: from, to: to)
  }

  /// Whether every new edit stands in an entry.
  ///
  /// One that does not was replaced by another: perhaps by an edit that the copy
  /// knows, whose entry is not sent. A receiver who lacks that edit would
  /// count the first as known without showing it; so it must know all that the
  /// copy knew.
  private static func traces(
    of entries: [Element: PresenceEntry], since version: VersionVector, cover to: VersionVector
  ) -> Bool {
    var dots = Set<Dot>()
    for entry in entries.values {
      for dot in [entry.stamp.dot, entry.firstInsert.dot] where !version.contains(dot) {
        dots.insert(dot)
      }
    }
    return dots.count == to.counts.reduce(0) { $0 + $1.value - version[$1.key] }
  }

  func validate(_ delta: Delta) throws(MissingHistory) {
    guard known.contains(delta.from) else { throw MissingHistory() }
    for entry in delta.entries.values {
      for dot in [entry.stamp.dot, entry.firstInsert.dot] {
        guard known.contains(dot) || delta.to.contains(dot) else { throw MissingHistory() }
      }
    }
  }

  mutating func merge(_ delta: Delta) throws(MissingHistory) {
    try validate(delta)
    for (element, entry) in delta.entries { merge(entry, of: element) }
    known.merge(delta.to)
  }
}

extension Presence: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.known == right.known && left.entries == right.entries
  }
}

extension Presence: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(known)
  }
}

extension Presence: Sendable where Element: Sendable {}
extension Presence.Delta: Equatable {}
extension Presence.Delta: Sendable where Element: Sendable {}
