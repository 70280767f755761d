// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The operations of a model on one of its fields, in place, whatever the field's type.
///
/// The empty version and the empty delta are nil.
///
/// A class whose subclasses replace all methods, and not a protocol: Embedded Swift has no values of
/// an unknown type that conforms to a protocol.
// Nothing in a field changes after it was made.
class ModelField<Model>: @unchecked Sendable {
  /// What saved and sent bytes call the field.
  let key: String
  /// What bytes say of the type of the field.
  let shape: FieldShape

  init(key: String, shape: FieldShape) {
    self.key = key
    self.shape = shape
  }

  #if !hasFeature(Embedded)
    var type: Any.Type { missing() }
    /// Where the field is stored; nil if no key path says so.
    var place: AnyKeyPath? { missing() }
  #endif

  func areEqual(_ one: Model, _ other: Model) -> Bool { missing() }
  func hash(_ model: Model, into hasher: inout Hasher) { missing() }
  /// How the constants of two copies differ, in words; nil if they do not, or are none.
  func disagreement(_ one: Model, _ other: Model) -> String? { missing() }

  // MARK: Merging

  func merge(_ other: Model, into model: inout Model) { missing() }
  func dropDeleted(_ model: inout Model) { missing() }
  func sharesHistory(_ one: Model, _ other: Model) -> Bool { missing() }
  func contradicts(_ one: Model, _ other: Model) -> Bool { missing() }

  // MARK: Versions

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

    /// How the field of a model relates to that of a model that it replaces, as far as the versions
    /// say.
    func relation(of new: Model, to old: Model) -> ValueRelation { missing() }
    /// Makes the field of a model that was assigned to the place of another what it is then.
    func assign(over old: Model, in model: inout Model, _ way: Assignment) { missing() }
    /// Whether the fields of two models have one origin, or none.
    func areOfOneOrigin(_ one: Model, _ other: Model) -> Bool { true }
    /// Gives the field the origin of that of the model in whose place this model is.
    func follow(_ old: Model, in model: inout Model) {}
    /// Whether the field looks like one that nobody has edited. Constants always do.
    func showsNothing(_ model: Model) -> Bool { missing() }
    /// The judgement of a model assigned to the place of another, by the origin of the field; nil if
    /// the field has none.
    func provenance(of model: Model, over old: Model, _ way: Assignment) -> Provenance? { nil }
    /// The identity of the origin of the field; nil if the field has none.
    func originIdentity(in model: Model) -> UInt64? { nil }
    /// Notes that the model is stored in a container.
    func noteStored(_ model: Model) {}
    /// Notes that the model was read from bytes which lack the field.
    func noteRead(_ model: inout Model) {}
  #endif

  // MARK: Deltas

  func delta(of model: Model, since version: FieldPart?) -> FieldPart? { missing() }
  func basis(in model: Model, of delta: FieldPart?, since version: FieldPart?) -> FieldPart? {
    missing()
  }
  /// Whether a copy at `base` has seen all of `later` once it takes in a delta, if there is one.
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
  /// False if an answer is false, nil if one is unknown, else true.
  var allTrue: Bool? {
    contains(false) ? false : contains(nil) ? nil : true
  }
}
