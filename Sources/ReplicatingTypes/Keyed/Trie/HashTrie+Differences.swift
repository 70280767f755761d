// SPDX-License-Identifier: MIT

import SequenceEngine

extension HashTrie {
  /// Calls `body` with each item of another trie that this one may not hold.
  ///
  /// Skips nodes that both share. So items that `body` is not called with stand in
  /// both; of the others, some may.
  ///
  /// - Complexity: O(*d* log *n*) in the items *d* that were changed since the tries
  ///   were one; O(*n*) if they never were.
  @inlinable
  func forEachDifference(in other: HashTrie, _ body: (Item) -> Void) {
    root.forEachDifference(in: other.root, body)
  }
}

extension HashTrieNode {
  @inlinable
  func forEachDifference(in other: HashTrieNode, _ body: (Item) -> Void) {
    WorkCounter.visitNode()
    if isShared(with: other) { return }
    other.items.forEach(body)
    var bits = other.childMap
    for child in other.children {
      let bit = bits & ~(bits &- 1)
      bits ^= bit
      if childMap & bit != 0 {
        children[childIndex(bit)].forEachDifference(in: child, body)
      } else {
        child.forEach(body)
      }
    }
  }
}

extension HashTrie: Equatable where Value: Equatable {
  /// Whether both hold equal values for equal keys.
  ///
  /// - Complexity: As for ``forEachDifference(in:_:)``.
  @inlinable
  static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.root == right.root
  }
}

extension HashTrieNode: Equatable where Value: Equatable {
  /// Equal contents have equal shapes; but items whose keys have equal hashes
  /// lie in any order.
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
