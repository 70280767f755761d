// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Fields that this version of the app lacks: some fields of a known model, or all fields of an
/// unknown model. Elements and plain values in these fields stay as bytes (`PlainContent`).
struct HeldFields: Sendable {
  private struct Item: Sendable {
    let id: FieldID
    let field: ModelField<HeldFields>
    /// The value. Nil during a change, and before the value was set.
    var value: FieldPart?
  }

  /// The fields, ascending by their ids. Each field has an edit.
  private var items: [Item] = []

  init() {}

  var isEmpty: Bool { items.isEmpty }

  /// The ids of the fields, ascending.
  var ids: [FieldID] { items.map { $0.id } }

  /// The value of a field.
  subscript<Value>(place: HeldPlace<Value>) -> Value {
    index(of: place.id).flatMap { items[$0].value?.content() } ?? .blank
  }

  /// Changes the value of a held field in place. The item gives the value up during the change, so
  /// the value is not copied.
  mutating func change<Value, Failure: Error>(
    at place: HeldPlace<Value>, _ change: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    guard let index = index(of: place.id) else { return }
    var value: Value = items[index].value?.content() ?? .blank
    items[index].value = nil
    defer { items[index].value = FieldPart(value) }
    try change(&value)
  }

  private func index(of id: FieldID) -> Int? { items.firstIndex { $0.id == id } }

  /// Changes a field. Begins to hold a field that is not held yet, if the change edits the field.
  mutating func change<Failure: Error>(
    _ id: FieldID, _ field: ModelField<HeldFields>,
    _ change: (inout HeldFields) throws(Failure) -> Void
  ) throws(Failure) {
    if index(of: id) != nil { return try change(&self) }
    let place = items.firstIndex { id < $0.id } ?? items.count
    items.insert(Item(id: id, field: field), at: place)
    do throws(Failure) { try change(&self) } catch {
      items.remove(at: place)
      throw error
    }
    if field.version(of: self) == nil { items.remove(at: place) }
  }

  /// Changes each held field.
  mutating func changeAll(_ change: (ModelField<HeldFields>, inout HeldFields) -> Void) {
    // Not a loop over the items: the loop would hold the values, so each change would copy a value.
    for place in items.indices { change(items[place].field, &self) }
  }

  /// Calls a function for each held field, in ascending order of the ids.
  func forEach(_ body: (FieldID, ModelField<HeldFields>) -> Void) {
    for item in items { body(item.id, item.field) }
  }

  /// The parts that `part` returns for the fields. Leaves out fields for which `part` returns nil.
  func parts(_ part: (FieldID, ModelField<HeldFields>) -> FieldPart?) -> HeldParts {
    HeldParts(
      items.compactMap { item in
        part(item.id, item.field).map {
          HeldParts.Item(id: item.id, field: item.field, part: $0)
        }
      })
  }

  /// Whether any held field satisfies a condition.
  func contains(where holds: (ModelField<HeldFields>) -> Bool) -> Bool {
    items.contains { holds($0.field) }
  }
}

/// The place of a held field with values of type `Value`.
struct HeldPlace<Value: HeldValue>: FieldPlace, Hashable {
  let id: FieldID

  func value(in fields: HeldFields) -> Value { fields[self] }

  func change<Failure: Error>(
    in fields: inout HeldFields, _ change: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    try fields.change(at: self, change)
  }

  #if !hasFeature(Embedded)
    var path: AnyKeyPath? { nil }
  #endif
}

extension HeldFields: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    left.items.count == right.items.count
      && zip(left.items, right.items).allSatisfy {
        $0.id == $1.id && $0.field.areEqual(left, right)
      }
  }

  func hash(into hasher: inout Hasher) {
    for item in items {
      hasher.combine(item.id)
      item.field.hash(self, into: &hasher)
    }
  }
}

extension HeldFields: HeldValue {
  static var blank: HeldFields { HeldFields() }
}
