// SPDX-License-Identifier: MIT

/// The elements that a ``Tracker`` knows, in document order: a B-tree of runs,
/// each subtree with its width in two versions of the document.
///
/// Elements have consecutive ids within their run. Nodes and runs lie in pools
/// and are named by their places there; they are never removed, so that places
/// stay valid as long as the tree.
///
/// ```
/// nodes   parent, count, widths, next leaf        runs   first, length, left, …
/// slots   [node 0: capacity + 1][node 1: …]…      index  first id → run
///         of a leaf: runs; of others: nodes
/// ```
struct RunTree {
  /// Elements that stand together and always were treated alike.
  struct Run {
    /// The id of the first element; the others follow.
    var first: Int
    var length: Int
    /// The element that the first was inserted after, or ``RunTree/none``.
    var left: Int
    /// The right parent of the first element, or ``RunTree/none``.
    var right: Int
    /// At the prepared version: 0 not yet inserted, 1 visible, more: deleted
    /// that many times less one.
    var state: Int
    /// Whether deleted when all events are counted.
    var isDeletedAtEnd = false
    fileprivate(set) var leaf = 0

    var end: Int { first + length }
    var exists: Bool { state > 0 }
    fileprivate var preparedWidth: Int { state == 1 ? length : 0 }
    fileprivate var endWidth: Int { isDeletedAtEnd ? 0 : length }
  }

  /// No element: before the first, or after the last.
  static let none = -1

  fileprivate struct Node {
    var parent: Int
    var isLeaf: Bool
    var count = 0
    var preparedWidth = 0
    var endWidth = 0
    /// The leaf to the right.
    var next = -1
  }

  /// A place between two runs: before the one in this slot of this leaf.
  struct Cursor: Equatable {
    fileprivate var leaf: Int
    fileprivate var slot: Int
  }

  private(set) var runs: [Run] = []
  fileprivate var nodes: [Node] = []
  fileprivate var slots: [Int] = []
  private var root = 0
  private var index = OrderedIndex()
  private let capacity: Int

  /// Makes an empty tree.
  ///
  /// - Parameter capacity: Runs in a leaf, children in a node; at least 2.
  init(capacity: Int = RunTree.defaultCapacity) {
    self.capacity = capacity
    root = addNode(isLeaf: true, parent: -1)
  }

  /// Tests that check invariants run with small nodes, for deep trees.
  static var defaultCapacity: Int {
    #if DECENT_INVARIANTS
      4
    #else
      32
    #endif
  }

  /// How many elements are visible at the prepared version.
  var preparedLength: Int { nodes[root].preparedWidth }

  // MARK: Finding

  /// The run that holds the visible element at a position of the prepared
  /// version, and the element's offset in it.
  ///
  /// - Precondition: `position` is below ``preparedLength``.
  /// - Complexity: O(log *n*)
  func visibleElement(at position: Int) -> (run: Int, offset: Int) {
    var node = root
    var left = position
    while !nodes[node].isLeaf {
      node = child(of: node) { child in
        if left < nodes[child].preparedWidth { return true }
        left -= nodes[child].preparedWidth
        return false
      }
    }
    let run = child(of: node) { run in
      if left < runs[run].preparedWidth { return true }
      left -= runs[run].preparedWidth
      return false
    }
    return (run, left)
  }

  private func child(of node: Int, where isRight: (Int) -> Bool) -> Int {
    for slot in 0..<nodes[node].count where isRight(slots[node * stride + slot]) {
      return slots[node * stride + slot]
    }
    preconditionFailure("a width does not fit its children")
  }

  /// The run that holds an element.
  ///
  /// - Complexity: O(log *n*)
  func run(of element: Int) -> Int? {
    index.value(atOrBelow: element)
  }

  /// The place before all runs.
  var start: Cursor {
    var node = root
    while !nodes[node].isLeaf { node = slots[node * stride] }
    return Cursor(leaf: node, slot: 0)
  }

  /// The place after a run.
  func cursor(after run: Int) -> Cursor {
    let leaf = runs[run].leaf
    return Cursor(leaf: leaf, slot: slot(of: run, in: leaf) + 1)
  }

