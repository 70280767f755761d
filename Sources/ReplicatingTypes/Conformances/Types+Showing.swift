// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  // Assigning uses these members of the types: see ``Assignment``.

  extension ReplicatingSet: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package mutating func makeStorageUnique() { prepareToChange() }

    package var showsNothing: Bool { isEmpty }

    package mutating func show(_ other: ReplicatingSet) { update(to: other) }

    /// Inserts an element once more, which wins against a removal of the element.
    package mutating func touch(mayWin: Bool) -> Bool {
      guard mayWin, let element = first else { return false }
      insert(element)
      return true
    }
  }

  extension ReplicatingOrderedSet: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package var showsNothing: Bool { isEmpty }

    package mutating func show(_ other: ReplicatingOrderedSet) { update(to: other) }
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
  }

  extension ReplicatingDictionary: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package mutating func makeStorageUnique() { prepareToChange() }

    package var showsNothing: Bool { isEmpty }

    package mutating func show(_ other: ReplicatingDictionary) {
      for key in keys where other[key] == nil { self[key] = nil }
      for (key, value) in other where !storage.state.holds(value, for: key) { self[key] = value }
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
  }

  extension DictionaryState {
    /// Whether a key is live and holds an equal value that does not replicate.
    fileprivate func holds(_ value: Value, for key: Key) -> Bool {
      guard rules.replicating == nil, let old = self[key] else { return false }
      return areEqual(old, value) == true
    }
  }
#endif
