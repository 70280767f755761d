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
  /// Decided when a dictionary is made, at run time, from the type of the values: so
  /// generic code, and a dictionary within another, do the same as code that names
  /// the type.
  @usableFromInline
  struct ValueRules<Value>: KeyedRules {
    /// How values merge; nil if they are plain, and one replaces another whole.
    @usableFromInline
    let replicating: AnyReplicatingRules<Value>?

    /// How parts of values travel; nil if values travel whole.
    @usableFromInline
    let persistent: AnyPersistentRules<Value>?

    @usableFromInline
    init() {
      replicating = Self.replicatingRules()
      persistent = replicating as? any PersistentRules<Value>
    }

    /// True for plain values: one edit decides everything about a key. Keys with replicating values
    /// are kept.
    @usableFromInline
    var canForget: Bool { replicating == nil }

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

  /// How replicating values merge.
  @usableFromInline
  protocol ReplicatingRules<Value>: Sendable {
    associatedtype Value

    func merge(_ value: inout Value, with other: Value)

    /// How a value relates to the one it replaces.
    func change(from old: Value, to new: Value) -> ValueChange

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

  /// Values that only merge. If they can be compared, merging shows whether the new value holds all
  /// of the old one. Otherwise it is assumed to.
  private struct MergedValues<Value: Replicable>: ReplicatingRules {
    func contradicts(_ one: Value, _ other: Value) -> Bool { false }

    func change(from old: Value, to new: Value) -> ValueChange {
      guard let isSame = areEqual(old, new) else { return .addition }
      if isSame { return .none }
      return areEqual(new.merged(with: old), new) == true ? .addition : .replacement
    }
  }

  /// Values whose versions tell how they relate. Unedited values may differ although their versions
  /// are equal, as two defaults of a register do.
  struct VersionedValues<Value: DeltaReplicable>: ReplicatingRules {
    // The closure holds nothing but functions of the type.
    private nonisolated(unsafe) let versionChange = Value.versionChanges

    func change(from old: Value, to new: Value) -> ValueChange {
      let change = versionChange(old, new)
      if change == .none { return areEqual(old, new) == false ? .replacement : .none }
      if change < .concurrent { return change }
      return !old.contains(new.version) && new.sharesHistory(with: old) ? .concurrent : .replacement
    }
  }

  /// Whether two values are equal, or nil if they cannot be compared.
  private func areEqual<Value>(_ left: Value, _ right: Value) -> Bool? {
    func compare<Type: Equatable>(_ left: Type) -> Bool { left == right as? Type }
    return (left as? any Equatable).map { compare($0) }
  }

#endif
