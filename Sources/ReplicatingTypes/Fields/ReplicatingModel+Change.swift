// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  extension ReplicatingModel {
    /// How this model relates to one that it replaces: as their versions say, but field by field.
    func change(from old: Self) -> ValueChange {
      let (held, oldHeld) = (newerFields.held, old.newerFields.held)
      var change = held.isEmpty && oldHeld.isEmpty ? .none : held.changeByVersions(from: oldHeld)
      for field in Self.checkedFields { change = max(change, field.change(from: old, to: self)) }
      return change
    }

    /// The model that assigning this model to the place of another leaves: field by field.
    func assigned(over old: Self, _ way: Assignment) -> Assigned<Self> {
      let change = change(from: old)
      if change == .none { return (old, .none) }
      if change < .replacement { return (self, change) }
      var result = self
      for field in Self.checkedFields { field.assign(over: old, in: &result, way) }
      let held = old.newerFields.held
      if !held.isEmpty { result.newerFields.held.merge(held) }
      return (result, result.change(from: old))
    }

    public func assigned(over old: Self) -> Self { assigned(over: old, .ofValue).value }

    /// Notes that all fields were read from bytes, also those that the bytes lack.
    mutating func forgetOrigins() {
      for field in Self.checkedFields { field.forgetOrigin(&self) }
    }
  }
#endif
