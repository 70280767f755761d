// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A field that travels whole: a constant, or a value of a type that only merges.
///
/// The value is its own version. The value of an unedited model is the version of nothing and is
/// not written.
struct WholeField<Model, Value: Hashable & Codable & Sendable>: ModelField {
  let key: String
  let shape: FieldShape
  private let path: WritableKeyPath<Model, Value> & Sendable
  private let initial: Value
  private let join: @Sendable (Value, Value) -> Value

  /// Makes the field of a type that only merges.
  init(_ key: String, at path: WritableKeyPath<Model, Value> & Sendable, of blank: Model)
  where Value: Replicable {
    self.key = key
    self.path = path
    shape = .whole
    initial = blank[keyPath: path]
    join = { $0.merged(with: $1) }
  }

  /// Makes a constant: the initial value gives way, and of two others the one with greater bytes
  /// wins.
  init(constant key: String, at path: WritableKeyPath<Model, Value> & Sendable, of blank: Model) {
    let initial = blank[keyPath: path]
    self.key = key
    self.path = path
    shape = .constant
    self.initial = initial
    join = { one, other in
      if one == initial { return other }
      if other == initial || one == other { return one }
      return SameEdit.precedes(one, other) ? other : one
    }
  }

  var type: Any.Type { Value.self }
  var place: AnyKeyPath { path }

  func areEqual(_ one: Model, _ other: Model) -> Bool {
    one[keyPath: path] == other[keyPath: path]
  }

  func hash(_ model: Model, into hasher: inout Hasher) { model[keyPath: path].hash(into: &hasher) }

  func disagreement(_ one: Model, _ other: Model) -> String? {
    let values = (one[keyPath: path], other[keyPath: path])
    guard shape == .constant, values.0 != initial, values.1 != initial, values.0 != values.1
    else { return nil }
    return "the constant \"\(key)\" is \(values.0) in one copy and \(values.1) in another"
  }

  // MARK: Merging

  func merge(_ other: Model, into model: inout Model) {
    model[keyPath: path] = join(model[keyPath: path], other[keyPath: path])
  }

  func forgetDeleted(_ model: inout Model) {}

  func forgetDeleted(_ model: inout Model, heldAt versions: [FieldPart?]) {}

  /// Equal values may have been set apart, so they tell nothing of a common history.
  func sharesHistory(_ one: Model, _ other: Model) -> Bool { false }

  func contradicts(_ one: Model, _ other: Model) -> Bool { false }

  // MARK: Versions

  func version(of model: Model) -> FieldPart? { part(model[keyPath: path]) }

  func reach(of model: Model) -> FieldPart? { version(of: model) }

  func contains(_ version: FieldPart?, in model: Model) -> Bool {
    covers(self.version(of: model), version)
  }

  func contains(_ version: FieldPart?, in later: FieldPart?, asSeenBy model: Model) -> Bool {
    covers(later, version)
  }

  func shortened(_ version: FieldPart?, by model: Model) -> FieldPart? { version }

  func version(of model: Model, besides news: FieldPart?) -> FieldPart? {
    news == nil ? version(of: model) : nil
  }

  func areEqual(_ version: FieldPart?, _ other: FieldPart?) -> Bool {
    value(version) == value(other)
  }

  func merged(_ version: FieldPart?, with other: FieldPart?) -> FieldPart? {
    part(join(value(version), value(other)))
  }

  func news(in version: FieldPart?, since other: FieldPart?) -> FieldPart? {
    covers(other, version) ? nil : version
  }

  func covers(_ version: FieldPart?, _ other: FieldPart?) -> Bool {
    other == nil || join(value(version), value(other)) == value(version)
  }

  // MARK: Deltas

  func delta(of model: Model, since version: FieldPart?) -> FieldPart? {
    news(in: self.version(of: model), since: version)
  }

  func basis(in model: Model, of delta: FieldPart?, since version: FieldPart?) -> FieldPart? {
    version
  }

  func validate(_ delta: FieldPart, for model: Model) {}

  func merge(_ delta: FieldPart, into model: inout Model) {
    model[keyPath: path] = join(model[keyPath: path], value(delta))
  }

  // MARK: Bytes

  func write(_ model: Model, to writer: inout ByteWriter) {
    writer.writePlain(model[keyPath: path])
  }

  func read(into model: inout Model, from reader: inout ByteReader) throws(DecodingFailure) {
    model[keyPath: path] = try reader.readWholePlain()
  }

  func write(version: FieldPart, to writer: inout ByteWriter) { writer.writePlain(value(version)) }

  func readVersion(from reader: inout ByteReader) throws(DecodingFailure) -> FieldPart? {
    part(try reader.readWholePlain())
  }

  func write(delta: FieldPart, to writer: inout ByteWriter) { write(version: delta, to: &writer) }

  func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> FieldPart? {
    try readVersion(from: &reader)
  }
}

extension WholeField {
  private func part(_ value: Value) -> FieldPart? { value == initial ? nil : FieldPart(value) }

  private func value(_ part: FieldPart?) -> Value { part?.content() ?? initial }
}
