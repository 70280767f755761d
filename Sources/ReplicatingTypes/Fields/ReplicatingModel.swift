// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A struct of replicating values that replicates field by field.
///
/// List each field once, with a key. The list gives the model merging, versions, deltas, equality,
/// the saved form, and `Codable`. An encoder gets the saved form as one string.
///
/// ```swift
/// struct Task: ReplicatingModel {
///   var title = ReplicatingRegister(default: "")
///   var tags = ReplicatingSet<String>()
///
///   static let kind = "com.example.task"
///   static let fields = FieldList(("title", \Task.title), ("tags", \.tags))
/// }
/// ```
///
/// Edit fields in place. In a model that is accessed in a dictionary or a document, assigning a new
/// value to a field becomes edits of the field. In a model in a variable, the new value starts a
/// second history, which merging adds to the first.
///
/// Every stored property except `newerFields` is listed, or named in ``uncheckedProperties``.
/// Decoding would reset any other property, and equality would ignore it. The first use of a model
/// with an unlisted property stops the program with a message that names the property, and
/// `ReplicationLaws` reports the property. (A computed or observed property, or one behind a
/// wrapper, is known by its type alone: if the key has another name, the message may name another
/// property of that type.) A plain value that is set once, such as an id, is listed as a constant:
/// see ``FieldList``.
///
/// A model is `Sendable` without declaring it, so its caches must be `Sendable` too.
public protocol ReplicatingModel:
  PersistentReplicable, FieldListing, ReplicatingDocument, FrameCodable, Hashable, PlainValue
where Version == ModelVersion<Self>, Delta == ModelDelta<Self> {
  /// The name of the model in saved and sent bytes, such as `com.example.task`. The model refuses
  /// bytes with another kind. Choose a name that no other model uses, and never change the name.
  static var kind: String { get }

  /// All fields, each with its key. Make this property a `static let`.
  static var fields: FieldList<Self> { get }

  /// Names of stored properties that ``fields`` need not list: caches that can be computed again,
  /// and properties that hold several fields, each listed by its own key path. None by default.
  ///
  /// A cache is not saved, sent, merged or compared.
  static var uncheckedProperties: Set<String> { get }

  /// The fields that later versions of the app gave the model. A model that stores this property,
  /// as `var newerFields = NewerFields()`, keeps the fields and passes them on. All other models
  /// refuse bytes with newer fields.
  var newerFields: NewerFields { get set }

  /// Makes an unedited value: every field empty or a default, and every constant at a value that
  /// stands for "not set".
  init()
}

extension ReplicatingModel {
  public static var uncheckedProperties: Set<String> { [] }

  public var newerFields: NewerFields {
    get { .refused }
    set {}
  }

  /// The frame kind whose name is `kind`. The name determines the code of the frame kind.
  public static var frameKind: FrameKind { FrameKind(kind) }

  public var listingFault: String? { Self.fields.fault }

  public func disagreement(with other: Self) -> String? {
    for field in Self.checkedFields {
      if let finding = field.disagreement(self, other) { return finding }
    }
    return nil
  }

  /// All fields. Stops the program if the list of fields has a fault.
  static var checkedFields: [ModelField<Self>] {
    let list = fields
    if let fault = list.fault { stop(fault) }
    return list.all
  }

  public static func == (left: Self, right: Self) -> Bool {
    checkedFields.allSatisfy { $0.areEqual(left, right) }
      && left.newerFields.held == right.newerFields.held
  }

  public func hash(into hasher: inout Hasher) {
    for field in Self.checkedFields { field.hash(self, into: &hasher) }
    hasher.combine(newerFields.held)
  }
}

extension ReplicatingModel {
  /// The versions of the fields.
  public var version: ModelVersion<Self> {
    ModelVersion(
      Self.checkedFields.map { $0.version(of: self) }, held: newerFields.held.version)
  }

  /// The reaches of the fields.
  public var reach: ModelVersion<Self> {
    ModelVersion(Self.checkedFields.map { $0.reach(of: self) }, held: newerFields.held.reach)
  }

  /// Whether each field contains its part of the version.
  public func contains(_ version: ModelVersion<Self>) -> Bool {
    version.allSatisfy { $0.contains($1, in: self) } && newerFields.held.contains(version.held)
  }

  /// Whether each part of `later` contains the same field's part of `version`, judged by this
  /// model's field.
  public func contains(_ version: ModelVersion<Self>, in later: ModelVersion<Self>) -> Bool {
    version.allSatisfy(with: later) { $0.contains($1, in: $2, asSeenBy: self) }
      && newerFields.held.contains(version.held, in: later.held)
  }

