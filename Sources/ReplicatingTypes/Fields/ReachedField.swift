// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A field of a model, given as two functions that access the field. Models that also compile as
/// Embedded Swift list their fields in this way, because Embedded Swift lacks key paths.
///
/// ```swift
/// static let fields = FieldList<Note>([
///   ReachedField("title", { $0.title }, { $1(&$0.title) }),
///   ReachedField("text", { $0.text }, { $1(&$0.text) }),
/// ])
/// ```
package struct ReachedField<Model: ReplicatingModel> {
  let field: ModelField<Model>

  /// Lists a field.
  ///
  /// - Parameters:
  ///   - key: The key by which saved and sent bytes name the field.
  ///   - get: Returns the value of the field.
  ///   - change: Calls a function with the value, in place. `change` must not copy the value.
  package init<Value: PersistentReplicable & Framed & Hashable & Sendable>(
    _ key: String, _ get: @escaping @Sendable (Model) -> Value,
    _ change: @escaping @Sendable (inout Model, (inout Value) -> Void) -> Void
  ) {
    field = PersistentField(
      key, at: ReachedPlace(get: get, change: change), of: Model(),
      shape: FieldShape(of: Value.self))
  }
}

extension FieldList {
  /// Lists fields, each given as two functions that access the field.
  package init(_ fields: [ReachedField<Model>]) {
    let all: [ModelField<Model>] = fields.map { $0.field }
    self.init(all, of: Model())
  }
}