  /// The run after a place.
  func run(after cursor: Cursor) -> Int? {
    if cursor.slot < nodes[cursor.leaf].count { return slots[cursor.leaf * stride + cursor.slot] }
    let next = nodes[cursor.leaf].next
    return next < 0 ? nil : slots[next * stride]
  }

  /// How many elements before a run are visible when all events are counted.
  ///
  /// - Complexity: O(log *n*)
  func endPosition(of run: Int) -> Int {
    var node = runs[run].leaf
    var position = 0
    for slot in 0..<slot(of: run, in: node) {
      position += runs[slots[node * stride + slot]].endWidth
    }
    while nodes[node].parent >= 0 {
      let parent = nodes[node].parent
      for slot in 0..<slot(of: node, in: parent) {
        position += nodes[slots[parent * stride + slot]].endWidth
      }
      node = parent
    }
    return position
  }

  /// Whether an element stands before another.
  ///
  /// - Complexity: O(log *n*)
  func stands(_ first: Int, before second: Int) -> Bool {
    guard let firstRun = run(of: first), let secondRun = run(of: second), firstRun != secondRun
    else { return first < second }
    var (left, right) = (runs[firstRun].leaf, runs[secondRun].leaf)
    if left == right { return slot(of: firstRun, in: left) < slot(of: secondRun, in: left) }
    while nodes[left].parent != nodes[right].parent {
      left = nodes[left].parent
      right = nodes[right].parent
    }
    return slot(of: left, in: nodes[left].parent) < slot(of: right, in: nodes[left].parent)
  }

  private var stride: Int { capacity + 1 }

  private func slot(of child: Int, in node: Int) -> Int {
    for slot in 0..<nodes[node].count where slots[node * stride + slot] == child { return slot }
    preconditionFailure("a child is not where its parent says")
  }

  // MARK: Changing

  /// Puts a run in.
  ///
  /// - Returns: Its place in ``runs``.
  /// - Complexity: O(log *n*)
  mutating func insert(_ run: Run, at cursor: Cursor) -> Int {
    add(run, at: cursor)
    changeWidths(
      from: cursor.leaf, prepared: run.preparedWidth, end: run.endWidth)
    splitIfFull(cursor.leaf)
    return runs.count - 1
  }

  /// Cuts a run in two; the first part keeps its place in ``runs``.
  ///
  /// - Precondition: `offset` is above 0 and below the run's length.
  /// - Complexity: O(log *n*)
  mutating func split(_ run: Int, at offset: Int) {
    var rest = runs[run]
    rest.first += offset
    rest.length -= offset
    rest.left = rest.first - 1
    rest.right = Self.none
    runs[run].length = offset
    let cursor = cursor(after: run)
    add(rest, at: cursor)
    splitIfFull(cursor.leaf)
  }

  private mutating func add(_ run: Run, at cursor: Cursor) {
    var run = run
    run.leaf = cursor.leaf
    runs.append(run)
    index.insert(runs.count - 1, at: run.first)
    insertSlot(runs.count - 1, into: cursor.leaf, at: cursor.slot)
  }

  /// Changes how many times a run counts as inserted and deleted.
  mutating func changeState(of run: Int, by difference: Int) {
    let before = runs[run].preparedWidth
    runs[run].state += difference
    changeWidths(from: runs[run].leaf, prepared: runs[run].preparedWidth - before, end: 0)
  }

  /// Marks a run as deleted when all events are counted.
  mutating func markDeleted(_ run: Int) {
    let before = runs[run].endWidth
    runs[run].isDeletedAtEnd = true
    changeWidths(from: runs[run].leaf, prepared: 0, end: -before)
  }

  private mutating func changeWidths(from leaf: Int, prepared: Int, end: Int) {
    var node = leaf
    while node >= 0 {
      nodes[node].preparedWidth += prepared
      nodes[node].endWidth += end
      node = nodes[node].parent
    }
  }

