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
/// A key is present under the same rules as in a ``ReplicatingDictionary``. Each present key has
/// one place in the order, and an absent key has none. A key gets a new position when it is added
/// and at each move. The later of two moves of one key wins. A move is an edit of the key, so it
/// also wins over an earlier delete.
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
  /// - Complexity: O(1). The first reading takes O(*p* log *p*), and the first reading after a
  ///   change of the order takes O(*p*), for *p* positions ever given to keys.
  public var keys: [Key] { storage.order.keys(storage.view) }

  /// The values in the order of ``keys``.
  ///
  /// - Complexity: O(*n* log *p*) for *n* keys and *p* positions ever given to keys.
  public var values: [Value] { map { $0.value } }

  /// The keys and their values, without the order.
  ///
  /// - Complexity: O(*n*) for *n* keys.
  public var dictionary: [Key: Value] { storage.state.dictionary }

  /// How many keys there are.
  @inlinable
  public var count: Int { storage.state.keyed.count }

  /// The index of a key, or nil if the key is absent.
  ///
  /// - Complexity: O(log *p*) for *p* positions ever given to keys, after the order was first read.
  public func index(forKey key: Key) -> Index? {
    storage.view.index(of: key).map { Index(offset: $0) }
  }

  // MARK: Editing

  /// The value of a key, or nil if the key is absent.
  ///
  /// Setting an absent key adds the key as the last key. Setting nil deletes the key. A replicating
  /// value can be edited in place.
  ///
  /// - Complexity: O(log *p*) for *p* positions ever given to keys.
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

  /// The value of a key, or `defaultValue` if the key is absent. An edit in place sets the key.
  ///
  /// - Complexity: O(log *p*) for *p* positions ever given to keys.
  @inlinable
  public subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value {
    get { self[key] ?? defaultValue() }
    _modify {
      var value = self[key] ?? defaultValue()
      defer { set(key, to: value, isInPlace: true) }
      yield &value
    }
  }

  /// Sets a key and puts the key at an index. A key that is present is moved to the index.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - key: The key to set.
  ///   - index: The new index of the key: at most ``count``, or at most ``count`` - 1 if the key is
  ///     present.
  /// - Complexity: O(log *p*) for *p* positions ever given to keys, after the order was first read.
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
  /// - Complexity: O(log *p*) for *p* positions ever given to keys, after the order was first read.
  public mutating func move(_ key: Key, to index: Int) {
    guard self[key] != nil else { return }
    require(index >= 0 && index < count, "index \(index) is not within 0..<\(count)")
    makeStorageUnique()
    storage.move(key, to: index)
  }

  /// Deletes the key at an index.
  ///
  /// - Returns: The key and its value.
  /// - Precondition: There is a key at the index.
  /// - Complexity: O(log *p*) for *p* positions ever given to keys, after the order was first read.
  @discardableResult
  public mutating func remove(at index: Index) -> Element {
    let element = self[index]
    self[element.key] = nil
    return element
  }

  /// Deletes all keys.
  public mutating func removeAll() {
    for key in keys { self[key] = nil }
  }

  /// Sets a key, or deletes the key if `value` is nil. An assignment without effect does not change
  /// the storage.
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
