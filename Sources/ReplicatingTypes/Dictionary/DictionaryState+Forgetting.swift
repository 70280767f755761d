// SPDX-License-Identifier: MIT

import Causality

/// Forgetting what was deleted from the values of a dictionary, hidden ones included.
///
/// Copies learn of changes of values by edits of their keys. So forgetting is numbered as an edit. The
/// edit decides nothing: the stamp of the key stays, and with it whether the key is live. Its session
/// tells that it only forgets: a removal of the document covers it unseen. Filling in the first contents
/// of a value is numbered alike.
extension DictionaryState {
  /// The contents that a dictionary can forget.
  struct Forgettable {
    /// Deleted keys with replicating values, by first insert.
    let keys: [Key]
    /// Values of other keys, without what was deleted from them, by first insert.
    let values: [(key: Key, value: Value)]
    /// The time of a floor of plain values.
    let floor: HybridTimestamp?
  }

  /// The contents that can be forgotten, or nil if there are none.
  ///
  /// - Parameter time: That of the latest deletion of a key that is forgotten.
  /// - Complexity: O(*n* log *n*) in the keys, and what forgetting takes the values.
  func forgettable(deletedBy time: HybridTimestamp) -> Forgettable? {
    let keys = forgettableKeys(deletedBy: time)
    let values = smallerValues(besides: keys)
    let floor = keyed.nextFloor(atMost: time)
    if keys.isEmpty, values.isEmpty, floor == nil { return nil }
    return Forgettable(keys: keys, values: values, floor: floor)
  }

  /// Forgets deleted keys, and what was deleted from values.
  mutating func forget(_ contents: Forgettable, by session: SessionID) {
    forget(contents.keys, by: session)
    replace(contents.values, by: session)
    if let floor = contents.floor { keyed.forgetRemoved(upTo: floor, by: session) }
  }

  /// The values that take less room once they forgot what was deleted from them, by first insert.
  ///
  /// - Parameter keys: Keys whose values do not count.
  /// - Complexity: O(*n* log *n*) in the keys, and what forgetting takes the values.
  private func smallerValues(besides keys: [Key]) -> [(key: Key, value: Value)] {
    guard let rules = rules.persistent else { return [] }
    let passed = Set(keys)
    let smaller = keyed.entries.compactMap { item in
      passed.contains(item.key)
        ? nil : item.value.value.flatMap(rules.forgettingDeleted).map { (item, $0) }
    }
    return KeyedStamp.order(smaller.map { $0.0.value.firstInsert }).map {
      (smaller[$0].0.key, smaller[$0].1)
    }
  }

  /// Replaces values by ones that only forgot, filled in first contents, or made moves again. Keys
  /// stay live or deleted as they are, whatever other copies do to them meanwhile.
  @usableFromInline
  mutating func replace(_ values: [(key: Key, value: Value)], by session: SessionID) {
    for (key, value) in values {
      guard let old = keyed[key] else { continue }
      let dot = keyed.known.nextDot(of: session.ofForgetting)
      let stamp = KeyedStamp(time: .zero, dot: dot)
      let new = old.edited(stamp, isDeleted: !old.isPresent, value: value)
      keyed.update(key) { $0.value = new }
    }
  }
}

/// Forgetting deleted keys with replicating values.
///
/// A forgotten key is at the start of its next incarnation. No value was set there yet, and every edit
/// made there is later. So merging stays a join. The incarnation with the deletion loses, whole, even
/// where a copy edited the value later than the deletion and did not know of it. Such an edit is noted
/// as lost. A device that knew of the deletion made no such edit: it set the key in the next
/// incarnation, where nothing is lost.
///
/// Keeping the edits that are later than the deletion would be no join. Take two such edits of one
/// value, by authors who did not know of each other, the one earlier and the other later than a
/// forgotten deletion. A copy that merged both before it met the forgetting would bring back the
/// contents of both, and one that met the forgetting between the two only those of the later edit. The
/// contents of a value cannot be parted by the time of edits. So a floor, below which nothing counts
/// (``KeyedStorage/forgetRemoved(upTo:by:)``), is no rule for these dictionaries, and keys are kept.
extension DictionaryState {
  /// The latest time of a deletion that is forgotten.
  var forgettableTime: HybridTimestamp { KeyedStorage<Key, Entry>.forgettableTime }

  /// The keys that were deleted by some time and have a hidden value, by first insert.
  ///
  /// - Complexity: O(*n* log *n*)
  func forgettableKeys(deletedBy time: HybridTimestamp) -> [Key] {
    guard rules.replicating != nil, keyed.entries.count > keyed.count else { return [] }
    let items = keyed.entries.filter { item in
      let entry = item.value
      return !entry.isPresent && entry.value != nil && entry.stamp.time <= time
        && entry.incarnation < .max
    }
    return KeyedStorage<Key, Entry>.sortedByAge(items).map { $0.key }
  }

  /// Forgets deleted keys with their values.
  private mutating func forget(_ keys: [Key], by session: SessionID) {
    for key in keys {
      guard let old = keyed[key] else { continue }
      let dot = keyed.known.nextDot(of: session.ofFloors)
      let new = old.forgotten(by: dot)
      keyed.update(key) { $0.value = new }
    }
  }

  /// Whether merging is to note edits that are lost because their keys were forgotten.
  @usableFromInline
  var mayLoseEdits: Bool { rules.replicating != nil && LostEdits.areGathered }

