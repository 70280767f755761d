// SPDX-License-Identifier: MIT

import SequenceEngine

extension HashTrieNode {
  @inlinable
  mutating func set(_ item: Item, at path: HashPath) -> Value? {
    WorkCounter.visitNode()
    if let child = childIndex(at: path) {
      return children[child].set(item, at: path.next)
    }
    if let index = index(of: item.key, at: path) {
      let old = items[index].value
      items[index] = item
      return old
    }
    insert(item, at: path)
    return nil
  }

  /// Inserts an item with a new key whose branch has no child.
  @inlinable
  mutating func insert(_ item: Item, at path: HashPath) {
    if path.isAtEnd {
      items.append(item)
    } else if itemMap & path.bit == 0 {
      items.insert(item, at: itemIndex(path.bit))
      itemMap |= path.bit
    } else {
      let other = items.remove(at: itemIndex(path.bit))
      let otherPath = HashPath(other.key, level: path.level + 1)
      let child = HashTrieNode(other, at: otherPath, item, at: path.next)
      itemMap ^= path.bit
      children.insert(child, at: childIndex(path.bit))
      childMap |= path.bit
    }
  }

  /// Changes an item in place.
  @inlinable
  mutating func update<Result>(
    _ key: Key, at path: HashPath, with body: (inout Item) -> Result
  ) -> Result? {
    WorkCounter.visitNode()
    if let child = childIndex(at: path) {
      return children[child].update(key, at: path.next, with: body)
    }
    return index(of: key, at: path).map { body(&items[$0]) }
  }

  @inlinable
  mutating func remove(_ key: Key, at path: HashPath) -> Item? {
    WorkCounter.visitNode()
    guard let child = childIndex(at: path) else {
      guard let index = index(of: key, at: path) else { return nil }
      if !path.isAtEnd { itemMap ^= path.bit }
      return items.remove(at: index)
    }
    let removed = children[child].remove(key, at: path.next)
    if let item = children[child].onlyItem { replaceChild(path.bit, by: item) }
    return removed
  }

  @inlinable
  mutating func replaceChild(_ bit: UInt32, by item: Item) {
    children.remove(at: childIndex(bit))
    childMap ^= bit
    items.insert(item, at: itemIndex(bit))
    itemMap |= bit
  }
}
