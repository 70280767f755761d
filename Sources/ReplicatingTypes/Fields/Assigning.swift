// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  /// How values of a type are assigned: models part by part, all others as a whole.
  package struct Assigning<Value: DeltaReplicable>: Sendable {
    /// The value that assigning a new value to the place of an old one leaves.
    // The closures hold nothing but functions of the type.
    package nonisolated(unsafe) let assigned:
      (_ new: Value, _ old: Value, Assignment) -> Assigned<Value>
    /// Notes that a value was read from bytes.
    nonisolated(unsafe) let forgetOrigin: (inout Value) -> Void

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

    /// The whole value is one part.
    private init(ofWhole: Void) {
      let change = Value.versionChanges
      assigned = { $0.assigned(over: $1, $2, by: change) }
      forgetOrigin = { _ in }
    }

    private init(ofShowing: Void) where Value: ShowingValue {
      let change = Value.versionChanges
      assigned = { new, old, way in
        // The edits of an older copy may have come by a merge: its origin tells nothing then.
        let isOlder =
          change(old, new) == .replacement && new.version != Value.Version()
          && old.contains(new.version)
        return isOlder ? (old, .none) : new.assigned(over: old, way, by: change)
      }
      forgetOrigin = { $0.forgetOrigin() }
    }

    private init(ofModels: Void) where Value: ReplicatingModel {
      assigned = { $0.assigned(over: $1, $2) }
      forgetOrigin = { _ in }
    }

    private static func parts<Type: ReplicatingModel>(of _: Type.Type) -> Any {
      Assigning<Type>(ofModels: ())
    }

    private static func showing<Type: ShowingValue>(_: Type.Type) -> Any {
      Assigning<Type>(ofShowing: ())
    }
  }
#endif
