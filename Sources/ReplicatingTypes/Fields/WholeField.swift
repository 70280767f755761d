// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A field that travels whole: a constant, or a value of a type that only merges.
///
/// The value of the field is also its version. The value in an unedited model is the empty version
/// and is not written.
// A field is immutable.
final class WholeField<Place: FieldPlace>: ModelField<Place.Model>, @unchecked Sendable
where Place.Value: PlainValue {
  typealias Model = Place.Model
  typealias Value = Place.Value

  private let storage: Place
  private let initial: InitialValue<Value>
  private let join: @Sendable (Value, Value) -> Value

  /// Makes the field of a type that only merges.
  init(_ key: String, at place: Place, of blank: Model) where Value: Replicable {
    storage = place
    initial = InitialValue(place.value(in: blank))
    join = { $0.merged(with: $1) }
    super.init(key: key, shape: .whole)
  }

  /// Makes a constant. In a merge, a set value wins over the initial value. Of two set values, the
  /// value with greater bytes wins.
  init(constant key: String, at place: Place, of blank: Model) {
    let initial = InitialValue(place.value(in: blank))
    storage = place
    self.initial = initial
    join = { one, other in
      if initial.isSame(as: one) { return other }
      if initial.isSame(as: other) || SameEdit.areSame(one, other) { return one }
      return SameEdit.precedes(one, other) ? other : one
    }
    super.init(key: key, shape: .constant)
  }

  #if !hasFeature(Embedded)
    override var type: Any.Type { Value.self }
    override var place: AnyKeyPath? { storage.path }
  #endif

  private func value(in model: Model) -> Value { storage.value(in: model) }

  override func areEqual(_ one: Model, _ other: Model) -> Bool {
    SameEdit.areSame(value(in: one), value(in: other))
  }

  override func hash(_ model: Model, into hasher: inout Hasher) {
    value(in: model).hash(into: &hasher)
  }

  override func disagreement(_ one: Model, _ other: Model) -> String? {
    let values = (value(in: one), value(in: other))
    guard shape == .constant, !initial.isSame(as: values.0), !initial.isSame(as: values.1),
      !SameEdit.areSame(values.0, values.1)
    else { return nil }
    #if hasFeature(Embedded)
      return "the constant \"\(key)\" differs in two copies"
    #else
      return "the constant \"\(key)\" is \(values.0) in one copy and \(values.1) in another"
    #endif
  }

  // MARK: Merging

  override func merge(_ other: Model, into model: inout Model) {
    let other = value(in: other)
    storage.change(in: &model) { $0 = join($0, other) }
  }

  override func dropDeleted(_ model: inout Model) {}

  /// Equal values may have been set independently, so they do not show a common history.
  override func sharesHistory(_ one: Model, _ other: Model) -> Bool { false }

  override func contradicts(_ one: Model, _ other: Model) -> Bool { false }

  // MARK: Versions

  override var emptyVersion: FieldPart { FieldPart(value(nil)) }

  override func version(of model: Model) -> FieldPart? { part(value(in: model)) }

  override func reach(of model: Model) -> FieldPart? { version(of: model) }

  override func contains(_ version: FieldPart?, in model: Model) -> Bool {
    covers(self.version(of: model), version)
  }

  override func contains(_ version: FieldPart?, in later: FieldPart?, asSeenBy model: Model) -> Bool
  {
    covers(later, version)
  }

  override func shortened(_ version: FieldPart?, by model: Model) -> FieldPart? { version }

  override func version(of model: Model, besides news: FieldPart?) -> FieldPart? {
    news == nil ? version(of: model) : nil
  }

  override func areEqual(_ version: FieldPart?, _ other: FieldPart?) -> Bool {
    SameEdit.areSame(value(version), value(other))
  }

  override func merged(_ version: FieldPart?, with other: FieldPart?) -> FieldPart? {
    part(join(value(version), value(other)))
  }

  override func news(in version: FieldPart?, since other: FieldPart?) -> FieldPart? {
    covers(other, version) ? nil : version
  }

  override func covers(_ version: FieldPart?, _ other: FieldPart?) -> Bool {
    other == nil || SameEdit.areSame(join(value(version), value(other)), value(version))
  }

  #if !hasFeature(Embedded)
    override func relation(of new: Model, to old: Model) -> ValueRelation {
      let (version, former) = (self.version(of: new), self.version(of: old))
      if areEqual(version, former) { return ValueRelation(.none) }
      return ValueRelation(covers(version, former) ? .addition : .replacement)
    }

    override func assign(over old: Model, in model: inout Model, _ way: Assignment) {
      merge(old, into: &model)
    }

    override func showsNothing(_ model: Model) -> Bool {
      shape == .constant || initial.isSame(as: value(in: model))
    }

    override func mark(of model: Model) -> FieldPart { FieldPart(value(in: model)) }

    /// Reports a change of the value as a change that cannot be undone.
    override func reversal(of model: Model, since mark: FieldPart) -> Reversal? {
      SameEdit.areSame(value(in: model), value(mark)) ? nil : .nothing
    }

    override func revert(_ reversal: Reversal, in model: inout Model, _ undoing: inout Undoing) {}
  #endif

  // MARK: Deltas

  override func delta(of model: Model, since version: FieldPart?) -> FieldPart? {
    news(in: self.version(of: model), since: version)
  }

  override func basis(in model: Model, of delta: FieldPart?, since version: FieldPart?)
    -> FieldPart?
  {
    version
  }

  override func leads(
    _ delta: FieldPart?, from base: FieldPart?, to later: FieldPart?, asSeenBy model: Model
  ) -> Bool? {
    covers(merged(base, with: delta), later)
  }

  override func validate(_ delta: FieldPart, for model: Model) {}

  override func merge(_ delta: FieldPart, into model: inout Model) {
    let delta = value(delta)
    storage.change(in: &model) { $0 = join($0, delta) }
  }

  // MARK: Bytes

  override func write(_ model: Model, to writer: inout ByteWriter) {
    writer.writePlain(value(in: model))
  }

  override func read(into model: inout Model, from reader: inout ByteReader) throws(DecodingFailure)
  {
    let value: Value = try reader.readWholePlain()
    storage.change(in: &model) { $0 = value }
  }

  override func write(version: FieldPart, to writer: inout ByteWriter) {
    writer.writePlain(value(version))
  }

  override func readVersion(from reader: inout ByteReader) throws(DecodingFailure) -> FieldPart? {
    part(try reader.readWholePlain())
  }

  override func write(delta: FieldPart, to writer: inout ByteWriter) {
    write(version: delta, to: &writer)
  }

  override func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> FieldPart? {
    try readVersion(from: &reader)
  }
}

extension WholeField {
  private func part(_ value: Value) -> FieldPart? {
    initial.isSame(as: value) ? nil : FieldPart(value)
  }

  private func value(_ part: FieldPart?) -> Value { part?.content() ?? initial.value }
}

/// The value of a field in an unedited model.
private struct InitialValue<Value: Equatable & PlainValue & Sendable>: Sendable {
  let value: Value
  /// Whether the value equals itself after encoding and decoding. `Double.nan` does not.
  private let equalsItself: Bool

  init(_ value: Value) {
    self.value = value
    var reader = ByteReader(SameEdit.bytes(of: value))
    let read: Value? = try? reader.readWholePlain()
    equalsItself = read == value
  }

  /// Compares bytes only if the value does not equal itself, because comparing bytes is slow.
  func isSame(as other: Value) -> Bool {
    other == value || !equalsItself && SameEdit.areSame(other, value)
  }
}
