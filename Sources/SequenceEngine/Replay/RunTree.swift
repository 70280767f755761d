// SPDX-License-Identifier: MIT

/// The elements that a ``Tracker`` knows, in document order, as a B-tree of runs. Each node stores
/// three numbers of elements below the node: visible in the prepared version, existing in the
/// prepared version, and visible in the effect version. ``Lanes`` holds several prepared versions.
///
/// Elements have consecutive ids within their run. A node or run is named by its place in a pool.
/// The place stays valid until `removeAll()`.
///
/// ```
/// nodes   parent, count, widths, next leaf        runs   first, length, left, …
/// slots   [node 0: capacity + 1][node 1: …]…      index  first id → run
///         of a leaf: runs; of others: nodes       lanes  run → state, node → widths
/// ```
struct RunTree: ~Copyable {
  /// Adjacent elements that have the same state in every version.
  struct Run {
    /// The id of the first element. The other elements have the following ids.
    var first: Int
    var length: Int
    /// The element after which the first element was inserted, or ``RunTree/none``.
    var left: Int
    /// The nearest element whose left subtree contains this run, or ``RunTree/none``.
    var fence: Int
    private var leafPlace: Int32 = 0
    /// Whether any replayed event deleted the run.
    var isDeletedInEffect = false
    /// Whether the run's state in the effect version must still be written to the document.
    var isUnwritten: Bool
    /// Whether the first element is a left child of ``fence``.
    var isLeftChild: Bool

    /// - Parameter fence: The fence of the left element. Used only if `right` is ``RunTree/none``.
    init(
      first: Int, length: Int, left: Int, right: Int, fence: Int, isUnwritten: Bool
    ) {
      self.isUnwritten = isUnwritten
      self.first = first
      self.length = length
      self.left = left
      self.fence = right == RunTree.none ? fence : right
      isLeftChild = right != RunTree.none
    }

    var leaf: Int {
      get { Int(leafPlace) }
      set { leafPlace = Int32(newValue) }
    }

    /// The right parent of the first element, or ``RunTree/none``.
    var right: Int { isLeftChild ? fence : RunTree.none }
    var end: Int { first + length }
    var effectWidth: Int { isDeletedInEffect ? 0 : length }
  }

  /// The id of no element: the start or the end of the document.
  static let none = -1

  struct Node {
    var parent: Int
    var isLeaf: Bool
    var count = 0
    var effectWidth = 0
    /// The leaf after this leaf; -1 if there is none.
    var next = -1
  }

  /// A place between two runs: before the run in a slot of a leaf.
  struct Cursor: Equatable {
    var leaf: Int
    var slot: Int
  }

  var runs = Pool<Run>()
  var nodes = Pool<Node>()
  var slots = Pool<Int32>()
  /// The states of the runs at all prepared versions.
  var lanes = Lanes()
  var root = 0
  /// An index of the runs by their first elements. New runs are added to it at the next search.
  /// Many replays need no search.
  private(set) var index = OrderedIndex()
  let capacity: Int
  /// The bounds of the nodes. The last nodes may be missing. Empty until a search needs bounds.
  var bounds = Pool<Bounds>(capacity: 1)
  /// For each run added since ``gatherEffects()``, the place of its first element in the inserted
  /// content.
  var contents = Pool<Int>(capacity: 1)
  /// The number of runs when ``gatherEffects()`` was called. Only later runs have a place in
  /// ``contents``.
  var firstGathered = Int.max
  /// The run that the last search by element found.
  private var lastFound = 0
  /// The place where the last search by position ended.
  private(set) var finger = Finger()

  /// The run that a search by position found. The next search nearby begins there.
  struct Finger {
    /// The leaf of the run; -1 once ``start`` may have changed.
    var leaf = -1
    /// The number of elements before the leaf that are visible at the prepared version.
    var start = 0
    /// The slot of the run in the leaf, or the leaf's first slot.
    var slot = 0
    /// The number of elements in the leaf before the slot that are visible at the prepared version.
    var before = 0
    /// The run in the slot; -1 if the run was not looked up.
    var run = -1
  }

