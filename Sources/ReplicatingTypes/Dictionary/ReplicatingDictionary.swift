// SPDX-License-Identifier: MIT

import BinaryCoding

/// A dictionary whose copies can be changed apart.
///
/// ```swift
/// var mine: ReplicatingDictionary<String, ReplicatingSet<String>> = ["Plan": ["home"]]
/// var yours = mine
/// mine["Plan"]?.insert("garden")
/// yours["Plan"]?.insert("urgent")
/// mine.merge(yours)
/// print(mine["Plan"]!.values)  // home, garden and urgent, in any order
/// ```
///
/// If one copy sets a key and another deletes it, the later edit wins. Plain values replace each
/// other whole. Replicating values, including dictionaries, merge. Editing a replicating value in
/// place is an edit of its key.
///
/// Assigning a replicating value to a live key keeps all edits that the assigned value has not
/// seen:
///
/// - An edited copy of the present value merges with the present value. A copy without edits of its
///   own changes nothing.
/// - A newly made value becomes edits of the present value, which then shows the same contents.
///   Parts that were never set in the new value stay as they are. An empty new value clears the
///   present value.
///
/// Setting a key to a replicating value after a delete is a fresh start. The fresh start wins over
/// everything before it, even over edits that old copies make with later clocks. So no replaced
/// content comes back.
///
/// Two dictionaries made from equal literals have separate histories, so they are not equal. To
/// compare the keys and values alone, compare ``dictionary``.
public struct ReplicatingDictionary<Key: Hashable & Sendable, Value: Sendable & ReplicatedContent>:
  Sendable
{
  @usableFromInline
  var storage: DictionaryStorage<Key, Value>

  /// Makes an empty dictionary.
  @inlinable
  public init() {
    storage = DictionaryStorage()
  }

  init(_ state: DictionaryState<Key, Value>) {
    storage = DictionaryStorage(state)
  }

  // MARK: Reading

  /// The live keys in the order in which they were first set. The order is the same in every copy.
  ///
  /// - Complexity: O(1); after a change O(*n* log *n*) for *n* keys.
  @inlinable
  public var keys: [Key] { storage.keys }

  /// The values, in the order of ``keys``.
  ///
  /// - Complexity: O(*n* log *n*) for *n* keys.
  @inlinable
  public var values: [Value] { map { $0.value } }

  /// Keys and values, without an order.
  ///
  /// - Complexity: O(*n*) for *n* keys.
  @inlinable
  public var dictionary: [Key: Value] { storage.state.dictionary }

  /// The number of live keys.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var count: Int { storage.state.keyed.count }

  /// Whether no key is live.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var isEmpty: Bool { count == 0 }

  // MARK: Editing

  /// The value of a key, or nil if the key is not set.
  ///
  /// Setting nil deletes the key. A replicating value can be edited in place, as in
  /// `notes["Plan"]?.text.append("!")`. Accessing the value without a change is no
  /// edit. A plain value that is accessed in place counts as edited even if it stays the same.
  ///
  /// - Complexity: O(log *n*) for *n* keys.
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

  /// The value of a key, or a default. Accessing the default in place sets the key.
  ///
  /// - Complexity: O(log *n*) for *n* keys.
  @inlinable
  public subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value {
    get { self[key] ?? defaultValue() }
    _modify {
      var value = self[key] ?? defaultValue()
      defer { set(key, to: value, isInPlace: true) }
      yield &value
    }
  }

  /// Deletes all keys.
  @inlinable
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
    prepareToChange()
    storage.set(key, to: value, as: change)
  }

  @inlinable
  mutating func prepareToChange() {
    DictionaryStorage.makeUnique(&storage)
    storage.order.forget()
  }
}
