// SPDX-License-Identifier: MIT

/// The place where a model stores a field.
protocol FieldPlace<Model, Value>: Sendable {
  associatedtype Model
  associatedtype Value: Hashable & Sendable

  func value(in model: Model) -> Value

  /// Changes the value in place.
  func change<Failure: Error>(
    in model: inout Model, _ change: (inout Value) throws(Failure) -> Void
  ) throws(Failure)

  #if !hasFeature(Embedded)
    /// The key path of the place, or nil if the place has none.
    var path: AnyKeyPath? { get }
  #endif
}

#if !hasFeature(Embedded)
  /// A property of a model, by its key path.
  ///
  /// An access by key path takes a thousand instructions, more than the rest of an edit in place.
  /// So the value is accessed by its offset within the model.
  struct ListedPlace<Model, Value: Hashable & Sendable>: FieldPlace {
    private let property: WritableKeyPath<Model, Value> & Sendable
    /// The offset of the value in the model; nil for a computed or observed property.
    private let offset: Int?

    init(property: WritableKeyPath<Model, Value> & Sendable) {
      self.property = property
      offset = MemoryLayout<Model>.offset(of: property)
    }

    func value(in model: Model) -> Value {
      guard let offset else { return model[keyPath: property] }
      return withUnsafeBytes(of: model) {
        $0.baseAddress.unsafelyUnwrapped.advanced(by: offset).assumingMemoryBound(to: Value.self)
          .pointee
      }
    }

    func change<Failure: Error>(
      in model: inout Model, _ change: (inout Value) throws(Failure) -> Void
    ) throws(Failure) {
      guard let offset else { return try change(&model[keyPath: property]) }
      try withUnsafeMutableBytes(of: &model) { (bytes) throws(Failure) in
        try change(
          &bytes.baseAddress.unsafelyUnwrapped.advanced(by: offset).assumingMemoryBound(
            to: Value.self
          ).pointee)
      }
    }

    var path: AnyKeyPath? { property }
  }
#endif

/// A property of a model, by functions that access the property.
struct ReachedPlace<Model, Value: Hashable & Sendable>: FieldPlace {
  let get: @Sendable (Model) -> Value
  let change: @Sendable (inout Model, (inout Value) -> Void) -> Void

  func value(in model: Model) -> Value { get(model) }

  func change<Failure: Error>(
    in model: inout Model, _ change: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    self.change(&model) { value in
      do throws(Failure) { try change(&value) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  #if !hasFeature(Embedded)
    var path: AnyKeyPath? { nil }
  #endif
}
