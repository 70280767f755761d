// SPDX-License-Identifier: MIT

import SequenceEngine

/// The positions of an order, as a binary tree that counts the shown positions. Each position is
/// named by its slot.
///
/// A lopsided subtree is rebuilt, as in a scapegoat tree (Galperin and Rivest,
/// "Scapegoat Trees", SODA 1993). Copies share the segments in which the nodes
/// lie.
struct PositionTree: Sendable {
  private struct Node: Sendable {
    var parent: Int32 = -1
    var left: Int32 = -1
    var right: Int32 = -1
    /// The number of positions in the subtree.
    var count: Int32 = 1
    /// The number of shown positions in the subtree.
    var shown: Int32 = 0
    var isShown = false
  }

  /// The nodes, by slot.
  private var nodes = SegmentedArray<Node>()
  private var root = -1

  /// Makes a tree of positions.
  ///
  /// - Parameters:
  ///   - slots: The slots 0 to *p* - 1, in the order of their positions.
  ///   - shown: The slots of the positions to be shown.
  /// - Complexity: O(*p*) for *p* positions.
  init(_ slots: [Int], shown: some Sequence<Int>) {
    for _ in slots { nodes.append(Node()) }
    for slot in shown { nodes[slot].isShown = true }
    root = build(slots[...], below: -1)
  }

  /// How many positions are shown.
  var shownCount: Int { root < 0 ? 0 : Int(nodes[root].shown) }

  // MARK: Reading

  /// The slot of the position that is shown at an index below ``shownCount``.
  ///
  /// - Complexity: O(log *p*) for *p* positions.
  func slot(at index: Int) -> Int {
    var (node, rest) = (root, index)
    while true {
      WorkCounter.visitNode()
      let before = shown(nodes[node].left)
      if rest < before {
        node = Int(nodes[node].left)
      } else if rest == before, nodes[node].isShown {
        return node
      } else {
        rest -= before + (nodes[node].isShown ? 1 : 0)
        node = Int(nodes[node].right)
      }
    }
  }

  /// The number of positions before the position of a slot, and the number of shown positions among
  /// them.
  ///
  /// - Complexity: O(log *p*) for *p* positions.
  func place(of slot: Int) -> (all: Int, shown: Int) {
    var place = (all: count(nodes[slot].left), shown: shown(nodes[slot].left))
    var node = slot
    while nodes[node].parent >= 0 {
      WorkCounter.visitNode()
      let parent = Int(nodes[node].parent)
      if Int(nodes[parent].right) == node {
        place.all += count(nodes[parent].left) + 1
        place.shown += shown(nodes[parent].left) + (nodes[parent].isShown ? 1 : 0)
      }
      node = parent
    }
    return place
  }

  /// The slots of the positions that are shown, in order.
  ///
  /// - Complexity: O(*p*) for *p* positions.
  var shownSlots: [Int] { slots(below: root).filter { nodes[$0].isShown } }

  private func count(_ node: Int32) -> Int { node < 0 ? 0 : Int(nodes[Int(node)].count) }
  private func shown(_ node: Int32) -> Int { node < 0 ? 0 : Int(nodes[Int(node)].shown) }

  // MARK: Editing

  /// Shows a position or hides it.
  ///
  /// - Complexity: O(log *p*) for *p* positions.
  mutating func show(_ slot: Int, _ isShown: Bool) {
    guard nodes[slot].isShown != isShown else { return }
    nodes[slot].isShown = isShown
    var node = slot
    while node >= 0 {
      WorkCounter.visitNode()
      nodes[node].shown += isShown ? 1 : -1
      node = Int(nodes[node].parent)
    }
  }

  /// Inserts a hidden position with a new slot.
  ///
  /// - Parameters:
  ///   - slot: The new slot. The caller must also insert all lesser new slots, in any order.
  ///   - place: The number of positions before the new position.
  /// - Complexity: O(log *p*) amortized for *p* positions.
  mutating func insert(_ slot: Int, at place: Int) {
    while nodes.count <= slot { nodes.append(Node()) }
    var (node, rest) = (root, place)
    var parent = -1
    while node >= 0 {
      WorkCounter.visitNode()
      parent = node
      nodes[node].count += 1
      let before = count(nodes[node].left)
      if rest <= before {
        node = Int(nodes[node].left)
        if node < 0 { nodes[parent].left = Int32(slot) }
      } else {
        rest -= before + 1
        node = Int(nodes[node].right)
        if node < 0 { nodes[parent].right = Int32(slot) }
      }
    }
    nodes[slot].parent = Int32(parent)
    if parent < 0 { root = slot }
    balance(above: slot)
  }

  /// Rebuilds the largest lopsided subtree that contains a slot.
  private mutating func balance(above slot: Int) {
    var lopsided = -1
    var node = slot
    while node >= 0 {
      let larger = max(count(nodes[node].left), count(nodes[node].right))
      if larger > 2, larger * 10 > Int(nodes[node].count) * 7 { lopsided = node }
      node = Int(nodes[node].parent)
    }
    guard lopsided >= 0 else { return }
    let parent = Int(nodes[lopsided].parent)
    let isLeft = parent >= 0 && Int(nodes[parent].left) == lopsided
    let built = build(slots(below: lopsided)[...], below: parent)
    if parent < 0 {
      root = built
    } else if isLeft {
      nodes[parent].left = Int32(built)
    } else {
      nodes[parent].right = Int32(built)
    }
  }

  /// All slots of a subtree, in order.
  private func slots(below top: Int) -> [Int] {
    var slots: [Int] = []
    var path: [Int] = []
    var node = top
    while node >= 0 || !path.isEmpty {
      while node >= 0 {
        path.append(node)
        node = Int(nodes[node].left)
      }
      let next = path.removeLast()
      slots.append(next)
      node = Int(nodes[next].right)
    }
    return slots
  }

  /// Makes a balanced subtree.
  ///
  /// - Returns: The top node, or -1 for an empty subtree.
  private mutating func build(_ slots: ArraySlice<Int>, below parent: Int) -> Int {
    guard !slots.isEmpty else { return -1 }
    WorkCounter.visitNode()
    let middle = (slots.startIndex + slots.endIndex) / 2
    let top = slots[middle]
    let left = Int32(build(slots[..<middle], below: top))
    let right = Int32(build(slots[(middle + 1)...], below: top))
    var node = nodes[top]
    (node.parent, node.left, node.right) = (Int32(parent), left, right)
    node.count = Int32(slots.count)
    node.shown = Int32(shown(left) + shown(right) + (node.isShown ? 1 : 0))
    nodes[top] = node
    return top
  }
}