  /// Makes an empty tree.
  ///
  /// - Parameter capacity: The most runs in a leaf and the most children of other nodes; at least
  ///   2.
  init(capacity: Int = NodeSizes.runTreeNode) {
    self.capacity = capacity
    root = addNode(isLeaf: true, parent: -1)
  }

  /// Forgets all runs but keeps the memory.
  mutating func removeAll() {
    runs.removeAll()
    nodes.removeAll()
    slots.removeAll()
    lanes.removeAll()
    index.removeAll()
    lastFound = 0
    dropFinger()
    bounds.removeAll()
    root = addNode(isLeaf: true, parent: -1)
  }

  /// The memory of the tree in bytes, including free capacity.
  var byteCount: Int {
    runs.byteCount + nodes.byteCount + slots.byteCount + lanes.byteCount + index.byteCount
      + bounds.byteCount
  }

  /// The number of elements that are visible at the prepared version.
  var preparedLength: Int { lanes[root].visible }

  /// Whether a run exists at the prepared version, visible or deleted.
  @inline(__always)
  func exists(_ run: Int) -> Bool { lanes.state(of: run) > 0 }

  /// The number of elements of a run that are visible at the prepared version.
  @inline(__always)
  func preparedWidth(ofRun run: Int) -> Int { lanes.state(of: run) == 1 ? runs[run].length : 0 }

  // MARK: Finding

  /// The run that holds the visible element at a position of the prepared version, and the
  /// element's offset in the run.
  ///
  /// - Precondition: `position` is below ``preparedLength``.
  /// - Complexity: O(log *n*) for *n* runs; O(1) in the leaf of the last search if only that leaf
  ///   was edited after the search.
  mutating func visibleElement(at position: Int) -> (run: Int, offset: Int) {
    let found = slotOfVisibleElement(at: position)
    return (found.run, found.offset)
  }

  /// Like ``visibleElement(at:)``, but also returns the slot of the run in its leaf.
  mutating func slotOfVisibleElement(at position: Int) -> (run: Int, offset: Int, slot: Int) {
    let offset = position - finger.start
    if finger.leaf < 0 || offset < 0 || offset >= lanes[finger.leaf].visible {
      moveFinger(to: position)
    } else if offset < finger.before {
      rewindFinger()
    }
    let first = finger.leaf * stride
    var left = position - finger.start - finger.before
    var slot = first + finger.slot
    var run = child(slot)
    while true {
      let width = preparedWidth(ofRun: run)
      if left < width { break }
      left -= width
      finger.before += width
      slot += 1
      run = child(slot)
    }
    finger.slot = slot - first
    finger.run = run
    return (run, left, finger.slot)
  }

  private mutating func moveFinger(to position: Int) {
    var node = root
    var left = position
    while !nodes[node].isLeaf {
      WorkCounter.visitNode()
      var slot = node * stride
      while left >= lanes[child(slot)].visible {
        left -= lanes[child(slot)].visible
        slot += 1
      }
      node = child(slot)
    }
    finger = Finger(leaf: node, start: position - left)
  }

  /// Moves the finger to the first slot of its leaf.
  private mutating func rewindFinger() {
    finger = Finger(leaf: finger.leaf, start: finger.start)
  }

  /// Rewinds the finger after a run changed, unless the finger is on that run.
  @inline(__always)
  mutating func rewindFinger(unlessOn run: Int) {
    if finger.run != run { rewindFinger() }
  }

  /// Rewinds the finger if it stands at or after a place in the finger's leaf.
  @inline(__always)
  mutating func rewindFinger(unlessBefore cursor: Cursor) {
    if finger.leaf == cursor.leaf, finger.slot >= cursor.slot { rewindFinger() }
  }

  /// Drops the finger unless the finger is on `leaf`, the only leaf that changed.
  @inline(__always)
  mutating func dropFinger(unlessOn leaf: Int = -1) {
    if finger.leaf != leaf { finger.leaf = -1 }
  }

