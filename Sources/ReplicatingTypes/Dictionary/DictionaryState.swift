// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Keys and their values: the state behind a dictionary, and behind an ordered
/// dictionary.
@usableFromInline
struct DictionaryState<Key: Hashable, Value: ReplicatedContent> {
  @usableFromInline
  typealias Entry = DictionaryEntry<Value>

  @usableFromInline
  var keyed = KeyedStorage<Key, Entry>()

  @inlinable
  init() {}

  @inlinable
  var rules: ValueRules<Value> { keyed.rules }

  /// The value of a live key.
  ///
  /// - Complexity: O(log *n*) for *n* keys.
  @inlinable
  subscript(key: Key) -> Value? {
    guard let entry = keyed[key], entry.isPresent else { return nil }
    return entry.value
  }

  /// The live keys and their values.
  ///
  /// - Complexity: O(*n*) for *n* keys.
  @inlinable
  var dictionary: [Key: Value] {
    var result: [Key: Value] = [:]
    result.reserveCapacity(keyed.count)
    keyed.entries.forEach { item in
      if item.value.isPresent { result[item.key] = item.value.value }
    }
    return result
  }

  // MARK: Local edits

  /// Sets a key, or deletes it if `value` is nil. The caller has checked that the key changes.
  ///
  /// A quiet addition never decides whether the key is live: see ``replace(_:by:)``.
  ///
  /// - Parameter last: A stamp that the stamp of the edit must exceed.
  /// - Returns: The stamp of the edit; for a quiet addition, the stamp that the key keeps.
  @discardableResult
  @inlinable
  mutating func set(
    _ key: Key, to value: Value?, as change: ValueChange, by session: SessionID,
    after last: KeyedStamp? = nil
  ) -> KeyedStamp {
    let old = keyed[key]
    if change == .quietAddition, let old, let value {
      replace([(key, value)], by: session)
      return old.stamp
    }
    let stamp = newStamp(of: old, by: session, after: last)
    switch (old, value) {
    case (let old?, nil): replace(key, old, by: old.deleted(stamp, by: rules))
    case (let old?, let value?):
      replace(key, old, by: old.assigned(value, as: change, stamp, by: rules))
    case (nil, _):
      if let value { keyed.set(key, to: Entry(stamp: stamp, firstInsert: stamp, value: value)) }
    }
    return stamp
  }

  /// Gives a live key a newer stamp, and keeps its value.
  ///
  /// - Parameter isRightBehind: The argument for `newStamp(by:replacing:isRightBehind:)`.
  /// - Returns: The stamp of this edit; nil if the key is not live.
  @discardableResult
  @inlinable
  mutating func refresh(
    _ key: Key, by session: SessionID, after last: KeyedStamp? = nil, isRightBehind: Bool = false
  ) -> KeyedStamp? {
    guard let old = keyed[key], old.isPresent, let value = old.value else { return nil }
    let stamp = newStamp(of: old, by: session, after: last, isRightBehind: isRightBehind)
    replace(key, old, by: old.refreshed(value, stamp, by: rules))
    return stamp
  }

  /// The stamp of one more edit of a key.
  ///
  /// - Parameter last: A stamp that the result must exceed. The result also exceeds the stamp of
  ///   `old`.
  @inlinable
  mutating func newStamp(
    of old: Entry?, by session: SessionID, after last: KeyedStamp?, isRightBehind: Bool = false
  ) -> KeyedStamp {
    let replaced = old.map { max($0.stamp, last ?? $0.stamp) } ?? last
    return keyed.newStamp(by: session, replacing: replaced, isRightBehind: isRightBehind)
  }

  /// The change made by assigning `value` to a key. Assigning nil deletes the key.
  ///
  /// - Parameters:
  ///   - value: On entry, the assigned value. On return, the value that the key is to hold.
  ///   - isInPlace: Whether the key's value was accessed in place.
  @inlinable
  func change(of key: Key, to value: inout Value?, isInPlace: Bool) -> ValueChange {
    guard let old = keyed[key] else { return value == nil ? .none : .addition }
    guard let new = value else { return old.isPresent ? .replacement : .none }
    guard let rules = rules.replicating else { return .addition }
    guard old.isPresent, let current = old.value else { return .replacement }
    let assigned = rules.assigned(
      new, over: current, isInPlace: isInPlace, formers: old.formers)
    value = assigned.value
    return assigned.change
  }

  /// Replaces an entry. The key keeps the spelling of the latest edit.
  @inlinable
  mutating func replace(_ key: Key, _ old: Entry, by new: Entry) {
    if new.stamp != old.stamp {
      keyed.set(key, to: new)
    } else {
      keyed.update(key) { $0.value = new }
    }
  }
}

extension DictionaryState {
  /// Takes in another copy, and returns the result of `KeyedStorage.merge(_:)`.
  @discardableResult
  @inlinable
  mutating func merge(_ other: DictionaryState) -> Bool {
    keyed.merge(other.keyed)
  }
}

extension DictionaryState: Equatable where Value: Equatable {}
extension DictionaryState: Sendable where Key: Sendable, Value: Sendable {}
