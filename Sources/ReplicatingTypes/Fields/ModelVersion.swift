// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The version of a model: the versions of its fields.
public struct ModelVersion<Model: ReplicatingModel>: Sendable {
  /// The versions of the fields, in the order of the fields' keys.
  let parts: [FieldPart?]
  /// The versions of fields that the model lacks.
  let held: HeldVersion

  init(_ parts: [FieldPart?], held: HeldVersion) {
    self.parts = parts
    self.held = held
  }

  /// The part of the version that belongs to one field, by the key of the field:
  ///
  /// ```swift
  /// let seen: ReplicatingText.Version = note.version["text"]
  /// ```
  ///
  /// - Precondition: The model lists a field under this key and sends the field in parts. `Version`
  ///   is the type of the field's versions.
  /// - Complexity: O(*n*) in the fields.
  public subscript<Version: ReplicaVersion>(_ key: String) -> Version {
    guard let place = Model.fields.all.firstIndex(where: { $0.key == key }) else {
      stop("the model does not list \(key)")
    }
    return part(at: place)
  }

  /// The part of the version that belongs to the field at an index of the list.
  func part<Version: ReplicaVersion>(at place: Int) -> Version {
    let field = Model.fields.all[place]
    guard let version: Version = (parts[place] ?? field.emptyVersion).content() else {
      stop("the versions of the field \(field.key) are of another type")
    }
    return version
  }
}

extension ModelVersion: ReplicaVersion {
  /// The version of a model that has seen nothing.
  public init() {
    self.init(Array(repeating: nil, count: Model.fields.all.count), held: HeldVersion())
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.allSatisfy(with: right) { $0.areEqual($1, $2) } && left.held == right.held
  }

  public func merged(with other: Self) -> Self {
    map(with: other.parts, held: held.merged(with: other.held)) { $0.merged($1, with: $2) }
  }

  public func news(since other: Self) -> Self {
    map(with: other.parts, held: held.news(since: other.held)) { $0.news(in: $1, since: $2) }
  }

  public func covers(_ other: Self) -> Bool {
    allSatisfy(with: other) { $0.covers($1, $2) } && held.covers(other.held)
  }
}

extension ModelVersion {
  /// The version with the parts that `change` returns. `change` gets each field with two parts: the
  /// part in this version, and the part in `others`.
  func map(
    with others: [FieldPart?], held: HeldVersion,
    _ change: (ModelField<Model>, FieldPart?, FieldPart?) -> FieldPart?
  ) -> Self {
    let fields = Model.fields.all
    return Self(fields.indices.map { change(fields[$0], parts[$0], others[$0]) }, held: held)
  }

  /// The version with the parts that `change` returns.
  func map(
    held: HeldVersion, _ change: (ModelField<Model>, FieldPart?) -> FieldPart?
  ) -> Self {
    map(with: parts, held: held) { field, part, _ in change(field, part) }
  }

  /// Whether `holds` is true for each field, given its parts in this version and in `other`.
  func allSatisfy(
    with other: Self, _ holds: (ModelField<Model>, FieldPart?, FieldPart?) -> Bool
  ) -> Bool {
    let fields = Model.fields.all
    for place in fields.indices {
      guard holds(fields[place], parts[place], other.parts[place]) else { return false }
    }
    return true
  }

  /// Whether `holds` is true for each field, given its part in this version.
  func allSatisfy(_ holds: (ModelField<Model>, FieldPart?) -> Bool) -> Bool {
    allSatisfy(with: self) { field, part, _ in holds(field, part) }
  }
}

/// Edits of a model on their way to other copies of it: the deltas of the fields with new edits.
public struct ModelDelta<Model: ReplicatingModel>: Sendable {
  /// The deltas of the fields, in the order of the fields' keys.
  let parts: [FieldPart?]
  /// The deltas of fields that the model lacks.
  let held: HeldDelta

  init(_ parts: [FieldPart?], held: HeldDelta) {
    self.parts = parts
    self.held = held
  }
}