  /// The child in a slot. Slots are counted over all nodes.
  @inline(__always)
  func child(_ slot: Int) -> Int { Int(slots[slot]) }

  /// The run that holds an element. For an element that is not in the tree, an earlier run or nil.
  ///
  /// - Parameter hint: A run that may hold the element.
  /// - Complexity: O(log *n*) amortized for *n* runs; O(1) if the hint or the last result matches.
  mutating func run(of element: Int, hint: Int = 0) -> Int? {
    if hint < runs.count, runs[hint].first <= element, element < runs[hint].end { return hint }
    if lastFound < runs.count, runs[lastFound].first <= element, element < runs[lastFound].end {
      return lastFound
    }
    completeIndex()
    guard let run = index.value(atOrBelow: element) else { return nil }
    lastFound = run
    return run
  }

  /// Adds all runs to the index.
  mutating func completeIndex() {
    while index.count < runs.count { index.insert(index.count, at: runs[index.count].first) }
  }

  /// The place before all runs.
  var start: Cursor {
    var node = root
    while !nodes[node].isLeaf {
      WorkCounter.visitNode()
      node = child(node * stride)
    }
    return Cursor(leaf: node, slot: 0)
  }

  /// The first run below a child of a node, or the child itself if the child is a run.
  func firstRun(of child: Int, isRun: Bool) -> Int {
    var (child, isRun) = (child, isRun)
    while !isRun {
      isRun = nodes[child].isLeaf
      child = self.child(child * stride)
    }
    return child
  }

  /// The place after a run.
  func cursor(after run: Int) -> Cursor {
    let leaf = runs[run].leaf
    return Cursor(leaf: leaf, slot: slot(of: run, in: leaf) + 1)
  }

  /// The run after a place.
  func run(after cursor: Cursor) -> Int? {
    WorkCounter.visitNode()
    if cursor.slot < nodes[cursor.leaf].count { return child(cursor.leaf * stride + cursor.slot) }
    let next = nodes[cursor.leaf].next
    return next < 0 ? nil : child(next * stride)
  }

  /// The first run, at or after a place, that exists at the prepared version.
  ///
  /// - Complexity: O(log *n*) for *n* runs.
  func existingRun(from cursor: Cursor) -> Int? {
    if let run = run(after: cursor), exists(run) { return run }
    var (node, slot) = (cursor.leaf, cursor.slot)
    while true {
      WorkCounter.visitNode()
      if let child = existingChild(of: node, from: slot) {
        if nodes[node].isLeaf { return child }
        (node, slot) = (child, 0)
      } else {
        let parent = nodes[node].parent
        if parent < 0 { return nil }
        (node, slot) = (parent, self.slot(of: node, in: parent) + 1)
      }
    }
  }

  private func existingChild(of node: Int, from slot: Int) -> Int? {
    for slot in slot..<nodes[node].count {
      let child = child(node * stride + slot)
      if nodes[node].isLeaf ? exists(child) : lanes[child].existing > 0 { return child }
    }
    return nil
  }

  /// Whether an element stands before another.
  ///
  /// - Complexity: O(log *n*) for *n* runs.
  mutating func stands(_ first: Int, before second: Int) -> Bool {
    guard let firstRun = run(of: first), let secondRun = run(of: second), firstRun != secondRun
    else { return first < second }
    var (left, right) = (runs[firstRun].leaf, runs[secondRun].leaf)
    if left == right { return slot(of: firstRun, in: left) < slot(of: secondRun, in: left) }
    while nodes[left].parent != nodes[right].parent {
      WorkCounter.visitNode()
      left = nodes[left].parent
      right = nodes[right].parent
    }
    return slot(of: left, in: nodes[left].parent) < slot(of: right, in: nodes[left].parent)
  }

  /// The number of slots of a node. An edit adds up to two children before the node splits.
  var stride: Int { capacity + 2 }

  func slot(of child: Int, in node: Int) -> Int {
    let start = node * stride
    for slot in 0..<nodes[node].count where slots[start + slot] == Int32(child) { return slot }
    preconditionFailure("a child is not where its parent says")
  }
}
