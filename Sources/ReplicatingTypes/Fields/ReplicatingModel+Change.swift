// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  extension ReplicatingModel {
    /// How this model relates to one that it replaces: as their versions say, but field by field.
    func change(from old: Self) -> ValueChange {
      let different = Self.checkedFields.filter { !$0.hasEqualVersions(self, old) }
      let (held, oldHeld) = (newerFields.held, old.newerFields.held)
      let hasEqualHeld = held.isEmpty && oldHeld.isEmpty || held.version == oldHeld.version
      if different.isEmpty, hasEqualHeld { return self == old ? .none : .replacement }
      if different.allSatisfy({ $0.contains(versionOf: old, in: self) }),
        hasEqualHeld || held.contains(oldHeld.version)
      {
        let isQuiet =
          different.allSatisfy { $0.covers($0.version(of: old), $0.version(of: self)) }
          && (hasEqualHeld || oldHeld.version.covers(held.version))
        return isQuiet ? .quietAddition : .addition
      }
      return !old.contains(version) && sharesHistory(with: old) ? .concurrent : .replacement
    }
  }
#endif
