// SPDX-License-Identifier: MIT

/// A dictionary whose copies share their common nodes.
///
/// Copying takes O(1). The first change of a copy copies the nodes on the way to the change. Later
/// changes of these nodes work in place. A comparison of two tries that were copied from one trie
/// skips the nodes that both share, so its time is in proportion to the differences.
///
/// ```
///                    items           children
///   root          [ k1, k7 ]       [  ·  ,  ·  ]
///                                     │     └── [ k3, k4, k9 ]
///                                  [ k2, k5 ]
/// ```
///
/// Each level of nodes follows five more bits of the hash. If a single key follows a branch, the
/// node itself holds the key. If several keys follow the branch, a child holds them. So tries with
/// equal contents have equal shapes, whatever the order of edits. Only the order of keys with equal
/// hashes may differ. (Steindorfer and Vinju, "Optimizing Hash-Array Mapped Tries for Fast and Lean
/// Immutable JVM Collections", OOPSLA 2015, doi:10.1145/2814270.2814312. Unlike in the paper, the
/// items and the children of a node lie in two arrays. A change copies only one of the arrays.)
@usableFromInline
struct HashTrie<Key: Hashable, Value> {
  @usableFromInline
  typealias Item = HashTrieNode<Key, Value>.Item

  @usableFromInline
  var root = HashTrieNode<Key, Value>()

  /// How many keys there are.
  @usableFromInline
  var count = 0

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { count == 0 }

  // MARK: Reading

  /// The value of a key, or nil if the key is absent.
  ///
  /// - Complexity: O(log *n*) for *n* keys.
  @inlinable
  subscript(key: Key) -> Value? {
    root.item(for: key, at: HashPath(key))?.value
  }

  /// The stored key that equals `key`, and its value. The two keys may differ in their bytes.
  ///
  /// - Complexity: O(log *n*) for *n* keys.
  @inlinable
  func item(for key: Key) -> Item? {
    root.item(for: key, at: HashPath(key))
  }

  // MARK: Writing

  /// Sets the value of a key. An equal stored key is replaced by `key`.
  ///
  /// - Returns: The value before, or nil if the key was absent.
  /// - Complexity: O(log *n*) for *n* keys.
  @discardableResult
  @inlinable
  mutating func set(_ key: Key, to value: Value) -> Value? {
    defer { checkInvariants(around: key) }
    let old = root.set(Item(key: key, value: value), at: HashPath(key))
    if old == nil { count += 1 }
    return old
  }

  /// Changes a stored key and its value in place. The new key must equal the old key. If the key is
  /// absent, no node is copied.
  ///
  /// - Returns: The result of `body`, or nil if the key is absent.
  /// - Complexity: O(log *n*) for *n* keys.
  @discardableResult
  @inlinable
  mutating func update<Result>(_ key: Key, with body: (inout Item) -> Result) -> Result? {
    defer { checkInvariants(around: key) }
    let path = HashPath(key)
    guard root.contains(key, at: path) else { return nil }
    return root.update(key, at: path, with: body)
  }

  /// - Returns: The value before, or nil if the key was absent.
  /// - Complexity: O(log *n*) for *n* keys.
  @discardableResult
  @inlinable
  mutating func remove(_ key: Key) -> Value? {
    defer { checkInvariants(around: key) }
    let path = HashPath(key)
    guard root.contains(key, at: path) else { return nil }
    count -= 1
    return root.remove(key, at: path)?.value
  }
}

extension HashTrie: Sendable where Key: Sendable, Value: Sendable {}
