// SPDX-License-Identifier: MIT

import BinaryCoding

/// A collection of keys and values that holds each key once, such as ``ReplicatingDictionary``. Its
/// edits have the names of Swift's `Dictionary`.
///
/// Keys that an operation leaves alone are not edited, so concurrent edits of them in other copies are
/// kept.
public protocol KeyedValues<Key, Value>: RandomAccessCollection
where Element == (key: Key, value: Value) {
  /// The type of the keys.
  associatedtype Key: Hashable
  /// The type of the values.
  associatedtype Value

  /// Makes a dictionary without keys.
  init()

  /// The value of a key; nil if the key is absent. Setting it to nil deletes the key.
  subscript(key: Key) -> Value? { get set }
}

extension ReplicatingDictionary: KeyedValues {}
extension ReplicatingOrderedDictionary: KeyedValues {}

extension KeyedValues {
  /// Makes a dictionary and sets keys, one after the other.
  ///
  /// - Precondition: No two keys are equal.
  @inlinable
  public init(uniqueKeysWithValues elements: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in elements {
      require(self[key] == nil, "the key \(key) stands twice")
      self[key] = value
    }
  }

  /// Sets keys. A present key gets the result of `combine` for its value and the new one. The key
  /// is edited even if the result equals its value.
  ///
  /// - Complexity: O(*m* log *n*) for *m* keys.
  @inlinable
  public mutating func merge(
    _ elements: [Key: Value], uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    try merge(elements.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: combine)
  }

  /// Sets keys. A present key gets the result of `combine` for its value and the new one. The key
  /// is edited even if the result equals its value.
  ///
  /// - Complexity: O(*m* log *n*) for *m* keys.
  @inlinable
  public mutating func merge(
    _ elements: some Sequence<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    for (key, value) in elements {
      self[key] = try self[key].map { try combine($0, value) } ?? value
    }
  }

  /// Deletes the keys for which a condition holds.
  ///
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    for element in try Array(self).filter(isRemoved) { self[element.key] = nil }
  }

  /// A copy with only the keys for which the condition holds. Merging the copy deletes the other
  /// keys. To show some keys only, filter `dictionary` instead.
  ///
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }

  /// The keys with transformed values, as a Swift dictionary.
  ///
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> [Key: Other] {
    var result: [Key: Other] = Dictionary(minimumCapacity: count)
    for (key, value) in self { result[key] = try transform(value) }
    return result
  }
}