  private mutating func insertSlot(_ child: Int, into node: Int, at slot: Int) {
    let start = node * stride
    var place = nodes[node].count
    while place > slot {
      slots[start + place] = slots[start + place - 1]
      place -= 1
    }
    slots[start + slot] = child
    nodes[node].count += 1
  }

  private mutating func addNode(isLeaf: Bool, parent: Int) -> Int {
    nodes.append(Node(parent: parent, isLeaf: isLeaf))
    slots.append(contentsOf: repeatElement(-1, count: stride))
    return nodes.count - 1
  }

  private mutating func splitIfFull(_ start: Int) {
    var node = start
    while nodes[node].count > capacity {
      let parent = nodes[node].parent >= 0 ? nodes[node].parent : addRoot(above: node)
      let sibling = addNode(isLeaf: nodes[node].isLeaf, parent: parent)
      moveUpperHalf(of: node, to: sibling)
      insertSlot(sibling, into: parent, at: slot(of: node, in: parent) + 1)
      node = parent
    }
  }

  private mutating func addRoot(above node: Int) -> Int {
    root = addNode(isLeaf: false, parent: -1)
    nodes[node].parent = root
    nodes[root].preparedWidth = nodes[node].preparedWidth
    nodes[root].endWidth = nodes[node].endWidth
    insertSlot(node, into: root, at: 0)
    return root
  }

  private mutating func moveUpperHalf(of node: Int, to sibling: Int) {
    let kept = nodes[node].count / 2
    for slot in kept..<nodes[node].count {
      let child = slots[node * stride + slot]
      slots[sibling * stride + slot - kept] = child
      if nodes[node].isLeaf { runs[child].leaf = sibling } else { nodes[child].parent = sibling }
    }
    nodes[sibling].count = nodes[node].count - kept
    nodes[node].count = kept
    if nodes[node].isLeaf {
      nodes[sibling].next = nodes[node].next
      nodes[node].next = sibling
    }
    updateWidths(of: node)
    updateWidths(of: sibling)
  }

  private mutating func updateWidths(of node: Int) {
    nodes[node].preparedWidth = 0
    nodes[node].endWidth = 0
    for slot in 0..<nodes[node].count {
      let child = slots[node * stride + slot]
      let isLeaf = nodes[node].isLeaf
      nodes[node].preparedWidth += isLeaf ? runs[child].preparedWidth : nodes[child].preparedWidth
      nodes[node].endWidth += isLeaf ? runs[child].endWidth : nodes[child].endWidth
    }
  }
}

extension RunTree {
  /// Recomputes every cached fact and compares, if invariant checks are on:
  /// always in a small tree, now and then in a large one.
  func checkInvariants() {
    #if DECENT_INVARIANTS
      guard runs.count < 256 || runs.count.nonzeroBitCount == 1 else { return }
      var leaves: [Int] = []
      check(root, leaves: &leaves)
      for (leaf, next) in zip(leaves, leaves.dropFirst() + [-1]) {
        precondition(nodes[leaf].next == next, "leaf \(leaf) is followed by \(nodes[leaf].next)")
      }
      for (place, run) in runs.enumerated() {
        precondition(self.run(of: run.end - 1) == place, "the index misses run \(place)")
      }
    #endif
  }

  #if DECENT_INVARIANTS
    private func check(_ node: Int, leaves: inout [Int]) {
      var (prepared, end) = (0, 0)
      if nodes[node].isLeaf { leaves.append(node) }
      for slot in 0..<nodes[node].count {
        let child = slots[node * stride + slot]
        if nodes[node].isLeaf {
          precondition(runs[child].leaf == node, "run \(child) is not in leaf \(node)")
          precondition(runs[child].length > 0, "run \(child) is empty")
          prepared += runs[child].preparedWidth
          end += runs[child].endWidth
        } else {
          precondition(nodes[child].parent == node, "node \(child) is not below \(node)")
          check(child, leaves: &leaves)
          prepared += nodes[child].preparedWidth
          end += nodes[child].endWidth
        }
      }
      precondition(nodes[node].preparedWidth == prepared, "prepared width of node \(node)")
      precondition(nodes[node].endWidth == end, "end width of node \(node)")
    }
  #endif
}
