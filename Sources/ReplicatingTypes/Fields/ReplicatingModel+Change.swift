// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality

  extension ReplicatingModel {
    /// The relation of this model to the model that it replaces. The fields are compared one by
    /// one, by their versions.
    func relation(to old: Self) -> ValueRelation {
      let (held, oldHeld) = (newerFields.held, old.newerFields.held)
      var relation = ValueRelation(
        held.isEmpty && oldHeld.isEmpty ? .none : held.changeByVersions(from: oldHeld))
      for field in Self.checkedFields { relation.join(field.relation(of: self, to: old)) }
      if relation.change != .none { requireSameThing(old) }
      return relation
    }

    /// The result of assigning this model in place of `old`, field by field.
    func assigned(over old: Self, _ way: Assignment) -> Assigned<Self> {
      let relation = relation(to: old)
      if relation.change == .none { return (old, .none) }
      var (result, way) = (self, way)
      if relation.change < .replacement {
        if way.mayClear, relation.needsFollowing { result.follow(old) }
        return (result, relation.change)
      }
      switch provenance(over: old, way) {
      case .copy, nil: break
      case .new:
        way.isOfNewValue = true
        if showsNothing { way.mayClear = true }
      case .untold: requireInDebug(!showsNothing, Self.isIgnored)
      }
      for field in Self.checkedFields { field.assign(over: old, in: &result, way) }
      let held = old.newerFields.held
      if !held.isEmpty { result.newerFields.held.merge(held) }
      return (result, result.relation(to: old).change)
    }

    public func assigned(over old: Self) -> Self { assigned(over: old, .ofValue).value }

    /// See ``Assigning/mergeDraft``.
    mutating func merge(draft: Self) {
      let way = Assignment(mayClear: true, begin: ValueOrigin.now)
      // A new model that took in one field of the document is no draft: the other fields of the new
      // model would clear fields of the document.
      let isNew = Self.checkedFields.contains { $0.isUnkept(in: draft) }
      guard !isNew, draft.provenance(over: self, way) == .copy else {
        draft.noteStored()
        return merge(draft)
      }
      self = draft.assigned(over: self, way).value
    }

    private static var isIgnored: String {
      """
      an empty \(Self.self) that was made before its place was read from bytes would change nothing \
      there; make it where it is assigned, or set its registers
      """
    }

    /// Whether each field has the origin of the same field of the other model.
    func isOfOneOrigin(with other: Self) -> Bool {
      Self.checkedFields.allSatisfy { $0.areOfOneOrigin(self, other) }
    }

    /// Gives each field the origin of the same field of `old`. This model replaces `old`.
    mutating func follow(_ old: Self) {
      for field in Self.checkedFields { field.follow(old, in: &self) }
    }

    // MARK: Origins

    /// Whether every field looks unedited. Constants do not count, because they only identify the
    /// model.
    var showsNothing: Bool {
      newerFields.held.isEmpty && Self.checkedFields.allSatisfy { $0.showsNothing(self) }
    }

    /// The provenance of this model, assigned in place of `old`, by the origins of its fields; nil
    /// if no field has an origin. If one field is a copy, the whole model counts as a copy.
    func provenance(over old: Self, _ way: Assignment) -> Provenance? {
      var result: Provenance?
      for field in Self.checkedFields {
        guard let told = field.provenance(of: self, over: old, way) else { continue }
        if told == .copy { return told }
        if result != .new { result = told }
      }
      return result
    }

    /// The identity of the origin of the first field that has an origin; nil if no field has one.
    var originIdentity: UInt64? {
      for field in Self.checkedFields {
        if let number = field.originIdentity(in: self) { return number }
      }
      return nil
    }

    /// Notes that the model was read from bytes that lack all fields for which `isRead` is false.
    mutating func noteRead(butFor isRead: (Int) -> Bool = { _ in false }) {
      let fields = Self.checkedFields
      for place in fields.indices where !isRead(place) { fields[place].noteRead(&self) }
    }

    /// See ``Assigning/noteKept``.
    mutating func noteKept() {
      for field in Self.checkedFields { field.noteKept(&self) }
    }

    /// See ``Assigning/touch``. Of all fields that can be touched, touches the last one by key.
    mutating func touch(beyond version: Version) -> Bool {
      let fields = Self.checkedFields
      for place in fields.indices.reversed()
      where fields[place].touch(&self, beyond: version.parts[place]) {
        return true
      }
      return false
    }

    /// Notes that the model is stored in a container.
    func noteStored() {
      for field in Self.checkedFields { field.noteStored(self) }
    }
  }
#endif
