// SPDX-License-Identifier: MIT

import Causality

/// Forgetting keys that were removed.
///
/// A storage that forgot has a *floor*: a time, and the edit that made the floor. At that moment the
/// author of the floor holds some keys. The storage, and every storage that learns of the floor,
/// consists of these keys and of all edits later than the floor. Any other edit up to the floor
/// counts for nothing. So a removal up to the floor needs no entry, and no old copy brings the key
/// back.
///
/// - Of two floors the greater one counts, with the keys of its author. The state depends on the
///   edits and the floors alone. The order of merging does not matter, nor who forgot, nor the age
///   of a copy.
/// - The time of a floor is that of a forgotten removal. A device that knew this removal stamps its
///   next edits later, unless its clock is behind.
/// - A removal is forgotten an hour after it was made, or later.
/// - An edit is always later than the floor that its author knows.
/// - The first insert of a key may have been forgotten, so the least of two is not known everywhere.
///   In a storage with a floor, the later edit of a key brings the first insert that its author saw.
///   An edit beyond the floor is its own first insert if its author had no floor.
///
/// The version counts floors as edits of sessions of their own (``SessionID/ofFloors``). A delta for
/// a copy that lacks the floor holds everything. Any other delta is as without floors.
extension KeyedStorage {
  /// The least age of a removal that is forgotten, in milliseconds.
  private static var leastAge: UInt64 { 3_600_000 }

  /// The time of the latest removal of sufficient age to be forgotten.
  static var forgettableTime: HybridTimestamp {
    let now = ReplicationEnvironment.current.now
    return HybridTimestamp(milliseconds: now - min(now, leastAge))
  }

  /// The time of a floor that forgets something: that of the latest removal by some time. Nil if
  /// there is nothing to forget.
  ///
  /// - Complexity: O(*n*)
  func nextFloor(atMost latest: HybridTimestamp) -> HybridTimestamp? {
    guard rules.canForget, entries.count > count, !isMarked else { return nil }
    let latest = min(latest, .latestFloor)
    var time: HybridTimestamp?
    for item in entries where !item.value.isPresent && item.value.stamp.time <= latest {
      time = max(time ?? .zero, item.value.stamp.time)
    }
    return time
  }

  /// Forgets removed keys.
  ///
  /// - Parameters:
  ///   - time: That of the floor: see ``nextFloor``.
  ///   - session: That of this copy's edits.
  /// - Complexity: O(*n* log *n*)
  mutating func forgetRemoved(upTo time: HybridTimestamp, by session: SessionID) {
    let dot = known.nextDot(of: session.ofFloors)
    for item in Array(entries) {
      if item.value.stamp.time <= time {
        if !item.value.isPresent { drop(item.key) }
      } else if floor == nil {
        set(item.key, to: item.value.inserted(first: item.value.stamp))
      }
    }
    floor = KeyedStamp(time: time, dot: dot)
  }

  // MARK: Merging

  /// Merges a storage that has another floor.
  ///
  /// - Complexity: O(*n* log *n*) in the keys of both.
  @usableFromInline
  mutating func mergeFloor(of other: KeyedStorage) {
    // Rising drops entries that the other may hold, also where both share nodes. So differences are
    // looked for afterwards.
    meet(other.floor, known: other.known)
    let items = remainder(differences(of: other), of: other.floor, isAged: other.floor != nil)
    learn(other.known)
    for item in items { merge(item) }
  }

  /// The items of a delta that count here. The storage adopts the floor of the delta.
  @usableFromInline
  mutating func remainder<Part>(of delta: KeyedDelta<Key, Part>) -> [KeyedDelta<Key, Part>.Item] {
    meet(delta.floor, known: delta.to)
    return remainder(
      delta.items, of: delta.floor, isAged: delta.floor != nil || delta.from.hasFloors)
  }

  /// Adopts a greater floor.
  ///
  /// - Parameters:
  ///   - other: The floor of a copy, if it has one.
  ///   - version: What the copy knows.
  private mutating func meet(_ other: KeyedStamp?, known version: VersionVector) {
    if let other, floor.map({ $0 < other }) ?? true { rise(to: other, known: version) }
  }

