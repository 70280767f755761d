// SPDX-License-Identifier: MIT

extension RunTree {
  /// Inserts a run.
  ///
  /// - Returns: The place of the inserted run in ``runs``.
  /// - Complexity: O(log *n*) for *n* runs.
  mutating func insert(_ run: Run, content: Int = 0, at cursor: Cursor) -> Int {
    lanes.addRun()
    add(run, content: content, at: cursor)
    changeWidths(
      from: cursor.leaf, visible: run.length, effect: run.effectWidth, existing: run.length)
    if bounds.count > 0 { widenBounds(for: runs.count - 1) }
    splitIfFull(cursor.leaf)
    return runs.count - 1
  }

  /// Inserts a run between two elements of another run, which is split as by ``split(_:at:)``.
  ///
  /// - Parameter cursor: The place right after the other run.
  /// - Returns: The place of the inserted run in ``runs``.
  /// - Complexity: O(log *n*) for *n* runs.
  mutating func insert(
    _ run: Run, content: Int, into other: Int, at offset: Int, _ cursor: Cursor
  ) -> Int {
    lanes.addRun()
    lanes.addRun(cutOff: other)
    makeRoom(for: 2, at: cursor)
    put(run, content: content, in: cursor)
    put(
      cutOff(other, at: offset), content: self.content(of: other) + offset,
      in: Cursor(leaf: cursor.leaf, slot: cursor.slot + 1))
    changeWidths(
      from: cursor.leaf, visible: run.length, effect: run.effectWidth, existing: run.length)
    if bounds.count > 0 { widenBounds(for: runs.count - 2) }
    splitIfFull(cursor.leaf)
    return runs.count - 2
  }

  /// Cuts a run in two; the first part keeps its place in ``runs``.
  ///
  /// - Precondition: `offset` is above 0 and below the run's length.
  /// - Complexity: O(log *n*) for *n* runs.
  mutating func split(_ run: Int, at offset: Int) {
    let cursor = cursor(after: run)
    lanes.addRun(cutOff: run)
    add(cutOff(run, at: offset), content: content(of: run) + offset, at: cursor)
    splitIfFull(cursor.leaf)
  }

  /// Shortens a run.
  ///
  /// - Returns: The part that is cut off.
  private mutating func cutOff(_ run: Int, at offset: Int) -> Run {
    var rest = runs[run]
    rest.first += offset
    rest.length -= offset
    rest.left = rest.first - 1
    rest.isLeftChild = false
    runs[run].length = offset
    return rest
  }

  /// Extends a visible run by elements that follow its last element.
  ///
  /// - Precondition: The run exists in no other lane, and nothing has deleted it.
  mutating func extend(_ run: Int, by count: Int) {
    runs[run].length += count
    rewindFinger(unlessOn: run)
    changeWidths(from: runs[run].leaf, visible: count, effect: count, existing: count)
  }

  /// Splits a run so that one part holds only elements of a range. Returns that part.
  ///
  /// - Precondition: The run holds the first element of the range.
  mutating func isolate(_ elements: Range<Int>, of run: Int) -> Int {
    var run = run
    let offset = elements.lowerBound - runs[run].first
    if offset > 0 {
      split(run, at: offset)
      run = runs.count - 1
    }
    if runs[run].length > elements.count { split(run, at: elements.count) }
    return run
  }

  private mutating func add(_ run: Run, content: Int, at cursor: Cursor) {
    makeRoom(for: 1, at: cursor)
    put(run, content: content, in: cursor)
  }

  /// Puts a run into a free slot.
  private mutating func put(_ run: Run, content: Int, in cursor: Cursor) {
    if runs.count >= firstGathered { contents.append(content) }
    var run = run
    run.leaf = cursor.leaf
    slots[cursor.leaf * stride + cursor.slot] = Int32(runs.count)
    runs.append(run)
  }

