// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  /// The rules of replicating values, whatever their type.
  @usableFromInline
  typealias AnyReplicatingRules<Value> = any ReplicatingRules<Value>

  /// The rules of values that travel in parts, whatever their type.
  @usableFromInline
  typealias AnyPersistentRules<Value> = any PersistentRules<Value>

  /// The operations of a dictionary on its values.
  ///
  /// A new dictionary chooses its rules at run time, by the type of its values. So generic code and
  /// nested dictionaries use the same rules as code that names the type.
  @usableFromInline
  struct ValueRules<Value>: KeyedRules {
    /// The rules for merging values; nil if values are plain and replace each other whole.
    @usableFromInline
    let replicating: AnyReplicatingRules<Value>?

    /// The rules for sending values in parts; nil if values travel whole.
    @usableFromInline
    let persistent: AnyPersistentRules<Value>?

    @usableFromInline
    init() {
      replicating = Self.replicatingRules()
      persistent = replicating as? any PersistentRules<Value>
    }

    @inlinable
    var mergesValues: Bool { replicating != nil }

    private static func replicatingRules() -> (any ReplicatingRules<Value>)? {
      func merging<Type: Replicable>(_: Type.Type) -> Any { MergedValues<Type>() }
      func versioned<Type: DeltaReplicable>(_: Type.Type) -> Any { VersionedValues<Type>() }
      func persistent<Type: PersistentReplicable>(_: Type.Type) -> Any { PersistentValues<Type>() }
      func model<Type: ReplicatingModel>(_: Type.Type) -> Any {
        PersistentValues<Type>(ofModels: ())
      }

      let rules: Any? =
        switch Value.self {
        case let type as any ReplicatingModel.Type: model(type)
        case let type as any PersistentReplicable.Type: persistent(type)
        case let type as any DeltaReplicable.Type: versioned(type)
        case let type as any Replicable.Type: merging(type)
        default: nil
        }
      return rules as? any ReplicatingRules<Value>
    }
  }

  /// The rules for merging replicating values.
  @usableFromInline
  protocol ReplicatingRules<Value>: Sendable {
    associatedtype Value

    func merge(_ value: inout Value, with other: Value)

    /// The value that a live key holds after an assignment, and the relation of that value to the
    /// old value.
    ///
    /// - Parameters:
    ///   - isInPlace: Whether the old value was accessed in place. The new value may then be the
    ///     old value with some parts changed.
    ///   - formers: The identities of the origins of values that the key held before.
    func assigned(
      _ new: Value, over old: Value, isInPlace: Bool, formers: [UInt64]
    ) -> (value: Value, change: ValueChange)

    /// The identity of the origin of a value; nil if the value has no origin.
    func originIdentity(of value: Value) -> UInt64?

    /// Notes that a value is stored in the dictionary.
    func noteStored(_ value: Value)

    /// Whether two values hold different edits under one identity.
    func contradicts(_ one: Value, _ other: Value) -> Bool
  }

  extension ReplicatingRules where Value: DeltaReplicable {
    @usableFromInline
    func contradicts(_ one: Value, _ other: Value) -> Bool { one.contradicts(other) }
  }

  extension ReplicatingRules where Value: Replicable {
    @usableFromInline
    func merge(_ value: inout Value, with other: Value) { value.merge(other) }
  }

  /// Values that only merge. An assigned value merges with the current value. If the values are
  /// `Equatable`, comparing them shows whether the assigned value changes anything.
  private struct MergedValues<Value: Replicable>: ReplicatingRules {
    func contradicts(_ one: Value, _ other: Value) -> Bool { false }

    func assigned(
      _ new: Value, over old: Value, isInPlace: Bool, formers: [UInt64]
    ) -> (value: Value, change: ValueChange) {
      if areEqual(old, new) == true { return (old, .none) }
      let merged = new.merged(with: old)
      return (merged, areEqual(old, merged) == true ? .none : .addition)
    }

    func originIdentity(of value: Value) -> UInt64? { nil }

    func noteStored(_ value: Value) {}
  }

  /// Values that are compared by their versions.
  struct VersionedValues<Value: DeltaReplicable>: ReplicatingRules {
    // Safe, because the closure captures only functions of the type.
    private nonisolated(unsafe) let relation: (_ new: Value, _ old: Value) -> ValueRelation
    private let assigning = Assigning<Value>()

    init(_ relation: @escaping (_ new: Value, _ old: Value) -> ValueRelation) {
      self.relation = relation
    }

    init() {
      let (change, areOfOneOrigin) = (Value.versionChanges, assigning.areOfOneOrigin)
      relation = { new, old in
        ValueRelation(change(old, new), isOfOtherOrigin: !areOfOneOrigin(old, new))
      }
    }

    func assigned(
      _ new: Value, over old: Value, isInPlace: Bool, formers: [UInt64]
    ) -> (value: Value, change: ValueChange) {
      let relation = relation(new, old)
      let change = relation.change
      // Two unedited values may differ, such as two defaults of a register. The new value then
      // replaces the old value, which has no edits to keep.
      if change == .none { return areEqual(old, new) == false ? (new, .replacement) : (old, .none) }
      if change < .replacement {
        guard isInPlace, change == .addition else { return (new, change) }
        guard relation.needsFollowing else { return (new, .edit) }
        var new = new
        assigning.follow(&new, old)
        return (new, .edit)
      }
      let isModel = Value.self is any ReplicatingModel.Type
      var way = isInPlace || !isModel ? Assignment.inPlace : .ofValue
      way.isOfCopy = !formers.isEmpty && assigning.originIdentity(new).map(formers.contains) == true
      return assigning.assigned(new, old, way)
    }

    func originIdentity(of value: Value) -> UInt64? { assigning.originIdentity(value) }

    func noteStored(_ value: Value) { assigning.noteStored(value) }
  }

  /// Whether two values are equal (``SameEdit/areSame(_:_:)``), or nil if they cannot be compared.
  func areEqual<Value>(_ left: Value, _ right: Value) -> Bool? {
    func compare<Type: Equatable>(_ left: Type) -> Bool {
      (right as? Type).map { SameEdit.areSame(left, $0) } ?? false
    }
    return (left as? any Equatable).map { compare($0) }
  }

#endif
