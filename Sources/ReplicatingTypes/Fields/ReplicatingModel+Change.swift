// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  extension ReplicatingModel {
    /// How this model relates to one that it replaces: as their versions say, but field by field.
    func change(from old: Self) -> ValueChange {
      let (held, oldHeld) = (newerFields.held, old.newerFields.held)
      var change = held.isEmpty && oldHeld.isEmpty ? .none : held.changeByVersions(from: oldHeld)
      for field in Self.checkedFields { change = max(change, field.change(from: old, to: self)) }
      if change == .none { return self == old ? .none : .replacement }
      if change < .concurrent { return change }
      return !old.contains(version) && sharesHistory(with: old) ? .concurrent : .replacement
    }
  }
#endif
