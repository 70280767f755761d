// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A field that is sent in parts.
// A field is immutable.
final class PersistentField<Place: FieldPlace>: ModelField<Place.Model>, @unchecked Sendable
where Place.Value: PersistentReplicable {
  typealias Model = Place.Model
  typealias Value = Place.Value

  private let storage: Place
  private let unedited: Value
  #if !hasFeature(Embedded)
    private let versionChange = Value.versionChanges
    private let assigning = Assigning<Value>()
    private let reversing = Reversing<Value>()
  #endif

  init(_ key: String, at place: Place, of blank: Model, shape: FieldShape) {
    storage = place
    unedited = place.value(in: blank)
    super.init(key: key, shape: shape)
  }

  #if !hasFeature(Embedded)
    override var type: Any.Type { Value.self }
    override var place: AnyKeyPath? { storage.path }
  #endif

  private func value(in model: Model) -> Value { storage.value(in: model) }

  override func areEqual(_ one: Model, _ other: Model) -> Bool {
    value(in: one) == value(in: other)
  }

  override func hash(_ model: Model, into hasher: inout Hasher) {
    value(in: model).hash(into: &hasher)
  }

  override func disagreement(_ one: Model, _ other: Model) -> String? {
    #if hasFeature(Embedded)
      return nil
    #else
      return assigning.disagreement(value(in: one), value(in: other)).map {
        "in the field \"\(key)\", \($0)"
      }
    #endif
  }

  // MARK: Merging

  override func merge(_ other: Model, into model: inout Model) {
    let other = value(in: other)
    storage.change(in: &model) { $0.merge(other) }
  }

  override func dropDeleted(_ model: inout Model) {
    storage.change(in: &model) { $0.dropDeleted() }
  }

  override func sharesHistory(_ one: Model, _ other: Model) -> Bool {
    value(in: one).sharesHistory(with: value(in: other))
  }

  override func contradicts(_ one: Model, _ other: Model) -> Bool {
    value(in: one).contradicts(value(in: other))
  }

  // MARK: Versions

  override var emptyVersion: FieldPart { FieldPart(Value.Version()) }

  override func version(of model: Model) -> FieldPart? { part(value(in: model).version) }

  override func reach(of model: Model) -> FieldPart? { part(value(in: model).reach) }

  override func contains(_ version: FieldPart?, in model: Model) -> Bool {
    guard let version else { return true }
    return value(in: model).contains(typed(version))
  }

  override func contains(_ version: FieldPart?, in later: FieldPart?, asSeenBy model: Model) -> Bool
  {
    guard let version else { return true }
    return value(in: model).contains(typed(version), in: typed(later))
  }

  override func shortened(_ version: FieldPart?, by model: Model) -> FieldPart? {
    version.flatMap { part(value(in: model).shortened(typed($0))) }
  }

  override func version(of model: Model, besides news: FieldPart?) -> FieldPart? {
    part(value(in: model).version(besides: typed(news)))
  }

  override func areEqual(_ version: FieldPart?, _ other: FieldPart?) -> Bool {
    typed(version) == typed(other)
  }

  override func merged(_ version: FieldPart?, with other: FieldPart?) -> FieldPart? {
    guard version != nil, other != nil else { return version ?? other }
    return part(typed(version).merged(with: typed(other)))
  }

  override func news(in version: FieldPart?, since other: FieldPart?) -> FieldPart? {
    // Of two equal versions, neither has news, although `news(since:)` may return a part.
    version.flatMap { areEqual($0, other) ? nil : part(typed($0).news(since: typed(other))) }
  }

  override func covers(_ version: FieldPart?, _ other: FieldPart?) -> Bool {
    other == nil || typed(version).covers(typed(other))
  }

  #if !hasFeature(Embedded)
    override func relation(of new: Model, to old: Model) -> ValueRelation {
      let (old, new) = (value(in: old), value(in: new))
      return ValueRelation(
        versionChange(old, new), isOfOtherOrigin: !assigning.areOfOneOrigin(old, new))
    }

    override func assign(over old: Model, in model: inout Model, _ way: Assignment) {
      let assigned = assigning.assigned(value(in: model), value(in: old), way)
      storage.change(in: &model) { $0 = assigned.value }
    }

    override func areOfOneOrigin(_ one: Model, _ other: Model) -> Bool {
      assigning.areOfOneOrigin(value(in: one), value(in: other))
    }

    override func follow(_ old: Model, in model: inout Model) {
      storage.change(in: &model) { assigning.follow(&$0, value(in: old)) }
    }

    override func showsNothing(_ model: Model) -> Bool { assigning.showsNothing(value(in: model)) }

    override func provenance(
      of model: Model, over old: Model, _ way: Assignment
    ) -> Provenance? {
      assigning.provenance(value(in: model), value(in: old), way)
    }

    override func originIdentity(in model: Model) -> UInt64? {
      assigning.originIdentity(value(in: model))
    }

    override func noteStored(_ model: Model) { assigning.noteStored(value(in: model)) }

    override func noteKept(_ model: inout Model) {
      storage.change(in: &model) { assigning.noteKept(&$0) }
    }

    override func isUnkept(in model: Model) -> Bool { assigning.isUnkept(value(in: model)) }

    override func touch(_ model: inout Model, beyond version: FieldPart?) -> Bool {
      var isTouched = false
      storage.change(in: &model) { isTouched = assigning.touch(&$0, typed(version)) }
      return isTouched
    }

    override func noteRead(_ model: inout Model) {
      storage.change(in: &model) { assigning.noteRead(&$0) }
    }

    // MARK: Undoing

    override func mark(of model: Model) -> FieldPart { reversing.mark(value(in: model)) }

    override func reversal(of model: Model, since mark: FieldPart) -> Reversal? {
      reversing.reversal(value(in: model), mark)
    }

    override func revert(_ reversal: Reversal, in model: inout Model, _ undoing: inout Undoing) {
      storage.change(in: &model) { reversing.revert(&$0, reversal, &undoing) }
    }

    override func isWithin(_ former: Model, in model: Model) -> Bool {
      reversing.isWithin(value(in: model), value(in: former))
    }
  #endif

  // MARK: Deltas

  override func delta(of model: Model, since version: FieldPart?) -> FieldPart? {
    value(in: model).delta(since: typed(version)).map { FieldPart($0) }
  }

  override func basis(in model: Model, of delta: FieldPart?, since version: FieldPart?)
    -> FieldPart?
  {
    part(value(in: model).basis(of: delta?.content(), since: typed(version)))
  }

  override func leads(
    _ delta: FieldPart?, from base: FieldPart?, to later: FieldPart?, asSeenBy model: Model
  ) -> Bool? {
    guard let later else { return true }
    guard let delta else { return contains(later, in: base, asSeenBy: model) }
    guard let delta = try? typed(delta: delta) else { return nil }
    return value(in: model).leads(delta, from: typed(base), to: typed(later))
  }

  override func validate(_ delta: FieldPart, for model: Model) throws(MissingHistory) {
    try value(in: model).validate(try typed(delta: delta))
  }

  override func merge(_ delta: FieldPart, into model: inout Model) throws(MissingHistory) {
    let delta = try typed(delta: delta)
    try storage.change(in: &model) { (value) throws(MissingHistory) in
      try value.merge(delta: delta)
    }
  }

  // MARK: Bytes

  override func write(_ model: Model, to writer: inout ByteWriter) {
    value(in: model).encode(to: &writer)
  }

  override func read(into model: inout Model, from reader: inout ByteReader) throws(DecodingFailure)
  {
    var part = reader
    try storage.change(in: &model) { (value) throws(DecodingFailure) in
      try value.decode(from: &part)
    }
    reader = part
  }

  override func write(version: FieldPart, to writer: inout ByteWriter) {
    typed(version).encode(to: &writer)
  }

  override func readVersion(from reader: inout ByteReader) throws(DecodingFailure) -> FieldPart? {
    part(try Value.Version(from: &reader))
  }

  override func write(delta: FieldPart, to writer: inout ByteWriter) {
    delta.content(as: Value.Delta.self)?.encode(to: &writer)
  }

  override func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> FieldPart? {
    FieldPart(try unedited.readDelta(from: &reader))
  }
}

extension PersistentField {
  private func part(_ version: Value.Version) -> FieldPart? {
    version == Value.Version() ? nil : FieldPart(version)
  }

  private func typed(_ version: FieldPart?) -> Value.Version {
    version?.content() ?? Value.Version()
  }

  /// The delta with its type. A delta of another type belongs to another model, so this model lacks
  /// the history that the delta builds on.
  private func typed(delta: FieldPart) throws(MissingHistory) -> Value.Delta {
    guard let delta = delta.content(as: Value.Delta.self) else { throw MissingHistory() }
    return delta
  }
}
