// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Versions or deltas of fields that this version of the app lacks.
struct HeldParts: Sendable {
  struct Item: Sendable {
    let id: FieldID
    let field: ModelField<HeldFields>
    let part: FieldPart
  }

  /// The parts, ascending by the ids of their fields.
  let items: [Item]

  init(_ items: [Item] = []) {
    self.items = items
  }

  /// The part of a field; nil if the field has no part.
  subscript(id: FieldID) -> FieldPart? { items.first { $0.id == id }?.part }

  /// One item for each field that has a part here or in `other`, ascending by the ids.
  func fields(besides other: HeldParts) -> [Item] {
    if other.items.isEmpty { return items }
    let others = other.items.filter { self[$0.id] == nil }
    return others.isEmpty ? items : (items + others).sorted { $0.id < $1.id }
  }

  /// For each field with a part here or in `other`, the part that `change` makes of both parts.
  func map(
    with other: HeldParts,
    _ change: (ModelField<HeldFields>, FieldPart?, FieldPart?) -> FieldPart?
  ) -> HeldParts {
    HeldParts(
      fields(besides: other).compactMap { item in
        change(item.field, self[item.id], other[item.id])
          .map { Item(id: item.id, field: item.field, part: $0) }
      })
  }

  /// Whether `holds` is true for each field with a part here or in `other`, given both parts.
  func allSatisfy(
    with other: HeldParts,
    _ holds: (ModelField<HeldFields>, FieldPart?, FieldPart?) -> Bool
  ) -> Bool {
    fields(besides: other).allSatisfy { holds($0.field, self[$0.id], other[$0.id]) }
  }
}

/// The edits that a model has seen in fields that this version of the app lacks.
struct HeldVersion: Sendable {
  let parts: HeldParts

  init(_ parts: HeldParts) {
    self.parts = parts
  }

  var isEmpty: Bool { parts.items.isEmpty }
}

extension HeldVersion: ReplicaVersion {
  init() {
    self.init(HeldParts())
  }

  static func == (left: Self, right: Self) -> Bool {
    left.parts.allSatisfy(with: right.parts) { $0.areEqual($1, $2) }
  }

  func merged(with other: Self) -> Self {
    Self(parts.map(with: other.parts) { $0.merged($1, with: $2) })
  }

  func news(since other: Self) -> Self {
    Self(parts.map(with: other.parts) { $0.news(in: $1, since: $2) })
  }

  func covers(_ other: Self) -> Bool {
    parts.allSatisfy(with: other.parts) { $0.covers($1, $2) }
  }
}

/// Edits of fields that this version of the app lacks.
struct HeldDelta: Sendable {
  let parts: HeldParts

  init(_ parts: HeldParts = HeldParts()) {
    self.parts = parts
  }

  var isEmpty: Bool { parts.items.isEmpty }
}
