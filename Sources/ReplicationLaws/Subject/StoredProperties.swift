// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The replicating properties that a struct stores, found by reflection.
/// Merging must not forget any.
struct StoredProperties {
  /// The names and contents of the properties, in the order of their declaration.
  let properties: [(name: String, content: any Replicable)]

  /// Finds the properties of a struct. Any other value has none.
  ///
  /// A property that is a version does not count, unless its type itself has versions.
  init(of value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct else {
      properties = []
      return
    }
    properties = mirror.children.compactMap { child in
      guard let name = child.label, let content = child.value as? any Replicable,
        !(content is any ReplicaVersion) || content is any DeltaReplicable
      else { return nil }
      return (name, content)
    }
  }

  /// Whether merging `other` into `content` changes nothing. Nil if contents of this type cannot be
  /// compared.
  static func contains(_ content: any Replicable, _ other: any Replicable) -> Bool? {
    func contains<Content: Replicable>(_ content: Content) -> Bool? {
      guard let other = other as? Content else { return nil }
      return areEqual(content.merged(with: other), content)
    }
    return contains(content)
  }

  /// Whether two contents are equal, by `==` or else in their bytes. Nil if
  /// they cannot be compared.
  static func areEqual(_ content: Any, _ other: Any) -> Bool? {
    func areEqual<Content: Equatable>(_ content: Content) -> Bool? {
      (other as? Content).map { $0 == content }
    }
    if let content = content as? any Equatable { return areEqual(content) }
    guard let content = content as? any Framed, let other = other as? any Framed else {
      return nil
    }
    return (try? content.encoded()).flatMap { bytes in
      (try? other.encoded()).map { $0 == bytes }
    }
  }
}
