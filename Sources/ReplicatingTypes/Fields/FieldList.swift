// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The fields of a model, each with a key and with the property that stores the field.
///
/// ```swift
/// static let fields = FieldList(("title", \Note.title), ("text", \.text))
/// ```
///
/// Saved and sent bytes name a field by its key. So the order of the list means nothing, and a
/// property may be renamed. Never change a key, and never use it again for another field.
///
/// A field of a type that is `PersistentReplicable` is sent in parts. A field of any other
/// `Replicable` type is sent whole, and its whole value is also its version.
///
/// A *constant* is a plain value that is set once, when the model is made. The value that
/// ``ReplicatingModel/init()`` gives the constant stands for "not set". If two copies set a
/// constant to different values, the value with greater bytes wins on every device, and
/// `ReplicationLaws` reports the difference.
///
/// Make the list a `static let`, so that it is made once. Making the list checks it. The first
/// merge, comparison, version or encoding of a model with a wrong list stops the program with a
/// message.
public struct FieldList<Model: ReplicatingModel>: Sendable {
  /// All fields, ascending by the bytes of their keys.
  let all: [ModelField<Model>]

  /// The keys of all fields, as bytes, and their shapes.
  let ids: [FieldID]

  /// Whether the model keeps fields that the list lacks.
  let holdsNewerFields: Bool

  /// The first fault of this list, in words; nil if the list has no fault.
  let fault: String?

  init(_ fields: [ModelField<Model>], of blank: Model) {
    all = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    ids = all.map { FieldID(key: Array($0.key.utf8), shape: $0.shape) }
    holdsNewerFields = blank.newerFields.areKept
    fault = Self.fault(in: all, of: blank)
  }
}
