// SPDX-License-Identifier: MIT

import Causality

/// Edits of this device. Each edit has a new stamp, later than the stamp of the entry. Only at the
/// greatest time of the clock may the new stamp be earlier. The edit then loses at once.
extension DictionaryEntry {
  /// The entry after deleting the key.
  @inlinable
  func deleted(_ stamp: KeyedStamp, by rules: ValueRules<Value>) -> DictionaryEntry {
    guard rules.replicating != nil else { return replaced(by: nil, stamp) }
    return edited(stamp, isDeleted: true, value: value)
  }

  /// The entry after setting the key to a value. `change` is the relation of the value to the
  /// current value.
  @inlinable
  func assigned(
    _ value: Value, as change: ValueChange, _ stamp: KeyedStamp, by rules: ValueRules<Value>
  ) -> DictionaryEntry {
    if change == .edit { return edited(stamp, isDeleted: false, value: value) }
    guard let replicating = rules.replicating, change == .replacement
    else { return set(to: value, stamp, by: rules) }
    return restarted(with: value, stamp, by: replicating)
  }

  /// `value`, with the current value merged into it.
  @inlinable
  func merged(into value: Value, by rules: AnyReplicatingRules<Value>) -> Value {
    var value = value
    if let current = self.value { rules.merge(&value, with: current) }
    return value
  }

  /// The entry after setting the key to a value that is plain or contains the current value.
  @inlinable
  func set(
    to value: Value, _ stamp: KeyedStamp, by rules: ValueRules<Value>
  ) -> DictionaryEntry {
    guard let rules = rules.replicating else { return replaced(by: value, stamp) }
    return edited(
      stamp, isDeleted: false, formers: formers(before: value, by: rules), value: value)
  }

  /// ``formers`` after `value` replaces the current value.
  @inlinable
  func formers(before value: Value, by rules: AnyReplicatingRules<Value>) -> [UInt64] {
    guard let current = self.value, let former = rules.originIdentity(of: current),
      former != rules.originIdentity(of: value)
    else { return formers }
    return formers.suffix(7) + [former]
  }

  /// ``formers`` after this entry replaces another entry in a merge.
  @inlinable
  func formers(after other: DictionaryEntry, by rules: ValueRules<Value>) -> [UInt64] {
    guard let rules = rules.replicating, let value else { return formers }
    return Self.joined(other.formers(before: value, by: rules), formers)
  }

  /// The entry of a live key after an edit that leaves the value unchanged.
  @inlinable
  func refreshed(
    _ value: Value, _ stamp: KeyedStamp, by rules: ValueRules<Value>
  ) -> DictionaryEntry {
    guard rules.replicating == nil, let keptBytes, stamp > self.stamp else {
      return set(to: value, stamp, by: rules)
    }
    return DictionaryEntry(
      stamp: stamp, firstInsert: firstInsert, keptBytes: keptBytes, value: value)
  }

  /// The entry after a value starts the next incarnation.
  @inlinable
  func restarted(
    with value: Value, _ stamp: KeyedStamp, by rules: AnyReplicatingRules<Value>
  ) -> DictionaryEntry {
    guard incarnation < .max else {
      // No incarnation follows the greatest incarnation, which only a hostile device reaches. So
      // the values merge.
      return edited(stamp, isDeleted: false, value: merged(into: value, by: rules))
    }
    // At the greatest time of the clock, the new stamp may be less than the stamp of the first
    // insert.
    return DictionaryEntry(
      stamp: stamp, firstInsert: min(firstInsert, stamp), incarnation: incarnation + 1,
      formers: formers(before: value, by: rules), value: value)
  }

  /// The entry after a plain value is set or deleted.
  @inlinable
  func replaced(by value: Value?, _ stamp: KeyedStamp) -> DictionaryEntry {
    guard stamp > self.stamp else { return self }
    return DictionaryEntry(
      stamp: stamp, isDeleted: value == nil, firstInsert: firstInsert, value: value)
  }

  /// The entry after an edit that changes, deletes or refreshes a replicating value.
  @inlinable
  func edited(
    _ stamp: KeyedStamp, isDeleted: Bool, formers: [UInt64]? = nil, value: Value?
  ) -> DictionaryEntry {
    let isLatest = stamp > self.stamp
    let latest = isLatest ? stamp : self.stamp
    return DictionaryEntry(
      stamp: latest, isDeleted: isLatest ? isDeleted : !isPresent,
      firstInsert: firstInsert, incarnation: incarnation,
      otherEdits: lastEdits(beside: stamp.dot, [], without: latest.dot),
      formers: formers ?? self.formers, value: value)
  }
}
