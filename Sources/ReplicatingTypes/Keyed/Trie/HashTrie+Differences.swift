// SPDX-License-Identifier: MIT

import SequenceEngine

extension HashTrie {
  /// Calls `body` with every item of another trie that this trie lacks, and with some items that
  /// both hold. Also passes this trie's value for the item's key.
  ///
  /// Skips nodes that the two tries share. Both tries hold all items of such nodes.
  ///
  /// - Complexity: O(*d* log *n*) if *d* of *n* items changed since one trie was copied from the
  ///   other. O(*n*) if neither trie was copied from the other.
  @inlinable
  func forEachDifference(in other: HashTrie, _ body: (_ theirs: Item, _ mine: Value?) -> Void) {
    if root.isShared(with: other.root) { return }
    root.forEachDifference(in: other.root, level: 0, body)
  }
}

extension HashTrieNode {
  @inlinable
  func forEachDifference(
    in other: HashTrieNode, level: Int, _ body: (_ theirs: Item, _ mine: Value?) -> Void
  ) {
    WorkCounter.visitNode()
    var bits = other.itemMap
    for theirs in other.items {
      body(theirs, value(of: theirs.key, inBranch: Self.takeLowest(of: &bits), level: level))
    }
    bits = other.childMap
    for child in other.children {
      let bit = Self.takeLowest(of: &bits)
      if childMap & bit == 0 {
        child.forEach { body($0, value(of: $0.key, inBranch: bit, level: level)) }
      } else if !children[childIndex(bit)].isShared(with: child) {
        children[childIndex(bit)].forEachDifference(in: child, level: level + 1, body)
      }
    }
  }

  /// The value of a key in a branch. `bit` is 0 if this node is a list of items whose keys have
  /// equal hashes.
  @inlinable
  func value(of key: Key, inBranch bit: UInt32, level: Int) -> Value? {
    if childMap & bit != 0 {
      return children[childIndex(bit)].item(for: key, at: HashPath(key, level: level + 1))?.value
    }
    if bit == 0 { return items.first { $0.key == key }?.value }
    guard itemMap & bit != 0 else { return nil }
    let item = items[itemIndex(bit)]
    return item.key == key ? item.value : nil
  }

  @inlinable
  static func takeLowest(of bits: inout UInt32) -> UInt32 {
    let bit = bits & ~(bits &- 1)
    bits ^= bit
    return bit
  }
}

extension HashTrie: Equatable where Value: Equatable {
  /// Whether the two tries hold equal values for equal keys.
  ///
  /// - Complexity: As for ``forEachDifference(in:_:)``.
  @inlinable
  static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.root == right.root
  }
}

extension HashTrieNode: Equatable where Value: Equatable {
  /// Equal contents have equal shapes, except that items whose keys have equal hashes may stand in
  /// different orders.
  @inlinable
  static func == (left: Self, right: Self) -> Bool {
    if left.isShared(with: right) { return true }
    guard left.itemMap == right.itemMap, left.childMap == right.childMap,
      left.items.count == right.items.count
    else { return false }
    if left.itemMap | left.childMap == 0 { return left.items.allSatisfy(right.items.contains) }
    return left.items == right.items && left.children == right.children
  }
}
