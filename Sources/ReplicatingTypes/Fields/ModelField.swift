// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// One field of a model, with operations that hide the type of the field.
///
/// The operations take and return nil for an empty version or an empty delta.
///
/// A field is an object of a subclass, and not a value of a protocol type, because Embedded Swift
/// has no `any` types.
// A field is immutable.
class ModelField<Model>: @unchecked Sendable {
  /// The name of the field in saved and sent bytes.
  let key: String
  /// The type of the field as written in bytes.
  let shape: FieldShape

  init(key: String, shape: FieldShape) {
    self.key = key
    self.shape = shape
  }

  #if !hasFeature(Embedded)
    var type: Any.Type { missing() }
    /// The key path of the field, or nil if the field has none.
    var place: AnyKeyPath? { missing() }
  #endif

  func areEqual(_ one: Model, _ other: Model) -> Bool { missing() }
  func hash(_ model: Model, into hasher: inout Hasher) { missing() }
  /// The difference between the constants of two copies, in words; nil if the constants agree.
  func disagreement(_ one: Model, _ other: Model) -> String? { missing() }

  // MARK: Merging

  func merge(_ other: Model, into model: inout Model) { missing() }
  func dropDeleted(_ model: inout Model) { missing() }
  func sharesHistory(_ one: Model, _ other: Model) -> Bool { missing() }
  func contradicts(_ one: Model, _ other: Model) -> Bool { missing() }

  // MARK: Versions

  /// The empty version with its type. All other operations use nil for the empty version.
  var emptyVersion: FieldPart { missing() }
  func version(of model: Model) -> FieldPart? { missing() }
  func reach(of model: Model) -> FieldPart? { missing() }
  func contains(_ version: FieldPart?, in model: Model) -> Bool { missing() }
  func contains(_ version: FieldPart?, in later: FieldPart?, asSeenBy model: Model) -> Bool {
    missing()
  }
  func shortened(_ version: FieldPart?, by model: Model) -> FieldPart? { missing() }
  func version(of model: Model, besides news: FieldPart?) -> FieldPart? { missing() }
  func areEqual(_ version: FieldPart?, _ other: FieldPart?) -> Bool { missing() }
  func merged(_ version: FieldPart?, with other: FieldPart?) -> FieldPart? { missing() }
  func news(in version: FieldPart?, since other: FieldPart?) -> FieldPart? { missing() }
  func covers(_ version: FieldPart?, _ other: FieldPart?) -> Bool { missing() }

  #if !hasFeature(Embedded)
    // MARK: Assigning

    /// The relation of the field in `new` to the field in `old`, by the versions of the field. The
    /// model `new` replaces the model `old`.
    func relation(of new: Model, to old: Model) -> ValueRelation { missing() }
    /// Assigns the field of `model` in place of the field of `old`. Stores the result in `model`.
    func assign(over old: Model, in model: inout Model, _ way: Assignment) { missing() }
    /// Whether the field has the same origin in two models, or has no origin.
    func areOfOneOrigin(_ one: Model, _ other: Model) -> Bool { true }
    /// Gives the field of `model` the origin of the field of `old`. The model replaces `old`.
    func follow(_ old: Model, in model: inout Model) {}
    /// Whether the field looks unedited. Constants always do.
    func showsNothing(_ model: Model) -> Bool { missing() }
    /// The provenance of a model assigned in place of `old`, by the origin of the field; nil if the
    /// field has no origin.
    func provenance(of model: Model, over old: Model, _ way: Assignment) -> Provenance? { nil }
    /// The identity of the origin of the field; nil if the field has no origin.
    func originIdentity(in model: Model) -> UInt64? { nil }
    /// Notes that the model is stored in a container.
    func noteStored(_ model: Model) {}
    /// See ``Assigning/noteKept``.
    func noteKept(_ model: inout Model) {}
    /// See ``Assigning/isUnkept``.
    func isUnkept(in model: Model) -> Bool { false }
    /// See ``Assigning/touch``.
    func touch(_ model: inout Model, beyond version: FieldPart?) -> Bool { false }
    /// Notes that the model was read from bytes that lack the field.
    func noteRead(_ model: inout Model) {}

    // MARK: Undoing, as `Reversible`

    func mark(of model: Model) -> FieldPart { missing() }
    func reversal(of model: Model, since mark: FieldPart) -> Reversal? { missing() }
    func revert(_ reversal: Reversal, in model: inout Model, _ undoing: inout Undoing) { missing() }
    func isWithin(_ former: Model, in model: Model) -> Bool { true }
  #endif

  // MARK: Deltas

  func delta(of model: Model, since version: FieldPart?) -> FieldPart? { missing() }
  func basis(in model: Model, of delta: FieldPart?, since version: FieldPart?) -> FieldPart? {
    missing()
  }
  /// Whether a copy at `base` has seen all of `later` after it takes in the delta, if there is a
  /// delta. Nil if the field cannot tell.
  func leads(
    _ delta: FieldPart?, from base: FieldPart?, to later: FieldPart?, asSeenBy model: Model
  ) -> Bool? {
    missing()
  }
  func validate(_ delta: FieldPart, for model: Model) throws(MissingHistory) { missing() }
  func merge(_ delta: FieldPart, into model: inout Model) throws(MissingHistory) { missing() }

  // MARK: Bytes

  func write(_ model: Model, to writer: inout ByteWriter) { missing() }
  func read(into model: inout Model, from reader: inout ByteReader) throws(DecodingFailure) {
    missing()
  }
  func write(version: FieldPart, to writer: inout ByteWriter) { missing() }
  func readVersion(from reader: inout ByteReader) throws(DecodingFailure) -> FieldPart? {
    missing()
  }
  func write(delta: FieldPart, to writer: inout ByteWriter) { missing() }
  func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> FieldPart? { missing() }
}

private func missing() -> Never { preconditionFailure("each kind of field has this method") }

extension [Bool?] {
  /// False if any answer is false. Nil if none is false but any is nil. True in all other cases.
  var allTrue: Bool? {
    contains(false) ? false : contains(nil) ? nil : true
  }
}
