// SPDX-License-Identifier: MIT

extension HashTrie {
  /// Walks the whole trie and compares it with what it should be, if invariant
  /// checks are on.
  func checkInvariants() {
    #if DECENT_INVARIANTS
      precondition(root.checkedCount(prefix: []) == count, "the count of items")
    #endif
  }

  /// Checks the nodes on the way to a key that was changed: all nodes of a small
  /// trie, none of a large one, whose tests check it when they are done.
  @usableFromInline
  func checkInvariants(around key: Key) {
    #if DECENT_INVARIANTS
      if count <= 32 { return checkInvariants() }
      if count > 1_000 { return }
      root.checkInvariants(toward: HashPath(key), prefix: [])
    #endif
  }
}

#if DECENT_INVARIANTS
  extension HashTrieNode {
    /// Checks a node and all below it, and counts their items.
    ///
    /// - Parameter prefix: The branches that lead here.
    fileprivate func checkedCount(prefix: [UInt32]) -> Int {
      checkNode(prefix: prefix)
      return zip(children, Self.bits(childMap)).reduce(items.count) { count, member in
        count + member.0.checkedCount(prefix: prefix + [member.1])
      }
    }

    fileprivate func checkInvariants(toward path: HashPath, prefix: [UInt32]) {
      checkNode(prefix: prefix)
      guard let child = childIndex(at: path) else { return }
      children[child].checkInvariants(toward: path.next, prefix: prefix + [path.bit])
    }

    private func checkNode(prefix: [UInt32]) {
      precondition(
        prefix.isEmpty || items.count + 2 * children.count >= 2, "a child with a single item")
      let isList = items.first.map { HashPath($0.key, level: prefix.count).isAtEnd } ?? false
      precondition(itemMap & childMap == 0, "a branch with both an item and a child")
      precondition(itemMap.nonzeroBitCount == (isList ? 0 : items.count), "the map of items")
      precondition(!isList || childMap == 0, "branches below the last level")
      precondition(childMap.nonzeroBitCount == children.count, "the map of children")
      let branches = Self.bits(itemMap)
      for (index, item) in items.enumerated() {
        checkPlace(of: item, prefix: isList ? prefix : prefix + [branches[index]])
        precondition(!items[..<index].contains { $0.key == item.key }, "a key twice")
      }
    }

    private func checkPlace(of item: Item, prefix: [UInt32]) {
      var path = HashPath(item.key)
      for bit in prefix {
        precondition(path.bit == bit, "an item on the wrong branch")
        path = path.next
      }
    }

    private static func bits(_ map: UInt32) -> [UInt32] {
      (0..<32).map { 1 << $0 }.filter { map & $0 != 0 }
    }
  }
#endif
