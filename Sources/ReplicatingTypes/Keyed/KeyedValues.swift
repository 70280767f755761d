// SPDX-License-Identifier: MIT

import BinaryCoding

/// A collection of keys and values that holds each key once, such as ``ReplicatingDictionary``. Its
/// editing methods have the names of the methods of Swift's `Dictionary`.
///
/// Keys that an operation leaves alone are not edited, so concurrent edits of these keys in other
/// copies are kept.
public protocol KeyedValues<Key, Value>: RandomAccessCollection
where Element == (key: Key, value: Value) {
  /// The type of the keys.
  associatedtype Key: Hashable
  /// The type of the values.
  associatedtype Value

  /// Makes a dictionary without keys.
  init()

  /// The value of a key; nil if the key is absent. Setting nil deletes the key.
  subscript(key: Key) -> Value? { get set }
}

extension ReplicatingDictionary: KeyedValues, ExpressibleByDictionaryLiteral {}
extension ReplicatingOrderedDictionary: KeyedValues, ExpressibleByDictionaryLiteral {}

extension KeyedValues {
  /// Makes a dictionary and sets the keys in the order given.
  @inlinable
  public init(dictionaryLiteral elements: (Key, Value)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }

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

  /// Sets a key.
  ///
  /// - Returns: The value before, or nil if the key was absent.
  /// - Complexity: As of setting the key by the subscript.
  @inlinable
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    defer { self[key] = value }
    return self[key]
  }

  /// Deletes a key. Does nothing if the key is absent.
  ///
  /// - Returns: The value, or nil if the key was absent.
  /// - Complexity: As of setting the key by the subscript.
  @inlinable
  @discardableResult
  public mutating func removeValue(forKey key: Key) -> Value? {
    guard let value = self[key] else { return nil }
    self[key] = nil
    return value
  }

  /// Sets keys. A present key gets the result of `combine` for its value and the new one. A plain
  /// value counts as edited even if the result equals the present value.
  ///
  /// - Complexity: O(*m* log *n*) for *m* set keys, and *n* keys afterwards.
  @inlinable
  public mutating func merge(
    _ elements: [Key: Value], uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    try merge(elements.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: combine)
  }

  /// Sets keys. A present key gets the result of `combine` for its value and the new one. A plain
  /// value counts as edited even if the result equals the present value.
  ///
  /// - Complexity: O(*m* log *n*) for *m* set keys, and *n* keys afterwards.
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
  /// - Complexity: O(*n* log *n*) for *n* keys.
  @inlinable
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    for element in try Array(self).filter(isRemoved) { self[element.key] = nil }
  }

  /// A copy with only the keys for which the condition holds. Merging the copy into this dictionary
  /// deletes the other keys. To show only some of the keys, filter the Swift dictionary that the
  /// property `dictionary` returns.
  ///
  /// - Complexity: O(*n* log *n*) for *n* keys.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }

  /// The keys with transformed values, as a Swift dictionary.
  ///
  /// - Complexity: O(*n* log *n*) for *n* keys.
  @inlinable
  public func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> [Key: Other] {
    var result: [Key: Other] = Dictionary(minimumCapacity: count)
    for (key, value) in self { result[key] = try transform(value) }
    return result
  }
}
