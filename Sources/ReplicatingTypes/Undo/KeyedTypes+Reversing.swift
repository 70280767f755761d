// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality

  /// Undoing an edit removes the elements that the edit inserted, and inserts the elements that the
  /// edit removed.
  extension ReplicatingSet: Reversible where Element: PlainValue {
    package var mark: FieldPart { FieldPart(storage.state.entries) }

    package func reversal(since mark: FieldPart) -> Reversal? {
      storage.state.reversal(since: mark.content()) { presence(before: $0, after: $1.value) }
    }

    package mutating func revert(_ reversal: Reversal, _ undoing: inout Undoing) {
      for (element, change) in reversal.keys(as: Element.self)
      where contains(element) == (change.after != nil) {
        if change.before == nil { remove(element) } else { insert(element) }
      }
    }

    package func isWithin(_ former: ReplicatingSet) -> Bool { allSatisfy(former.contains) }
  }

  /// Inserts and removes are undone as in a ``ReplicatingSet``. An element that the edit moved goes
  /// back to its former place, unless an edit has moved the element since and was not undone.
  extension ReplicatingOrderedSet: Reversible where Element: PlainValue {
    package var mark: FieldPart { FieldPart(storage.presence.entries) }

    package func reversal(since mark: FieldPart) -> Reversal? {
      storage.presence.reversal(since: mark.content()) { before, item in
        let after = item.value
        guard let before, before.isPresent, before.stamp != after.stamp else {
          return presence(before: before, after: after)
        }
        return KeyReversal(
          before: [], after: after.isPresent ? [] : nil, place: before.stamp,
          newPlace: after.stamp.dot)
      }
    }

    package mutating func revert(_ reversal: Reversal, _ undoing: inout Undoing) {
      var moved: [(key: Element, stamp: KeyedStamp?)] = []
      for (element, change) in reversal.keys(as: Element.self)
      where contains(element) == (change.after != nil) {
        guard change.before != nil else {
          remove(element)
          continue
        }
        if let entry = storage.presence[element], entry.isPresent,
          !undoing.isPlace(change.newPlace, entry.stamp.dot)
        {
          continue
        }
        moved.append((element, change.place))
      }
      if moved.isEmpty { return }
      makeStorageUnique()
      storage.putBack(moved)
      for (element, place) in moved {
        undoing.note(place, putBackBy: storage.presence[element]?.stamp)
      }
    }

    package func isWithin(_ former: ReplicatingOrderedSet) -> Bool { allSatisfy(former.contains) }
  }

  private func presence(before: PresenceEntry?, after: PresenceEntry) -> KeyReversal? {
    let wasPresent = before?.isPresent ?? false
    if wasPresent == after.isPresent { return nil }
    return KeyReversal(
      before: wasPresent ? [] : nil, after: after.isPresent ? [] : nil)
  }

  extension KeyedStorage where Key: PlainValue {
    /// The changes of keys from former entries to the present entries, or nil if no key changed.
    ///
    /// - Parameters:
    ///   - mark: The former entries, which share nodes with the present entries.
    ///   - change: Returns the change between two entries of a key, or nil if there is no change.
    ///     The `key` of the returned change is empty.
    func reversal(
      since mark: HashTrie<Key, Entry>?, _ change: (_ before: Entry?, Item) -> KeyReversal?
    ) -> Reversal? {
      var keys: [KeyReversal] = []
      mark?.forEachDifference(in: entries) { item, before in
        if let before, before.dots == item.value.dots { return }
        guard var found = change(before, item) else { return }
        found.key = SameEdit.bytes(of: item.key)
        keys.append(found)
      }
      if keys.isEmpty { return nil }
      return .keys(keys.sorted { $0.key.lexicographicallyPrecedes($1.key) })
    }
  }

  extension Reversal {
    /// The changes of elements or keys. Elements and keys that this version of the app cannot read
    /// are left out.
    func keys<Key: PlainValue>(as type: Key.Type) -> [(key: Key, change: KeyReversal)] {
      guard case .keys(let keys) = self else { return [] }
      return keys.compactMap { change in
        var reader = ByteReader(change.key)
        return (try? reader.readWholePlain(type)).map { ($0, change) }
      }
    }
  }
#endif
