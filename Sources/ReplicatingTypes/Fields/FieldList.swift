// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The fields of a model: a key for each, and where it is stored.
///
/// ```swift
/// static let fields = FieldList(("title", \Note.title), ("text", \.text))
/// ```
///
/// Saved and sent bytes name a field by its key. So the order of the list means nothing, and a
/// property may be renamed; a key is never changed, and never used again for another field.
///
/// A field of a type that is `PersistentReplicable` is sent in parts. A field of any other
/// `Replicable` type travels whole, in versions too.
///
/// A *constant* is a plain value that is set once, when the model is made. The value of
/// ``ReplicatingModel/init()`` stands for "not set". If two copies set a constant apart, the value
/// with greater bytes wins on every device, and the law kit reports it.
///
/// Make the list a `static let`, so that it is made once. Making it checks it; the first use of a
/// model whose list is wrong stops the program, and says why.
public struct FieldList<Model: ReplicatingModel>: Sendable {
  /// All fields, ascending by the bytes of their keys.
  let all: [any ModelField<Model>]

  /// Their keys, as bytes, and shapes.
  let ids: [FieldID]

  /// Whether the model keeps fields that the list lacks.
  let holdsNewerFields: Bool

  /// Why this list cannot be used, or nil.
  let fault: String?

  /// Lists replicating fields.
  public init<each Field: Replicable & Hashable & Codable & Sendable>(
    _ fields: repeat (String, WritableKeyPath<Model, each Field> & Sendable)
  ) {
    let blank = Model()
    var all: [any ModelField<Model>] = []
    for (key, path) in repeat each fields {
      all.append(ListedField(key: key, path: path).field(of: blank))
    }
    self.init(all, of: blank)
  }

  /// Lists replicating fields and constants.
  public init<
    each Field: Replicable & Hashable & Codable & Sendable,
    each Constant: Hashable & Codable & Sendable
  >(
    _ fields: repeat (String, WritableKeyPath<Model, each Field> & Sendable),
    constants: repeat (String, WritableKeyPath<Model, each Constant> & Sendable)
  ) {
    let blank = Model()
    var all: [any ModelField<Model>] = []
    for (key, path) in repeat each fields {
      all.append(ListedField(key: key, path: path).field(of: blank))
    }
    for (key, path) in repeat each constants {
      all.append(WholeField(constant: key, at: path, of: blank))
    }
    self.init(all, of: blank)
  }

  private init(_ fields: [any ModelField<Model>], of blank: Model) {
    all = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    ids = all.map { FieldID(key: Array($0.key.utf8), shape: $0.shape) }
    holdsNewerFields = blank.newerFields.areKept
    fault = Self.fault(in: all, of: blank)
  }
}

/// A field as it was listed, from which follows how it travels.
private struct ListedField<Model, Value: Replicable & Hashable & Codable & Sendable> {
  let key: String
  let path: WritableKeyPath<Model, Value> & Sendable

  /// The field of a type that is sent in parts, if it can be; else one that travels whole.
  func field(of blank: Model) -> any ModelField<Model> {
    (self as? any PersistentListing)?.inParts(of: blank) as? any ModelField<Model>
      ?? WholeField(key, at: path, of: blank)
  }
}

private protocol PersistentListing {
  func inParts(of blank: Any) -> Any?
}

extension ListedField: PersistentListing where Value: PersistentReplicable {
  func inParts(of blank: Any) -> Any? {
    (blank as? Model).map { PersistentField(key, at: ListedPlace(property: path), of: $0) }
  }
}
