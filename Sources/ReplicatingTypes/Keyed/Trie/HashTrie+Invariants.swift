// SPDX-License-Identifier: MIT

extension HashTrie {
  /// Checks the whole trie, if invariant checks are on.
  func checkInvariants() {
    #if DECENT_INVARIANTS
      precondition(root.checkedCount(HashPrefix()) == count, "the count of items")
    #endif
  }

  /// Checks the nodes on the way to a changed key, or all nodes of a small trie. Does not check a
  /// trie of more than 1,000 keys: tests check such a trie once, at their end.
  @usableFromInline
  func checkInvariants(around key: Key) {
    #if DECENT_INVARIANTS
      if count <= 32 { return checkInvariants() }
      if count > 1_000 { return }
      root.checkInvariants(toward: HashPath(key), HashPrefix())
    #endif
  }
}

#if DECENT_INVARIANTS
  /// The first bits that the hashes of all keys at and below a node have in common.
  private struct HashPrefix {
    var bits: UInt = 0
    var level = 0

    /// The prefix of a branch of the node. The branch is the lowest bit of `map`.
    func branch(_ map: UInt32) -> HashPrefix {
      let branch = UInt(map.trailingZeroBitCount) << shift
      return HashPrefix(bits: bits | branch, level: level + 1)
    }

    func begins(_ key: some Hashable) -> Bool {
      HashPath(key).bits & ((1 << shift) &- 1) == bits
    }

    private var shift: UInt { UInt(level) * UInt(HashPath.bitsPerLevel) }
  }

  extension HashTrieNode {
    /// Checks a node and all nodes below the node, and returns the number of their items.
    fileprivate func checkedCount(_ prefix: HashPrefix) -> Int {
      checkNode(prefix)
      var count = items.count
      var map = childMap
      for child in children {
        count += child.checkedCount(prefix.branch(map))
        map &= map &- 1
      }
      return count
    }

    fileprivate func checkInvariants(toward path: HashPath, _ prefix: HashPrefix) {
      checkNode(prefix)
      guard let child = childIndex(at: path) else { return }
      children[child].checkInvariants(toward: path.next, prefix.branch(path.bit))
    }

    private func checkNode(_ prefix: HashPrefix) {
      precondition(
        prefix.level == 0 || items.count + 2 * children.count >= 2, "a child with a single item")
      let isList = !items.isEmpty && prefix.level == HashPath.levelCount
      precondition(itemMap & childMap == 0, "a branch with both an item and a child")
      precondition(itemMap.nonzeroBitCount == (isList ? 0 : items.count), "the map of items")
      precondition(!isList || childMap == 0, "branches below the last level")
      precondition(childMap.nonzeroBitCount == children.count, "the map of children")
      if isList { return checkList(prefix) }
      var map = itemMap
      for item in items {
        precondition(prefix.branch(map).begins(item.key), "an item on the wrong branch")
        map &= map &- 1
      }
    }

    /// Checks the list of items whose keys have equal hashes.
    private func checkList(_ prefix: HashPrefix) {
      for (index, item) in items.enumerated() {
        precondition(prefix.begins(item.key), "an item on the wrong branch")
        precondition(!items[..<index].contains { $0.key == item.key }, "a key twice")
      }
    }
  }
#endif
