// SPDX-License-Identifier: MIT

import SequenceEngine

/// Iterates over all items, in no particular order.
extension HashTrie: Sequence {
  @usableFromInline
  struct Iterator: IteratorProtocol {
    @usableFromInline
    var items: ContiguousArray<Item>.Iterator
    @usableFromInline
    var nodes: [HashTrieNode<Key, Value>]

    @inlinable
    init(_ root: HashTrieNode<Key, Value>) {
      items = root.items.makeIterator()
      nodes = Array(root.children)
    }

    @inlinable
    mutating func next() -> Item? {
      while true {
        if let item = items.next() { return item }
        guard let node = nodes.popLast() else { return nil }
        WorkCounter.visitNode()
        items = node.items.makeIterator()
        nodes += node.children
      }
    }
  }

  @inlinable
  func makeIterator() -> Iterator { Iterator(root) }

  @inlinable
  var underestimatedCount: Int { count }

  /// Calls `body` with each item. Faster than a `for` loop.
  @inlinable
  func forEach(_ body: (Item) -> Void) {
    root.forEach(body)
  }
}

extension HashTrieNode {
  @inlinable
  func forEach(_ body: (Item) -> Void) {
    WorkCounter.visitNode()
    for item in items { body(item) }
    for child in children { child.forEach(body) }
  }
}
