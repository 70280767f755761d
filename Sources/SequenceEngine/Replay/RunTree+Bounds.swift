// SPDX-License-Identifier: MIT

/// Searches that skip subtrees of the tree of inserts (`Tracker+Placement.swift`).
///
/// In document order, the right subtree of an element *e* ends before the next run whose left
/// element stands before *e*. Look back from *e* for the nearest run with a fence after *e*. The
/// left subtree of *e* begins right after that run. So each node of the B-tree keeps the least left
/// element and the greatest fence of the runs below it. A node computes these bounds at the first
/// search that needs them. Inserts keep the bounds up to date. A node that splits drops its bounds.
extension RunTree {
  /// Whether a left element stands before another. ``none`` stands first.
  mutating func isLeft(_ left: Int, before other: Int) -> Bool {
    if left == other || other == Self.none { return false }
    return left == Self.none || stands(left, before: other)
  }

  /// Whether a fence or right parent stands before another. ``none`` stands last.
  mutating func isFence(_ fence: Int, before other: Int) -> Bool {
    if fence == other || fence == Self.none { return false }
    return other == Self.none || stands(fence, before: other)
  }

  /// The last run, at or before a given run, whose left element is `left` or stands before `left`.
  ///
  /// - Complexity: O(log² *n*) amortized for *n* runs.
  mutating func lastRun(upTo run: Int, withLeftUpTo left: Int) -> Int? {
    var node = runs[run].leaf
    var end = slot(of: run, in: node) + 1
    while true {
      WorkCounter.visitNode()
      if let child = lastChild(of: node, before: end, withLeftUpTo: left) {
        if nodes[node].isLeaf { return child }
        (node, end) = (child, nodes[child].count)
      } else {
        let parent = nodes[node].parent
        if parent < 0 { return nil }
        (node, end) = (parent, slot(of: node, in: parent))
      }
    }
  }

  private mutating func lastChild(of node: Int, before end: Int, withLeftUpTo left: Int) -> Int? {
    for slot in (0..<end).reversed() {
      let child = child(node * stride + slot)
      let least = nodes[node].isLeaf ? runs[child].left : leastLeft(of: child)
      if !isLeft(left, before: least) { return child }
    }
    return nil
  }

  /// The first run, after a given run, whose fence is `fence` or stands after `fence`.
  ///
  /// - Complexity: O(log² *n*) amortized for *n* runs.
  mutating func firstRun(after run: Int, withFenceFrom fence: Int) -> Int? {
    var node = runs[run].leaf
    var start = slot(of: run, in: node) + 1
    while true {
      WorkCounter.visitNode()
      if let child = firstChild(of: node, from: start, withFenceFrom: fence) {
        if nodes[node].isLeaf { return child }
        (node, start) = (child, 0)
      } else {
        let parent = nodes[node].parent
        if parent < 0 { return nil }
        (node, start) = (parent, slot(of: node, in: parent) + 1)
      }
    }
  }

  private mutating func firstChild(
    of node: Int, from start: Int, withFenceFrom fence: Int
  ) -> Int? {
    for slot in start..<nodes[node].count {
      let child = child(node * stride + slot)
      let greatest = nodes[node].isLeaf ? runs[child].fence : greatestFence(of: child)
      if !isFence(greatest, before: fence) { return child }
    }
    return nil
  }

  // MARK: Bounds

  /// The known bounds of the runs below a node.
  struct Bounds {
    static let unknown = -2

    /// The left element that stands first.
    var left = Bounds.unknown
    /// The fence that stands last.
    var fence = Bounds.unknown
  }

  private mutating func addBounds() {
    let missing = nodes.count - bounds.count
    if missing > 0 { bounds.append(repeating: Bounds(), count: missing) }
  }

  private mutating func leastLeft(of node: Int) -> Int {
    addBounds()
    if bounds[node].left != Bounds.unknown { return bounds[node].left }
    WorkCounter.visitNode()
    var least: Int?
    for slot in 0..<nodes[node].count {
      let child = child(node * stride + slot)
      let left = nodes[node].isLeaf ? runs[child].left : leastLeft(of: child)
      if let known = least, !isLeft(left, before: known) { continue }
      least = left
    }
    bounds[node].left = least ?? Self.none
    return bounds[node].left
  }

  private mutating func greatestFence(of node: Int) -> Int {
    addBounds()
    if bounds[node].fence != Bounds.unknown { return bounds[node].fence }
    WorkCounter.visitNode()
    var greatest: Int?
    for slot in 0..<nodes[node].count {
      let child = child(node * stride + slot)
      let fence = nodes[node].isLeaf ? runs[child].fence : greatestFence(of: child)
      if let known = greatest, !isFence(known, before: fence) { continue }
      greatest = fence
    }
    bounds[node].fence = greatest ?? Self.none
    return bounds[node].fence
  }

  /// Widens the known bounds of all nodes above a new run.
  mutating func widenBounds(for run: Int) {
    let (left, fence) = (runs[run].left, runs[run].fence)
    var node = runs[run].leaf
    while node >= 0 {
      if node < bounds.count {
        let known = bounds[node]
        if known.left != Bounds.unknown, isLeft(left, before: known.left) {
          bounds[node].left = left
        }
        if known.fence != Bounds.unknown, isFence(known.fence, before: fence) {
          bounds[node].fence = fence
        }
      }
      node = nodes[node].parent
    }
  }
}
