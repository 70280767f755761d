// SPDX-License-Identifier: MIT

/// Where a model stores a field that is sent in parts.
protocol FieldPlace<Model, Value>: Sendable {
  associatedtype Model
  associatedtype Value: Hashable & Sendable

  func value(in model: Model) -> Value

  /// Changes the value in place.
  func change<Failure: Error>(
    in model: inout Model, _ change: (inout Value) throws(Failure) -> Void
  ) throws(Failure)

  /// Different for each place of a model.
  var path: AnyKeyPath { get }
}

/// A property of a model.
struct ListedPlace<Model, Value: Hashable & Sendable>: FieldPlace {
  let property: WritableKeyPath<Model, Value> & Sendable

  func value(in model: Model) -> Value { model[keyPath: property] }

  func change<Failure: Error>(
    in model: inout Model, _ change: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    try change(&model[keyPath: property])
  }

  var path: AnyKeyPath { property }
}
