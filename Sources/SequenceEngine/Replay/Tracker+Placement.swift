// SPDX-License-Identifier: MIT

import Causality

/// The rule that orders concurrent inserts. No other code decides their order.
///
/// The inserts form the tree of Weidner and Kleppmann, "The Art of the Fugue", arXiv:2305.00583,
/// which never mixes runs typed at one place. At its author's version each insert has
///
/// - *left*: the visible element before it, or none at the start;
/// - *next*: the first element after *left*, deleted ones included, that exists
///   at that version;
/// - *right parent*: *next*, if *left* is also the left element of *next*. If not, none, which
///   stands for the end.
///
/// An insert without right parent is a right child of *left*. Any other insert is a left child of
/// its right parent. Siblings have the same left and the same right parent, and are always
/// concurrent. Newer siblings stand first, unlike in the paper: higher Lamport time first, then
/// greater session.
///
/// The tree is never built. A new element is placed by scanning the elements between *left* and
/// *next* that its author had not seen, as in Yjs. Among many elements, it is placed by a binary
/// search instead. The search uses *fences* to find the sibling whose subtree holds an element. The
/// fence of an element is the nearest element whose left subtree contains the element. The fence of
/// a left child is its right parent. The fence of a right child is the fence of its left element.
extension Tracker {
  struct Placement {
    var left: Int
    var right: Int
    /// The fence of *left*.
    var fence: Int
    /// The place of the insert. If that place lies within a run, the place after the run.
    var cursor: RunTree.Cursor
    /// The run that ends with *left*, if the place is directly after the run.
    var precedingRun: Int?
    /// The run that the place lies within, and the number of the run's elements before the place.
    /// Nil if the place lies between runs.
    var split: (run: Int, offset: Int)?
  }

  /// The place of the element inserted by `event`.
  ///
  /// - Parameter position: A position in the prepared version, at most its length.
  func placement(of event: Int, at position: Int, _ graph: CausalGraph) -> Placement {
    guard position > 0 else { return place(Gap(event, left: RunTree.none), tree.start, graph) }
    let (run, offset, slot) = tree.slotOfVisibleElement(at: position - 1)
    let (left, fence) = (tree.runs[run].first + offset, tree.runs[run].fence)
    let start = RunTree.Cursor(leaf: tree.runs[run].leaf, slot: slot + 1)
    if offset + 1 < tree.runs[run].length {
      // Within a run, the left element of each element is the element before it. The left element
      // of a placeholder does not matter: see `rightParent`.
      let right = left + 1 < placeholderCount ? RunTree.none : left + 1
      return Placement(
        left: left, right: right, fence: fence, cursor: start, split: (run, offset + 1))
    }
    var place = place(Gap(event, left: left, fence: fence), start, graph)
    if place.cursor == start { place.precedingRun = run }
    return place
  }

  /// The gap that an insert goes into, between two elements that its author had seen.
  private struct Gap {
    let event: Int
    let left: Int
    let fence: Int
    /// The run that holds the next element, if there is one.
    var next: Int?
    var right = RunTree.none

    init(_ event: Int, left: Int, fence: Int = RunTree.none) {
      self.event = event
      self.left = left
      self.fence = fence
    }
  }

  private func place(
    _ gap: Gap, _ start: RunTree.Cursor, _ graph: CausalGraph
  ) -> Placement {
    var gap = gap
    gap.next = tree.existingRun(from: start)
    gap.right = rightParent(next: gap.next, left: gap.left)
    let cursor = scan(gap, from: start, graph) ?? search(gap, graph)
    return Placement(left: gap.left, right: gap.right, fence: gap.fence, cursor: cursor)
  }

  /// The place of an insert, or nil if too many runs stand in its gap.
  private func scan(_ gap: Gap, from start: RunTree.Cursor, _ graph: CausalGraph)
    -> RunTree.Cursor?
  {
    var place = start
    var isScanning = false
    var end = start
    for _ in 0..<NodeSizes.scannedRuns {
      guard let run = tree.run(after: end), run != gap.next else { return place }
      let other = tree.runs[run]
      end = tree.cursor(after: run)
      if other.left == gap.left {
        if other.right == gap.right, isNewer(gap.event, than: event(of: other.first), graph) {
          return place
        }
        isScanning = tree.isFence(other.right, before: gap.right)
      } else if tree.isLeft(other.left, before: gap.left) {
        return place
      }
      // An element whose left element lies in the gap goes where that left element goes.
      if !isScanning { place = end }
    }
    return nil
  }

  // MARK: Many in one gap

  /// The place of an insert: after the last run that the rule puts before the insert.
  ///
  /// - Complexity: O(log³ *n*) amortized for *n* runs.
  private func search(_ gap: Gap, _ graph: CausalGraph) -> RunTree.Cursor {
    var node = tree.root
    while true {
      WorkCounter.visitNode()
      let start = node * tree.stride
      let last = (0..<tree.nodes[node].count).last(inPrefixWhere: {
        belongs(
          tree.firstRun(of: tree.child(start + $0), isRun: tree.nodes[node].isLeaf), before: gap,
          graph)
      })
      if tree.nodes[node].isLeaf { return RunTree.Cursor(leaf: node, slot: last + 1) }
      node = tree.child(start + max(last, 0))
    }
  }

  /// Whether a run, anywhere in the document, stands before an insert.
  private func belongs(_ run: Int, before gap: Gap, _ graph: CausalGraph) -> Bool {
    let first = tree.runs[run].first
    if gap.left != RunTree.none,
      first <= gap.left && gap.left < tree.runs[run].end
        || tree.stands(first, before: gap.left)
    {
      return true
    }
    if let next = gap.next, !tree.stands(first, before: tree.runs[next].first) { return false }
    return stands(run, before: gap, graph)
  }

  /// Whether a run in a gap stands before an insert into the gap.
  private func stands(_ run: Int, before gap: Gap, _ graph: CausalGraph) -> Bool {
    // The run goes with the nearest run, at or before it, whose left element is *left*. If the
    // right subtree of *left* ends between the two runs, the run stands after the insert.
    guard let child = tree.lastRun(upTo: run, withLeftUpTo: gap.left),
      tree.runs[child].left == gap.left
    else { return false }
    var member = child
    // A run in the left subtree of an element goes with that element.
    if tree.isFence(tree.runs[child].right, before: gap.right) {
      let fence = gap.right == RunTree.none ? gap.fence : gap.right
      guard let fenced = tree.firstRun(after: child, withFenceFrom: fence) else { return false }
      member = fenced
    }
    return tree.runs[member].right != gap.right
      || !isNewer(gap.event, than: event(of: tree.runs[member].first), graph)
  }

  // MARK: The rule

  /// The right parent of an insert between `left` and the next existing run.
  ///
  /// A placeholder is no right parent. Its left element is unknown, and does not matter. Every
  /// insert of a replay has seen all placeholders, so all inserts between two placeholders have the
  /// same next placeholder. Like the end, this next placeholder stands after all right parents that
  /// lie between the two placeholders.
  private func rightParent(next: Int?, left: Int) -> Int {
    guard let next, tree.runs[next].first >= placeholderCount, tree.runs[next].left == left
    else { return RunTree.none }
    return tree.runs[next].first
  }

  private func isNewer(_ event: Int, than other: Int, _ graph: CausalGraph) -> Bool {
    let (age, otherAge) = (graph.age(of: event), graph.age(of: other))
    return age.lamport == otherAge.lamport
      ? age.session > otherAge.session : age.lamport > otherAge.lamport
  }
}
