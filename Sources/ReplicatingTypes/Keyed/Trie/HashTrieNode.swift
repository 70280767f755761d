// SPDX-License-Identifier: MIT

import SequenceEngine

/// A node of a ``HashTrie``: the items and children of its 32 branches.
///
/// Below the last level, a node is a list of items whose keys have equal hashes, and its maps are
/// empty.
@usableFromInline
struct HashTrieNode<Key: Hashable, Value> {
  @usableFromInline
  struct Item {
    @usableFromInline
    var key: Key
    @usableFromInline
    var value: Value

    @inlinable
    init(key: Key, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// The branches that hold one item.
  @usableFromInline
  var itemMap: UInt32 = 0
  /// The branches that lead to a child. A child and the nodes below it hold two items or more.
  @usableFromInline
  var childMap: UInt32 = 0
  /// The items, by branch.
  @usableFromInline
  var items: ContiguousArray<Item> = []
  /// The children, by branch.
  @usableFromInline
  var children: ContiguousArray<HashTrieNode> = []

  @inlinable
  init() {}

  /// Makes a node of two items with different keys.
  @inlinable
  init(_ first: Item, at firstPath: HashPath, _ second: Item, at secondPath: HashPath) {
    guard !firstPath.isAtEnd else {
      items = [first, second]
      return
    }
    let (firstBit, secondBit) = (firstPath.bit, secondPath.bit)
    if firstBit == secondBit {
      childMap = firstBit
      children = [HashTrieNode(first, at: firstPath.next, second, at: secondPath.next)]
    } else {
      itemMap = firstBit | secondBit
      items = firstBit < secondBit ? [first, second] : [second, first]
    }
  }

  // MARK: Places

  @inlinable
  func itemIndex(_ bit: UInt32) -> Int { (itemMap & (bit - 1)).nonzeroBitCount }

  @inlinable
  func childIndex(_ bit: UInt32) -> Int { (childMap & (bit - 1)).nonzeroBitCount }

  /// The index of a key that this node itself holds.
  @inlinable
  func index(of key: Key, at path: HashPath) -> Int? {
    if path.isAtEnd { return items.firstIndex { $0.key == key } }
    guard itemMap & path.bit != 0 else { return nil }
    let index = itemIndex(path.bit)
    return items[index].key == key ? index : nil
  }

  /// The index of the child that a path leads to.
  @inlinable
  func childIndex(at path: HashPath) -> Int? {
    !path.isAtEnd && childMap & path.bit != 0 ? childIndex(path.bit) : nil
  }

  // MARK: Reading

  @inlinable
  func item(for key: Key, at path: HashPath) -> Item? {
    WorkCounter.visitNode()
    if let child = childIndex(at: path) {
      return children[child].item(for: key, at: path.next)
    }
    return index(of: key, at: path).map { items[$0] }
  }

  @inlinable
  func contains(_ key: Key, at path: HashPath) -> Bool {
    WorkCounter.visitNode()
    if let child = childIndex(at: path) {
      return children[child].contains(key, at: path.next)
    }
    return index(of: key, at: path) != nil
  }

  /// The only item of the node, if the node holds nothing else. Such a node must not be a child.
  @inlinable
  var onlyItem: Item? {
    items.count == 1 && children.isEmpty ? items[0] : nil
  }

  /// Whether two nodes are unchanged copies of one node.
  ///
  /// Only addresses are compared; nothing is read through them.
  @inlinable
  func isShared(with other: HashTrieNode) -> Bool {
    Self.address(items) == Self.address(other.items)
      && Self.address(children) == Self.address(other.children)
  }

  @inlinable
  static func address<Element>(_ array: ContiguousArray<Element>) -> UnsafeRawPointer? {
    array.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
  }
}

extension HashTrieNode: Sendable where Key: Sendable, Value: Sendable {}
extension HashTrieNode.Item: Sendable where Key: Sendable, Value: Sendable {}
extension HashTrieNode.Item: Equatable where Value: Equatable {}
