// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The state behind sets and dictionaries: an entry for each key. An entry is found by its key, and
/// by the edits that it holds.
///
/// Copies share their common parts. Finding the edits that a copy lacks takes time in proportion to
/// the number of these edits.
@usableFromInline
struct KeyedStorage<Key: Hashable, Entry: KeyedEntry> {
  @usableFromInline
  typealias Item = HashTrie<Key, Entry>.Item

  /// The entries of all keys, including removed ones.
  @usableFromInline
  var entries = HashTrie<Key, Entry>()
  /// The keys, by the edits that their entries hold.
  @usableFromInline
  var index = DotIndex<Key>()
  /// The edits that this storage knows.
  @usableFromInline
  var known = VersionVector()
  /// The number of present keys.
  @usableFromInline
  var count = 0
  @usableFromInline
  let rules: Entry.Rules

  @inlinable
  init() {
    rules = Entry.Rules()
  }

  // MARK: Reading

  @inlinable
  subscript(key: Key) -> Entry? { entries[key] }

  @inlinable
  func contains(_ key: Key) -> Bool {
    entries[key]?.isPresent ?? false
  }

  /// The items whose keys are present, in the order of iteration: by first
  /// insert.
  ///
  /// - Complexity: O(*n* log *n*) for *n* keys.
  @inlinable
  var ordered: [Item] {
    var items: [Item] = []
    items.reserveCapacity(count)
    entries.forEach { if $0.value.isPresent { items.append($0) } }
    return Self.sortedByAge(items)
  }

  @inlinable
  static func sortedByAge(_ items: [Item]) -> [Item] {
    KeyedStamp.order(items.map { $0.value.firstInsert }).map { items[$0] }
  }

  // MARK: Writing

  /// The stamp of a new edit. The edit becomes known.
  ///
  /// - Parameter isRightBehind: If true, the time is the successor of the time of `old`, whatever
  ///   the clock says. The edit then loses to other edits that replace `old`.
  @inlinable
  mutating func newStamp(
    by session: SessionID, replacing old: KeyedStamp?, isRightBehind: Bool = false
  ) -> KeyedStamp {
    let replaced = old?.time ?? .zero
    return KeyedStamp(
      time: isRightBehind
        ? replaced.successor : ReplicationEnvironment.current.timestamp(replacing: replaced),
      dot: known.nextDot(of: session))
  }

  /// Counts edits as known.
  @inlinable
  mutating func learn(_ version: VersionVector) {
    known.merge(version)
  }

  /// Sets an entry together with its key. Of equal keys that differ in their bytes, such as two
  /// spellings of "é", every copy keeps the key of the latest edit.
  @inlinable
  mutating func set(_ key: Key, to entry: Entry) {
    require(key == key, "\(key) does not equal itself, so it would never be found")
    defer { checkInvariants(around: key) }
    let (isPresent, dots) = (entry.isPresent, entry.dots)
    let old = entries.set(key, to: entry)
    count += (isPresent ? 1 : 0) - (old?.isPresent == true ? 1 : 0)
    reindex(key, from: old?.dots ?? [], to: dots)
  }

  /// Changes an entry in place.
  ///
  /// - Returns: The result of `body`, or nil if the key has no entry.
  @discardableResult
  @inlinable
  mutating func update<Result>(_ key: Key, with body: (inout Item) -> Result) -> Result? {
    defer { checkInvariants(around: key) }
    let change = entries.update(key) { item in
      let before = (item.value.isPresent, item.value.dots)
      let result = body(&item)
      return (result: result, before: before, after: (item.value.isPresent, item.value.dots))
    }
    guard let change else { return nil }
    count += (change.after.0 ? 1 : 0) - (change.before.0 ? 1 : 0)
    reindex(key, from: change.before.1, to: change.after.1)
    return change.result
  }

  @inlinable
  mutating func reindex(_ key: Key, from old: [Dot], to new: [Dot]) {
    guard old.count + new.count > 8 else {
      for dot in old where !new.contains(dot) { index.remove(key, for: dot) }
      for dot in new where !old.contains(dot) { index.insert(key, for: dot) }
      return
    }
    let (oldDots, newDots) = (Set(old), Set(new))
    for dot in old where !newDots.contains(dot) { index.remove(key, for: dot) }
    for dot in new where !oldDots.contains(dot) { index.insert(key, for: dot) }
  }
}

extension KeyedStorage: Equatable where Entry: Equatable {
  /// - Complexity: O(*n*) in the parts that the two storages do not share.
  @inlinable
  static func == (left: Self, right: Self) -> Bool {
    left.known == right.known && left.entries == right.entries
  }
}

extension KeyedStorage: Hashable where Entry: Equatable {
  @inlinable
  func hash(into hasher: inout Hasher) {
    hasher.combine(known)
  }
}

extension KeyedStorage: Sendable where Key: Sendable, Entry: Sendable {}