  /// A version of the same meaning, with each part shortened by its field.
  public func shortened(_ version: ModelVersion<Self>) -> ModelVersion<Self> {
    version.map(held: newerFields.held.shortened(version.held)) { $0.shortened($1, by: self) }
  }

  /// For each field, the version of everything that the field's part of `news` does not mention.
  public func version(besides news: ModelVersion<Self>) -> ModelVersion<Self> {
    news.map(held: newerFields.held.version(besides: news.held)) {
      $0.version(of: self, besides: $1)
    }
  }

  /// For each field, the part of `version` that a receiver must know before it takes in the delta.
  public func basis(
    of delta: ModelDelta<Self>?, since version: ModelVersion<Self>
  ) -> ModelVersion<Self> {
    guard let delta else { return ModelVersion() }
    let held = newerFields.held.basis(of: delta.held, since: version.held)
    return version.map(with: delta.parts, held: held) { $0.basis(in: self, of: $2, since: $1) }
  }

  /// The deltas of the fields with edits that `version` lacks; nil if it lacks none.
  public func delta(since version: ModelVersion<Self>) -> ModelDelta<Self>? {
    let fields = Self.checkedFields
    let parts = fields.indices.map { fields[$0].delta(of: self, since: version.parts[$0]) }
    let held = newerFields.held.delta(since: version.held)
    if held == nil, parts.allSatisfy({ $0 == nil }) { return nil }
    return ModelDelta(parts, held: held ?? HeldDelta())
  }

  /// Whether the delta leads each field from `base` to `later`; nil if a field cannot tell.
  public func leads(
    _ delta: ModelDelta<Self>, from base: ModelVersion<Self>, to later: ModelVersion<Self>
  ) -> Bool? {
    let fields = Self.checkedFields
    let answers = fields.indices.map { place in
      fields[place].leads(
        delta.parts[place], from: base.parts[place], to: later.parts[place], asSeenBy: self)
    }
    return (answers + [newerFields.held.leads(delta.held, from: base.held, to: later.held)]).allTrue
  }

  /// Checks that each field would accept its part of the delta.
  public func validate(_ delta: ModelDelta<Self>) throws(MissingHistory) {
    for (field, part) in zip(Self.checkedFields, delta.parts) {
      if let part { try field.validate(part, for: self) }
    }
    try newerFields.held.validate(delta.held)
  }

  /// Merges all deltas of fields in place. If a field refuses its delta, merges no delta.
  public mutating func merge(delta: ModelDelta<Self>) throws(MissingHistory) {
    // A delta with one part needs no check: the field refuses a part whose history it lacks.
    let partCount = delta.parts.reduce(delta.held.isEmpty ? 0 : 1) { $0 + ($1 == nil ? 0 : 1) }
    if partCount > 1 { try validate(delta) }
    let fields = Self.checkedFields
    for place in fields.indices {
      if let part = delta.parts[place] { try fields[place].merge(part, into: &self) }
    }
    if !delta.held.isEmpty { try newerFields.held.merge(delta: delta.held) }
  }

  public func merged(with other: Self) -> Self {
    var result = self
    result.merge(other)
    return result
  }

  /// Stops a debug build if the constants show that the other model describes a different thing.
  func requireSameThing(_ other: Self) {
    #if !hasFeature(Embedded)
      requireInDebug(
        disagreement(with: other) == nil,
        """
        two different things are merged as one, of type \(Self.self): \
        \(disagreement(with: other) ?? ""); merge copies of one value, and to put another in its place, \
        remove it first
        """)
    #endif
  }

  /// Merges each field in place.
  ///
  /// The two models must be copies of one model. A debug build stops if a constant is set to
  /// different values in the two models.
  public mutating func merge(_ other: Self) {
    requireSameThing(other)
    for field in Self.checkedFields { field.merge(other, into: &self) }
    let held = other.newerFields.held
    if !held.isEmpty { newerFields.held.merge(held) }
  }

  /// Drops deleted contents in each field.
  public mutating func dropDeleted() {
    for field in Self.checkedFields { field.dropDeleted(&self) }
    newerFields.held.dropDeleted()
  }

  /// Whether any field shares history with the same field of the other model.
  public func sharesHistory(with other: Self) -> Bool {
    Self.checkedFields.contains { $0.sharesHistory(self, other) }
      || newerFields.held.sharesHistory(with: other.newerFields.held)
  }

  /// Whether any field contradicts the same field of the other model.
  public func contradicts(_ other: Self) -> Bool {
    Self.checkedFields.contains { $0.contradicts(self, other) }
      || newerFields.held.contradicts(other.newerFields.held)
  }
}
