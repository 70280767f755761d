// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality

  extension FieldList {
    /// Lists replicating fields.
    public init<each Field: Replicable & Hashable & PlainValue & Sendable>(
      _ fields: repeat (String, WritableKeyPath<Model, each Field> & Sendable)
    ) {
      let blank = Model()
      var all: [ModelField<Model>] = []
      for (key, path) in repeat each fields {
        all.append(ListedField(key: key, path: path).field(of: blank))
      }
      self.init(all, of: blank)
    }

    /// Lists replicating fields and constants.
    public init<
      each Field: Replicable & Hashable & PlainValue & Sendable,
      each Constant: Hashable & PlainValue & Sendable
    >(
      _ fields: repeat (String, WritableKeyPath<Model, each Field> & Sendable),
      constants: repeat (String, WritableKeyPath<Model, each Constant> & Sendable)
    ) {
      let blank = Model()
      var all: [ModelField<Model>] = []
      for (key, path) in repeat each fields {
        all.append(ListedField(key: key, path: path).field(of: blank))
      }
      for (key, path) in repeat each constants {
        all.append(WholeField(constant: key, at: ListedPlace(property: path), of: blank))
      }
      self.init(all, of: blank)
    }
  }

  /// Calls of these initializers do not compile, and the messages name the remedy. The compiler
  /// chooses these initializers only for properties that the initializers above do not accept.
  extension FieldList {
    @available(
      *, unavailable,
      message: """
        a field is Replicable, Hashable, Codable and Sendable, as are the values in it: wrap a plain value in \
        ReplicatingRegister(default:), list the \\.$title of a @Replicated title, or list a value that is set \
        once under constants:
        """
    )
    @_disfavoredOverload
    public init<each Field>(
      _ fields: repeat (String, WritableKeyPath<Model, each Field> & Sendable)
    ) {
      preconditionFailure("it does not compile")
    }

    @available(
      *, unavailable,
      message: """
        a field is Replicable, Hashable, Codable and Sendable, as are the values in it; a constant is Hashable, \
        Codable and Sendable
        """
    )
    @_disfavoredOverload
    public init<each Field, each Constant>(
      _ fields: repeat (String, WritableKeyPath<Model, each Field> & Sendable),
      constants: repeat (String, WritableKeyPath<Model, each Constant> & Sendable)
    ) {
      preconditionFailure("it does not compile")
    }
  }

  /// A listed field. Its type decides whether the field is sent in parts.
  private struct ListedField<Model, Value: Replicable & Hashable & PlainValue & Sendable> {
    let key: String
    let path: WritableKeyPath<Model, Value> & Sendable

    /// The field. It is sent in parts if its type is `PersistentReplicable`, and whole if not.
    func field(of blank: Model) -> ModelField<Model> {
      (self as? any PersistentListing)?.inParts(of: blank) as? ModelField<Model>
        ?? WholeField(key, at: ListedPlace(property: path), of: blank)
    }
  }

  private protocol PersistentListing {
    func inParts(of blank: Any) -> Any?
  }

  extension ListedField: PersistentListing where Value: PersistentReplicable {
    func inParts(of blank: Any) -> Any? {
      (blank as? Model).map {
        PersistentField(
          key, at: ListedPlace(property: path), of: $0, shape: FieldShape(of: Value.self))
      }
    }
  }

#endif
