// SPDX-License-Identifier: MIT

import BinaryCoding

/// Keys with values, in an order that people choose.
///
/// ```swift
/// var mine: ReplicatingOrderedDictionary = ["a": 1, "b": 2, "c": 3]
/// var yours = mine
/// mine.move("c", to: 0)
/// yours["c"] = nil
/// yours["b"] = 20
/// mine.merge(yours)
/// print(mine.keys)  // ["a", "b"]: the key was deleted after it was moved
/// ```
///
/// Presence follows ``ReplicatingDictionary``. The order has a place for each present key and for
/// no other, so no merge leaves a value without a place or a place without a value. The later of
/// two moves of one key wins. Moving is an edit of the key, and wins over an earlier delete.
public struct ReplicatingOrderedDictionary<
  Key: Hashable & Sendable & ReplicatedContent, Value: Sendable & ReplicatedContent
>: Sendable {
  @usableFromInline
  var storage: OrderedDictionaryStorage<Key, Value>

  /// Makes an empty ordered dictionary.
  public init() {
    storage = OrderedDictionaryStorage()
  }

  init(_ storage: OrderedDictionaryStorage<Key, Value>) {
    self.storage = storage
  }

  // MARK: Reading

  /// The keys in order.
  ///
  /// - Complexity: O(1). After a change of the order O(*p*), and at the first reading
  ///   O(*p* log *p*), for *p* positions ever given.
  public var keys: [Key] { storage.order.keys(storage.view) }

  /// The values in the order of ``keys``.
  ///
  /// - Complexity: O(*n* log *n*)
  public var values: [Value] { map { $0.value } }

  /// Keys and values, without the order.
  ///
  /// - Complexity: O(*n*)
  public var dictionary: [Key: Value] { storage.state.dictionary }

  /// How many keys there are.
  @inlinable
  public var count: Int { storage.state.keyed.count }

  /// The index of a key, or nil if it is absent.
  ///
  /// - Complexity: O(log *p*) for *p* positions ever given, after the first reading.
  public func index(forKey key: Key) -> Index? {
    storage.view.index(of: key).map { Index(offset: $0) }
  }

  // MARK: Editing

  /// The value of a key, or nil if the key is absent.
  ///
  /// Setting an absent key makes it the last. Setting nil deletes the key. A
  /// replicating value can be edited in place.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public subscript(key: Key) -> Value? {
    get { storage.state[key] }
    set { set(key, to: newValue) }
    _modify {
      var value = storage.state[key]
      defer { set(key, to: value, isInPlace: true) }
      yield &value
    }
  }

  /// The value of a key, or a default. Editing the default in place sets the key.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value {
    get { self[key] ?? defaultValue() }
    _modify {
      var value = self[key] ?? defaultValue()
      defer { set(key, to: value, isInPlace: true) }
      yield &value
    }
  }

  /// Sets a key and puts it at an index, wherever it was.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - key: The key to set.
  ///   - index: The new index of the key: at most ``count``, or at most ``count`` - 1 if the key is
  ///     present.
  /// - Complexity: O(log *p*) for *p* positions ever given, after the first reading.
  public mutating func insert(_ value: Value, forKey key: Key, at index: Int) {
    let limit = self[key] == nil ? count : count - 1
    require(index >= 0 && index <= limit, "index \(index) is not within 0...\(limit)")
    guard self[key] == nil else {
      self[key] = value
      return move(key, to: index)
    }
    storage.state.rules.replicating?.noteStored(value)
    makeStorageUnique()
    storage.insert(value, for: key, at: index)
  }

  /// Moves a key. Does nothing if the key is absent. Moving a key to its
  /// current index still counts as an edit.
  ///
  /// - Parameters:
  ///   - key: The key to move.
  ///   - index: The new index of the key, below ``count``.
  /// - Complexity: O(log *p*) for *p* positions ever given, after the first reading.
  public mutating func move(_ key: Key, to index: Int) {
    guard self[key] != nil else { return }
    require(index >= 0 && index < count, "index \(index) is not within 0..<\(count)")
    makeStorageUnique()
    storage.move(key, to: index)
  }

  /// Sets a key.
  ///
  /// - Returns: The value before, or nil if the key was absent.
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    defer { self[key] = value }
    return self[key]
  }

  /// Deletes the key at an index.
  ///
  /// - Returns: The key and its value.
  /// - Precondition: There is a key at the index.
  /// - Complexity: O(log *p*) for *p* positions ever given, after the first reading.
  @discardableResult
  public mutating func remove(at index: Index) -> Element {
    let element = self[index]
    self[element.key] = nil
    return element
  }

  /// Deletes a key.
  ///
  /// - Returns: The value, or nil if the key was absent.
  @discardableResult
  public mutating func removeValue(forKey key: Key) -> Value? {
    guard let value = self[key] else { return nil }
    self[key] = nil
    return value
  }

  /// Deletes all keys.
  public mutating func removeAll() {
    for key in keys { self[key] = nil }
  }

  /// Sets or deletes a key. An assignment without effect does not change the storage or its
  /// session.
  @inlinable
  mutating func set(_ key: Key, to value: Value?, isInPlace: Bool = false) {
    let assigned = isInPlace ? nil : value
    var value = value
    let change = storage.state.change(of: key, to: &value, isInPlace: isInPlace)
    if let assigned { storage.state.rules.replicating?.noteStored(assigned) }
    guard change != .none else { return }
    makeStorageUnique()
    storage.set(key, to: value, as: change)
  }

  @inlinable
  package mutating func makeStorageUnique() {
    OrderedDictionaryStorage.makeUnique(&storage)
  }
}