  /// Notes the last edit of a live key, if it is later than the deletion that another copy forgot.
  func noteLoss(of key: Key, to other: DictionaryEntry<Value>) {
    guard other.isForgotten, let mine = keyed[key], mine.isPresent,
      mine.incarnation == other.incarnation - 1, mine.stamp.time >= other.stamp.time
    else { return }
    LostEdits.note(mine.stamp.dot)
  }

  /// Merges an entry of a delta. If the key was forgotten here, an entry of the incarnation before
  /// comes too late. It may be made anew, and so may be late edits within the value: see
  /// ``LostEdits/redo(_:)``. News of a value alone cannot be made anew, since the value is gone.
  ///
  /// Called if ``mayLoseEdits`` is true.
  ///
  /// - Parameter known: What was known here before the delta.
  mutating func redoing(
    _ key: Key, _ entry: Entry, unless known: VersionVector,
    merge: (inout DictionaryState) -> Void
  ) {
    let count = LostEdits.redoneCount
    var token = SessionToken()
    let isLate = isLate(entry, of: key, unless: known)
    merge(&self)
    if isLate, LostEdits.noteLate(entry.stamp.dot) {
      set(key, to: entry.value, as: .addition, by: token.claim().id)
    } else if LostEdits.redoneCount > count {
      noteRedone(key, by: token.claim().id)
    }
  }

  /// Merges another copy. Notes the edits that are lost on either side. Makes late edits anew, as those
  /// of a delta.
  @usableFromInline
  mutating func redoing(
    _ other: DictionaryState, merge: (inout DictionaryState) -> KeyedMerge<Key>
  ) -> KeyedMerge<Key> {
    let (before, count) = (self, LostEdits.redoneCount)
    let items = keyed.differences(of: other.keyed)
    for item in items { noteLoss(of: item.key, to: item.value) }
    let result = merge(&self)
    var token = SessionToken()
    if LostEdits.redoneCount > count {
      for item in items where before.isRedone(in: item) {
        noteRedone(item.key, by: token.claim().id)
      }
    }
    for item in items
    where before.isLate(item.value, of: item.key, unless: before.keyed.known)
      && LostEdits.noteLate(item.value.stamp.dot)
    {
      set(item.key, to: item.value.value, as: .addition, by: token.claim().id)
    }
    return result
  }

  /// Whether an entry of the incarnation before comes too late for a key that was forgotten here.
  private func isLate(_ entry: Entry, of key: Key, unless known: VersionVector) -> Bool {
    guard let mine = keyed[key], mine.isForgotten, entry.value != nil, entry.isPresent else {
      return false
    }
    return entry.incarnation == mine.incarnation - 1 && entry.stamp.time >= mine.stamp.time
      && !known.contains(entry.stamp.dot)
  }

  /// Whether merging the value of a key makes late edits within it anew.
  private func isRedone(in item: KeyedStorage<Key, Entry>.Item) -> Bool {
    guard let rules = rules.replicating, let mine = keyed[item.key],
      mine.incarnation == item.value.incarnation, var value = mine.value,
      let theirs = item.value.value
    else { return false }
    let count = LostEdits.redoneCount
    rules.merge(&value, with: theirs)
    return LostEdits.redoneCount > count
  }

  /// Copies learn of changes of a value by edits of its key.
  private mutating func noteRedone(_ key: Key, by session: SessionID) {
    guard let mine = keyed[key] else { return }
    let stamp = newStamp(of: mine, by: session, after: nil)
    let new = mine.edited(stamp, isDeleted: !mine.isPresent, value: mine.value)
    keyed.update(key) { $0.value = new }
  }
}

extension DictionaryEntry {
  /// Whether the key was forgotten, and not set since.
  @inlinable
  var isForgotten: Bool { value == nil && stamp.dot.session.numbersFloors }

  /// This deleted key, forgotten: at the start of its next incarnation.
  ///
  /// - Parameter dot: Of a session of floors. The entry keeps the time of the deletion.
  func forgotten(by dot: Dot) -> DictionaryEntry {
    let stamp = KeyedStamp(time: stamp.time, dot: dot)
    return DictionaryEntry(
      stamp: stamp, isDeleted: true, firstInsert: min(firstInsert, stamp),
      incarnation: incarnation + 1, value: nil)
  }
}

extension ReplicatingDictionary {
  /// Forgets the keys that were deleted more than an hour ago, and lets each value forget what was
  /// deleted from it, if that makes it smaller. Keys stay live or deleted as they are, whatever other
  /// copies do to them meanwhile.
  ///
  /// The loss of a copy that comes too late depends on the values:
  ///
  /// - Plain values: the keys are dropped, as the elements in ``ReplicatingSet/forgetDeleted()``.
  /// - Replicating values: the values of deleted keys are dropped; the keys take room still. An edit
  ///   of a value is lost, however late it is, if its author did not know of the deletion and its
  ///   copy is merged after the forgetting. Until then, such an edit brings the key back if it is
  ///   later than the deletion.
  ///
  /// - Complexity: O(*n* log *n*) in the keys, and what forgetting takes the values.
  public mutating func forgetDeleted() {
    forgetDeleted(deletedBy: storage.state.forgettableTime)
  }

  /// - Parameter time: That of the latest deletion of a key that is forgotten.
  mutating func forgetDeleted(deletedBy time: HybridTimestamp) {
    guard let contents = storage.state.forgettable(deletedBy: time) else { return }
    prepareToChange()
    storage.forget(contents)
  }
}
