// SPDX-License-Identifier: MIT

/// Gives all items, in no particular order.
extension HashTrie: Sequence {
  struct Iterator: IteratorProtocol {
    private var items: ContiguousArray<Item>.Iterator
    private var nodes: [HashTrieNode<Key, Value>]

    fileprivate init(_ root: HashTrieNode<Key, Value>) {
      items = root.items.makeIterator()
      nodes = Array(root.children)
    }

    mutating func next() -> Item? {
      while true {
        if let item = items.next() { return item }
        guard let node = nodes.popLast() else { return nil }
        items = node.items.makeIterator()
        nodes += node.children
      }
    }
  }

  func makeIterator() -> Iterator { Iterator(root) }

  var underestimatedCount: Int { count }

  /// Calls `body` with each item; faster than a loop.
  func forEach(_ body: (Item) -> Void) {
    root.forEach(body)
  }
}

extension HashTrieNode {
  func forEach(_ body: (Item) -> Void) {
    for item in items { body(item) }
    for child in children { child.forEach(body) }
  }
}
