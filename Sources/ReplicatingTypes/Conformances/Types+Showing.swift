// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  // Assigning uses these members of the types: see ``Assignment``.

  extension ReplicatingSet: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package mutating func makeStorageUnique() { prepareToChange() }

    package var showsNothing: Bool { isEmpty }

    package mutating func show(_ other: ReplicatingSet) { update(to: other) }

    /// Inserts the first element once more, at the time right after the last insert of the element.
    package mutating func touch(beyond version: Version) -> Bool {
      guard let element = first else { return false }
      prepareToChange()
      storage.state.insert(element, by: storage.claimSession(), isRightBehind: true)
      return true
    }
  }

  extension ReplicatingOrderedSet: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package var showsNothing: Bool { isEmpty }

    package mutating func show(_ other: ReplicatingOrderedSet) { update(to: other) }

    /// Moves the first element to index 0, at the time right after the last edit of the element.
    package mutating func touch(beyond version: Version) -> Bool {
      guard let element = first else { return false }
      makeStorageUnique()
      storage.place(element, at: 0, isRightBehind: true)
      return true
    }
  }

  extension ReplicatingArray: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package var showsNothing: Bool { isEmpty }

    package mutating func show(_ other: ReplicatingArray) {
      let (old, new) = (values, other.values)
      guard let oldOnes = old as? [AnyHashable], let newOnes = new as? [AnyHashable] else {
        return replaceSubrange(0..<count, with: new)
      }
      update(from: old, to: new, identities: (oldOnes, newOnes))
    }

    /// Inserts the first element once more, and removes the new copy.
    package mutating func touch(beyond version: Version) -> Bool {
      guard let element = first else { return false }
      insert(element, at: 0)
      remove(at: 0)
      return true
    }
  }

  extension ReplicatingDictionary: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package mutating func makeStorageUnique() { prepareToChange() }

    package var showsNothing: Bool { isEmpty }

    package mutating func show(_ other: ReplicatingDictionary) {
      for key in keys where other[key] == nil { self[key] = nil }
      for (key, value) in other where !storage.state.holds(value, for: key) { self[key] = value }
    }

    /// Edits the first key without changing its value, at the time right after the key's last edit.
    package mutating func touch(beyond version: Version) -> Bool {
      guard let key = keys.first else { return false }
      prepareToChange()
      storage.state.refresh(key, by: storage.claimSession(), isRightBehind: true)
      return true
    }
  }

  extension ReplicatingOrderedDictionary: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package var showsNothing: Bool { isEmpty }

    package mutating func show(_ other: ReplicatingOrderedDictionary) {
      for key in keys where other[key] == nil { self[key] = nil }
      for (key, value) in other where !storage.state.holds(value, for: key) { self[key] = value }
      reorder(to: other.keys)
    }

    /// Moves the first key to index 0, at the time right after the last edit of the key.
    package mutating func touch(beyond version: Version) -> Bool {
      guard let key = keys.first else { return false }
      makeStorageUnique()
      storage.move(key, to: 0, isRightBehind: true)
      return true
    }
  }

  extension ReplicatingMultiValueRegister: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package var showsNothing: Bool { storage.state.choices.isEmpty }

    /// Replaces all present values by the values of another register.
    package mutating func show(_ other: ReplicatingMultiValueRegister) {
      let (old, new) = (storage.state.choices.map(\.kept), other.storage.state.choices.map(\.kept))
      let areSame =
        old.count == new.count
        && zip(old, new).allSatisfy {
          !SameEdit.differs($0.value, $1.value, kept: ($0.bytes, $1.bytes))
        }
      if !areSame { set(new) }
    }

    /// Returns false: a value set once more would stand beside a value that another device sets
    /// concurrently.
    package mutating func touch(beyond version: Version) -> Bool { false }
  }

  extension DictionaryState {
    /// Whether a key is live and holds a plain value that equals `value`.
    fileprivate func holds(_ value: Value, for key: Key) -> Bool {
      guard rules.replicating == nil, let old = self[key] else { return false }
      return areEqual(old, value) == true
    }
  }
#endif
