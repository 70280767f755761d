// SPDX-License-Identifier: MIT

extension RunTree {
  /// Puts a run in.
  ///
  /// - Returns: Its place in ``runs``.
  /// - Complexity: O(log *n*)
  mutating func insert(_ run: Run, at cursor: Cursor) -> Int {
    add(run, at: cursor)
    changeWidths(
      from: cursor.leaf, prepared: run.preparedWidth, end: run.endWidth,
      existing: run.existingWidth)
    if bounds.count > 0 { widenBounds(for: runs.count - 1) }
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
    rest.isLeftChild = false
    runs[run].length = offset
    let cursor = cursor(after: run)
    add(rest, at: cursor)
    splitIfFull(cursor.leaf)
  }

  /// Adds elements to a run whose last element they follow.
  mutating func extend(_ run: Int, by count: Int) {
    let before = runs[run]
    runs[run].length += count
    changeWidths(
      from: before.leaf, prepared: runs[run].preparedWidth - before.preparedWidth,
      end: runs[run].endWidth - before.endWidth,
      existing: runs[run].existingWidth - before.existingWidth)
  }

  /// The run that holds exactly the elements from one on, up to the end of
  /// those that stand with it or to a limit: others in its run are cut off.
  ///
  /// - Parameter hint: A run that may hold the element.
  mutating func isolate(_ element: Int, upTo end: Int, hint: Int = 0) -> Int? {
    guard var run = run(of: element, hint: hint) else { return nil }
    if runs[run].first < element {
      split(run, at: element - runs[run].first)
      run = runs.count - 1
    }
    if runs[run].end > end { split(run, at: end - element) }
    return run
  }

  private mutating func add(_ run: Run, at cursor: Cursor) {
    var run = run
    run.leaf = cursor.leaf
    runs.append(run)
    index.insert(runs.count - 1, at: run.first)
    insertSlot(runs.count - 1, into: cursor.leaf, at: cursor.slot)
  }

  /// Changes how many times a run counts as inserted and deleted.
  mutating func changeState(of run: Int, by difference: Int32) {
    let before = runs[run]
    runs[run].state += difference
    changeWidths(
      from: before.leaf, prepared: runs[run].preparedWidth - before.preparedWidth, end: 0,
      existing: runs[run].existingWidth - before.existingWidth)
  }

  /// Counts one more delete of a run, which is deleted then when all events are
  /// counted.
  mutating func delete(_ run: Int) {
    let before = runs[run]
    runs[run].state += 1
    runs[run].isDeletedAtEnd = true
    changeWidths(
      from: before.leaf, prepared: runs[run].preparedWidth - before.preparedWidth,
      end: -before.endWidth, existing: runs[run].existingWidth - before.existingWidth)
  }

  private mutating func changeWidths(from leaf: Int, prepared: Int, end: Int, existing: Int) {
    var node = leaf
    while node >= 0 {
      WorkCounter.visitNode()
      nodes[node].preparedWidth += prepared
      nodes[node].endWidth += end
      nodes[node].existingWidth += existing
      node = nodes[node].parent
    }
  }

  private mutating func insertSlot(_ child: Int, into node: Int, at slot: Int) {
    let start = node * stride
    slots.move((start + slot)..<(start + nodes[node].count), to: start + slot + 1)
    slots[start + slot] = Int32(child)
    nodes[node].count += 1
  }

  mutating func addNode(isLeaf: Bool, parent: Int) -> Int {
    nodes.append(Node(parent: parent, isLeaf: isLeaf))
    slots.append(repeating: -1, count: stride)
    return nodes.count - 1
  }

  private mutating func splitIfFull(_ start: Int) {
    var node = start
    while nodes[node].count > capacity {
      WorkCounter.visitNode()
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
    nodes[root].existingWidth = nodes[node].existingWidth
    insertSlot(node, into: root, at: 0)
    return root
  }

  private mutating func moveUpperHalf(of node: Int, to sibling: Int) {
    let kept = nodes[node].count / 2
    for slot in kept..<nodes[node].count {
      let child = child(node * stride + slot)
      slots[sibling * stride + slot - kept] = Int32(child)
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
    if node < bounds.count { bounds[node] = Bounds() }
  }

  private mutating func updateWidths(of node: Int) {
    nodes[node].preparedWidth = 0
    nodes[node].endWidth = 0
    nodes[node].existingWidth = 0
    for slot in 0..<nodes[node].count {
      let child = child(node * stride + slot)
      let isLeaf = nodes[node].isLeaf
      nodes[node].preparedWidth += isLeaf ? runs[child].preparedWidth : nodes[child].preparedWidth
      nodes[node].endWidth += isLeaf ? runs[child].endWidth : nodes[child].endWidth
      nodes[node].existingWidth += isLeaf ? runs[child].existingWidth : nodes[child].existingWidth
    }
  }
}
