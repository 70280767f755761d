// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The replicating properties that a struct stores, found by reflection. Merging must not forget a
/// property.
struct StoredProperties {
  /// The names and contents of the properties, in the order of their declaration.
  let properties: [(name: String, content: any Replicable)]

  /// Finds the properties of a struct. Any other value has none.
  ///
  /// A property that is a version is left out, unless its type itself has versions.
  init(of value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct else {
      properties = []
      return
    }
    properties = mirror.children.compactMap { child in
      child.label.flatMap { Self.property($0, child.value) }
    }
  }

  /// The property that a struct stores under a label; nil if its value does not replicate.
  private static func property(
    _ label: String, _ value: Any
  ) -> (name: String, content: any Replicable)? {
    if let content = content(value) { return (label, content) }
    // The compiler stores the wrapper of `title`, whose projection is `$title`, as `_title`.
    let projection = Mirror(reflecting: value).children.first { $0.label == "projectedValue" }
    guard label.hasPrefix("_"), let content = projection.flatMap({ content($0.value) }) else {
      return nil
    }
    return ("$" + label.dropFirst(), content)
  }

  private static func content(_ value: Any) -> (any Replicable)? {
    guard let content = value as? any Replicable,
      !(content is any ReplicaVersion) || content is any DeltaReplicable
    else { return nil }
    return content
  }

  /// The path of the first property in which two values differ, as in `address.street`; nil if
  /// the values differ in no property.
  static func difference(between value: Any, and other: Any) -> String? {
    let properties = StoredProperties(of: value).properties
    for (one, another) in zip(properties, StoredProperties(of: other).properties)
    where areEqual(one.content, another.content) == false {
      let part = difference(between: one.content, and: another.content)
      return [one.name, part].compactMap(\.self).joined(separator: ".")
    }
    return nil
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

  /// Whether two contents are equal by `==`, or in their bytes if they are not `Equatable`. Nil if
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
