// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality

  /// Undoing gives a key its former value back if the key still has the value that the edit set.
  /// Changes within a replicating value are undone within the value. A key that the edit added is
  /// deleted, unless other devices edited the key's value, or the value shows more than the edit
  /// left there. A replicating value that the edit removed comes back with the edits that other
  /// devices made to the value.
  extension ReplicatingDictionary: Reversible where Key: PlainValue, Value: PlainValue {
    package var mark: FieldPart { FieldPart(state.keyed.entries) }

    package func reversal(since mark: FieldPart) -> Reversal? {
      state.keyed.reversal(since: mark.content()) { state.change(from: $0, to: $1.value) }
    }

    package mutating func revert(_ reversal: Reversal, _ undoing: inout Undoing) {
      for (key, change) in reversal.keys(as: Key.self) { revert(key, change, &undoing) }
    }

    package func isWithin(_ former: ReplicatingDictionary) -> Bool { state.isWithin(former.state) }
  }

  /// Edits of values are undone as in a ``ReplicatingDictionary``. A key that the edit moved or
  /// removed goes back to its former place, unless an edit has moved the key since and was not
  /// undone.
  extension ReplicatingOrderedDictionary: Reversible where Key: PlainValue, Value: PlainValue {
    /// The entries, and the latest stamp among each key's positions.
    private typealias Entries = (HashTrie<Key, DictionaryEntry<Value>>, HashTrie<Key, KeyedStamp>)

    package var mark: FieldPart { FieldPart((state.keyed.entries, storage.latest) as Entries) }

    package func reversal(since mark: FieldPart) -> Reversal? {
      let (entries, places) = mark.content(as: Entries.self) ?? (HashTrie(), HashTrie())
      return state.keyed.reversal(since: entries) { before, item in
        let change = state.change(from: before, to: item.value)
        let place = places[item.key]
        guard before?.isPresent == true, place != storage.latest[item.key] || !item.value.isPresent
        else { return change }
        var moved = change ?? KeyReversal()
        moved.place = place
        moved.newPlace = storage.latest[item.key]?.dot
        return moved
      }
    }

    package mutating func revert(_ reversal: Reversal, _ undoing: inout Undoing) {
      var moved: [(key: Key, stamp: KeyedStamp)] = []
      for (key, change) in reversal.keys(as: Key.self) {
        let latest = storage.latest[key]
        revert(key, change, &undoing)
        guard let place = change.place, self[key] != nil, let current = storage.latest[key] else {
          continue
        }
        // If this undoing has just brought the key back, this undoing also gave the key its current
        // position.
        if current != latest || undoing.isPlace(change.newPlace, current.dot) {
          moved.append((key, place))
        }
      }
      if moved.isEmpty { return }
      makeStorageUnique()
      storage.putBack(moved)
      for (key, place) in moved { undoing.note(place, putBackBy: storage.latest[key]) }
    }

    package func isWithin(_ former: ReplicatingOrderedDictionary) -> Bool {
      state.isWithin(former.state)
    }
  }

  extension ReplicatingDictionary: ReversibleKeys {
    var state: DictionaryState<Key, Value> { storage.state }

    fileprivate mutating func bringBack(_ key: Key, with value: Value) {
      prepareToChange()
      storage.set(key, to: value, as: .edit)
    }
  }

  extension ReplicatingOrderedDictionary: ReversibleKeys {
    var state: DictionaryState<Key, Value> { storage.state }

    fileprivate mutating func bringBack(_ key: Key, with value: Value) {
      makeStorageUnique()
      storage.set(key, to: value, as: .edit)
    }
  }

  /// A dictionary, ordered or not.
  private protocol ReversibleKeys<Key, Value> {
    associatedtype Key: Hashable
    associatedtype Value: ReplicatedContent

    var state: DictionaryState<Key, Value> { get }
    mutating func set(_ key: Key, to value: Value?, isInPlace: Bool)
    /// Sets an absent key to the value that its entry kept, or to an edited copy of that value.
    mutating func bringBack(_ key: Key, with value: Value)
  }

  extension ReversibleKeys where Value: PlainValue {
    /// Undoes the change that an edit made to a key.
    fileprivate mutating func revert(
      _ key: Key, _ change: KeyReversal, _ undoing: inout Undoing
    ) {
      let entry = state.keyed[key]
      let current = entry.flatMap { $0.isPresent ? $0.value : nil }
      if change.before == nil, change.after == nil {
        guard var value = current, let reversal = change.change else { return }
        Reversing<Value>().revert(&value, reversal, &undoing)
        return set(key, to: value, isInPlace: true)
      }
      guard change.before != change.after, (current != nil) == (change.after != nil) else { return }
      if state.rules.replicating == nil {
        guard current.map(state.bytes) == change.after else { return }
      } else if let entry, let current {
        let edits = [entry.stamp.dot] + entry.otherEdits
        guard !undoing.areOfOthers(edits, since: change) else { return }
        // Later steps are undone already. So all that the value shows beyond `left` was written
        // outside the steps.
        if let left = change.after.flatMap(state.value) {
          guard Reversing<Value>().isWithin(current, left) else { return }
        }
      }
      guard let before = change.before else { return set(key, to: nil, isInPlace: false) }
      guard let former = state.value(from: before) else { return }
      // Without this deletion, a replicating value would merge with the present value.
      if state.rules.replicating != nil, current != nil { set(key, to: nil, isInPlace: false) }
      let kept = entry?.incarnation == change.incarnation ? entry?.value : nil
      var value = kept ?? former
      if let reversal = change.change { Reversing<Value>().revert(&value, reversal, &undoing) }
      // Other devices may edit the kept value concurrently. A new value would replace the kept
      // value together with these edits.
      if kept != nil { bringBack(key, with: value) } else { set(key, to: value, isInPlace: false) }
    }
  }

  extension DictionaryState where Value: PlainValue {
    /// The change from one entry of a key to another, or nil if nothing changed.
    fileprivate func change(from old: Entry?, to new: Entry) -> KeyReversal? {
      let before = old.flatMap { $0.isPresent ? $0.value : nil }
      let after = new.isPresent ? new.value : nil
      guard rules.replicating != nil else {
        let (before, after) = (before.map(bytes), after.map(bytes))
        return before == after ? nil : KeyReversal(before: before, after: after)
      }
      var change: Reversal?
      if let before, let value = new.value, old?.incarnation == new.incarnation {
        let reversing = Reversing<Value>()
        change = reversing.reversal(value, reversing.mark(before))
        if after != nil { return change.map { KeyReversal(change: $0) } }
      }
      if before == nil, after == nil { return nil }
      return KeyReversal(
        before: before.map(bytes), after: after.map(bytes), change: change,
        incarnation: old?.incarnation, seen: [new.stamp.dot] + new.otherEdits)
    }

    /// Whether `former` has all present keys, with values that show at least as much.
    fileprivate func isWithin(_ former: DictionaryState) -> Bool {
      let reversing = Reversing<Value>()
      return keyed.entries.allSatisfy { item in
        guard let value = self[item.key] else { return true }
        guard let other = former[item.key] else { return false }
        return rules.replicating == nil
          ? bytes(of: value) == bytes(of: other) : reversing.isWithin(value, other)
      }
    }

    fileprivate func bytes(of value: Value) -> [UInt8] {
      guard let rules = rules.persistent else { return SameEdit.bytes(of: value) }
      var writer = ByteWriter()
      rules.write(value, to: &writer)
      return RowBytes.seal(writer)
    }

    fileprivate func value(from bytes: [UInt8]) -> Value? {
      guard let rules = rules.persistent else {
        var reader = ByteReader(bytes)
        return try? reader.readWholePlain()
      }
      guard var reader = try? RowBytes.open(bytes) else { return nil }
      return try? rules.read(from: &reader)
    }
  }
#endif