  /// Changes the state of a run at the prepared version: see ``Lanes``.
  mutating func changeState(of run: Int, by difference: Int) {
    changeState(of: run, by: difference, effect: 0)
  }

  /// Counts one more delete of a run. The run is then deleted in effect.
  ///
  /// - Parameter isGathered: Whether ``writeEffects(to:)`` is to write the delete.
  mutating func delete(_ run: Int, isGathered: Bool) {
    let width = runs[run].effectWidth
    runs[run].isDeletedInEffect = true
    // A run that the document does not show yet needs no operation once it is deleted.
    if isGathered { runs[run].isUnwritten.toggle() }
    changeState(of: run, by: 1, effect: -width)
  }

  private mutating func changeState(of run: Int, by difference: Int, effect: Int) {
    let (before, length) = (lanes.state(of: run), runs[run].length)
    let after = before + difference
    lanes.setState(of: run, to: after)
    rewindFinger(unlessOn: run)
    changeWidths(
      from: runs[run].leaf, visible: (after == 1 ? length : 0) - (before == 1 ? length : 0),
      effect: effect, existing: (after > 0 ? length : 0) - (before > 0 ? length : 0))
  }

  private mutating func changeWidths(from leaf: Int, visible: Int, effect: Int, existing: Int) {
    if visible != 0 { dropFinger(unlessOn: leaf) }
    var node = leaf
    while node >= 0 {
      WorkCounter.visitNode()
      lanes[node].visible += visible
      lanes[node].existing += existing
      nodes[node].effectWidth += effect
      node = nodes[node].parent
    }
  }

  private mutating func insertSlot(_ child: Int, into node: Int, at slot: Int) {
    makeRoom(for: 1, at: Cursor(leaf: node, slot: slot))
    slots[node * stride + slot] = Int32(child)
  }

  private mutating func makeRoom(for count: Int, at cursor: Cursor) {
    rewindFinger(unlessBefore: cursor)
    let start = cursor.leaf * stride
    slots.move(
      (start + cursor.slot)..<(start + nodes[cursor.leaf].count), to: start + cursor.slot + count)
    nodes[cursor.leaf].count += count
  }

  mutating func addNode(isLeaf: Bool, parent: Int) -> Int {
    nodes.append(Node(parent: parent, isLeaf: isLeaf))
    slots.append(repeating: -1, count: stride)
    lanes.addNode()
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
    nodes[root].effectWidth = nodes[node].effectWidth
    lanes.copyWidths(of: node, to: root)
    insertSlot(node, into: root, at: 0)
    return root
  }

  private mutating func moveUpperHalf(of node: Int, to sibling: Int) {
    let kept = nodes[node].count / 2
    rewindFinger(unlessBefore: Cursor(leaf: node, slot: kept))
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
    updateWidths(of: sibling)
    nodes[node].effectWidth -= nodes[sibling].effectWidth
    lanes.subtractWidths(of: sibling, from: node)
    if node < bounds.count { bounds[node] = Bounds() }
  }

  private mutating func updateWidths(of node: Int) {
    let isLeaf = nodes[node].isLeaf
    var effect = 0
    for slot in 0..<nodes[node].count {
      let child = child(node * stride + slot)
      effect += isLeaf ? runs[child].effectWidth : nodes[child].effectWidth
    }
    nodes[node].effectWidth = effect
    let current = lanes.current
    for lane in 0..<lanes.count {
      lanes.current = lane
      lanes[node] = widths(of: node)
    }
    lanes.current = current
  }

  /// The sum of the widths below a node, at the prepared version.
  private func widths(of node: Int) -> Lanes.Widths {
    var sum = Lanes.Widths()
    for slot in 0..<nodes[node].count {
      let child = child(node * stride + slot)
      if nodes[node].isLeaf {
        sum.visible += preparedWidth(ofRun: child)
        if exists(child) { sum.existing += runs[child].length }
      } else {
        sum.visible += lanes[child].visible
        sum.existing += lanes[child].existing
      }
    }
    return sum
  }
}