  /// The items of a copy that count here.
  ///
  /// - Parameters:
  ///   - other: The floor of the copy, if it comes with the items; no greater than the floor here.
  ///   - isAged: Whether the copy has a floor.
  private mutating func remainder<Part: KeyedPart>(
    _ items: [HashTrieNode<Key, Part>.Item], of other: KeyedStamp?, isAged: Bool
  ) -> [HashTrieNode<Key, Part>.Item] {
    guard let floor, floor != other else { return items }
    var token = SessionToken()
    return items.compactMap { item in
      if item.value.stamp.time <= floor.time {
        guard isLost(item.value, of: item.key), LostEdits.noteLate(item.value.stamp.dot)
        else { return nil }
        return redone(item, by: token.claim().id)
      }
      if isAged { return item }
      return .init(key: item.key, value: item.value.inserted(first: item.value.stamp))
    }
  }

  /// Whether an edit up to the floor would change something here if there were no floor. An edit that
  /// is known here was known to the author of the floor.
  private func isLost(_ part: some KeyedPart, of key: Key) -> Bool {
    if known.contains(part.stamp.dot) { return false }
    return self[key].map { $0.stamp < part.stamp } ?? part.isPresent
  }

  /// The change of an item, made by a new edit: see ``LostEdits/redo(_:)``.
  private mutating func redone<Part: KeyedPart>(
    _ item: HashTrieNode<Key, Part>.Item, by session: SessionID
  ) -> HashTrieNode<Key, Part>.Item {
    let mine = self[item.key]
    let stamp = newStamp(by: session, replacing: mine?.stamp)
    let first = mine?.firstInsert ?? stamp
    return .init(key: item.key, value: item.value.redone(by: stamp, firstInsert: first))
  }

  /// Drops all that does not lie beyond a greater floor. The keys of its author follow.
  ///
  /// - Parameter version: What a copy with the floor knows. Entries that it does not know are lost.
  private mutating func rise(to other: KeyedStamp, known version: VersionVector) {
    for item in Array(entries) {
      let stamp = item.value.stamp
      if stamp.time <= other.time {
        if !version.contains(stamp.dot) { LostEdits.note(stamp.dot) }
        drop(item.key)
      } else if floor == nil {
        set(item.key, to: item.value.inserted(first: stamp))
      }
    }
    floor = other
  }

  /// All that is here, for a copy that lacks the floor.
  @usableFromInline
  var wholeDelta: Delta {
    Delta(items: Self.sortedByAge(Array(entries)), from: VersionVector(), to: known, floor: floor)
  }

  /// Whether a merge may swap the two storages. It may not while losses are noted, since only
  /// losses on this side count.
  @usableFromInline
  var mayTradePlaces: Bool { !LostEdits.areGathered }

  // MARK: Contradictions

  /// Whether an entry of another storage may be lacking here because it lies below the floor.
  @usableFromInline
  func mayHaveForgotten(_ entry: Entry, beside other: KeyedStorage) -> Bool {
    guard let floor, floor != other.floor else { return false }
    return entry.stamp.time <= floor.time
  }

  /// The session of the floors, if both have different ones under one dot.
  @usableFromInline
  func contradictingFloors(in other: KeyedStorage) -> [SessionID] {
    guard let floor, let theirs = other.floor, floor.dot == theirs.dot, floor != theirs else {
      return []
    }
    return [floor.dot.session]
  }
}

extension HybridTimestamp {
  /// The greatest time of a floor. Edits can always be later: a floor at the greatest time of all
  /// would take a new removal for a forgotten one.
  static var latestFloor: HybridTimestamp { HybridTimestamp(milliseconds: .max) }
}

extension KeyedPart {
  /// The first insert of this entry and another of the key, in a storage with a floor: that of the
  /// later edit. Only contradicting histories have two at one edit.
  @usableFromInline
  func firstInsert(beside other: some KeyedPart) -> KeyedStamp {
    if stamp == other.stamp { return min(firstInsert, other.firstInsert) }
    return stamp < other.stamp ? other.firstInsert : firstInsert
  }
}
