// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  /// The rules for assigning values of a type. A model is assigned field by field, any other value
  /// as a whole.
  // Sendable, because the closures capture only functions of the type.
  package struct Assigning<Value: DeltaReplicable>: @unchecked Sendable {
    /// The result of assigning a new value in place of an old value.
    package var assigned: (_ new: Value, _ old: Value, Assignment) -> Assigned<Value>
    /// Whether the corresponding parts of two values have the same origin, or no origin.
    var areOfOneOrigin: (Value, Value) -> Bool = { _, _ in true }
    /// Gives a new value the origin of the old value that the new value replaces.
    var follow: (_ new: inout Value, _ old: Value) -> Void = { _, _ in }
    /// Whether a value looks unedited.
    var showsNothing: (Value) -> Bool = { $0.version == Value.Version() }
    /// The provenance of a new value, by its origin; nil if the value has no origin.
    var provenance: (_ new: Value, _ old: Value, Assignment) -> Provenance? = { _, _, _ in nil }
    /// The identity of the origin of a value; nil if the value has no origin.
    var originIdentity: (Value) -> UInt64? = { _ in nil }
    /// The difference between the constants of two copies, in words; nil if the constants agree.
    var disagreement: (Value, Value) -> String? = { _, _ in nil }
    /// Notes that a value is stored in a container.
    package var noteStored: (Value) -> Void = { _ in }
    /// Merges a draft into a value. If a newly made value was assigned to a part of the draft, the
    /// same part of the merged value shows that new value. A draft that is no copy of a stored
    /// value is merged whole, and counts as stored.
    package var mergeDraft: (_ draft: Value, _ value: inout Value) -> Void = { $1.merge($0) }
    /// Marks as stored the parts of a document that ``noteStored`` cannot mark. For example, a
    /// register has no storage, so the register is marked as read.
    package var noteKept: (inout Value) -> Void = { _ in }
    /// Whether the value is a register that was neither set nor read. No stored document contains
    /// such a register.
    var isUnkept: (Value) -> Bool = { _ in false }
    /// Edits a value without changing the contents that the value shows
    /// (``ShowingValue/touch(beyond:)``). In a model, edits one field.
    package var touch: (inout Value, Value.Version) -> Bool = { _, _ in false }
    /// Marks the value of a field as read from bytes. The model was read from bytes that lack the
    /// field.
    var noteRead: (inout Value) -> Void = { _ in }

    package init() {
      func own<Type: DeltaReplicable>(_: Type.Type) -> Any? {
        switch Type.self {
        case let type as any ReplicatingModel.Type: Self.parts(of: type)
        case let type as any ShowingValue.Type: Self.showing(type)
        default: nil
        }
      }
      self = own(Value.self) as? Self ?? Self(ofWhole: ())
    }

    /// Makes the rules for values that are assigned as a whole.
    private init(ofWhole: Void) {
      let change = Value.versionChanges
      assigned = { $0.assigned(over: $1, $2, by: change) }
    }

    private init(ofShowing: Void) where Value: ShowingValue {
      self.init(ofWhole: ())
      areOfOneOrigin = { $0.origin.identity == $1.origin.identity }
      follow = { $0.follow($1) }
      showsNothing = { $0.showsNothing }
      provenance = { $0.provenance(over: $1, $2) }
      originIdentity = { $0.origin.identity }
      noteStored = { $0.noteStored() }
      noteRead = { $0.origin = .read }
      if !Value.hasStorage {
        noteKept = { if !$0.origin.isRead { $0.origin = .read } }
        isUnkept = { !$0.origin.isRead && $0.showsNothing }
      }
      touch = { $0.touch(beyond: $1) }
      mergeDraft = {
        $0.noteStored()
        $1.merge($0)
      }
    }

    private init(ofModels: Void) where Value: ReplicatingModel {
      assigned = { $0.assigned(over: $1, $2) }
      areOfOneOrigin = { $0.isOfOneOrigin(with: $1) }
      follow = { $0.follow($1) }
      showsNothing = { $0.showsNothing }
      provenance = { $0.provenance(over: $1, $2) }
      originIdentity = { $0.originIdentity }
      disagreement = { $0.disagreement(with: $1) }
      noteStored = { $0.noteStored() }
      noteRead = { $0.noteRead() }
      noteKept = { $0.noteKept() }
      touch = { $0.touch(beyond: $1) }
      mergeDraft = { $1.merge(draft: $0) }
    }

    private static func parts<Type: ReplicatingModel>(of _: Type.Type) -> Any {
      Assigning<Type>(ofModels: ())
    }

    private static func showing<Type: ShowingValue>(_: Type.Type) -> Any {
      Assigning<Type>(ofShowing: ())
    }
  }
#endif
