// SPDX-License-Identifier: MIT

import Causality

/// The rule that orders concurrent inserts: the only place that decides it.
///
/// The tree is that of Weidner and Kleppmann, "The Art of the Fugue",
/// arXiv:2305.00583, which never mixes runs typed at one place. At its author's
/// version each insert has
///
/// - *left*: the visible element before it, or none at the start;
/// - *next*: the first element after *left*, deleted ones included, that exists
///   at that version;
/// - *right parent*: *next*, if *next* was itself inserted after *left*; else
///   none, which stands for the end.
///
/// It is a right child of *left* if it has no right parent, else a left child
/// of its right parent. Siblings have the same left and the same right parent,
/// and are always concurrent. They stand newer first, unlike in the paper:
/// higher Lamport time first, then greater session.
///
/// The tree is never built. A new element is placed by scanning the elements
/// between *left* and *next* that its author had not seen, as in Yjs.
extension Tracker {
  struct Placement {
    var left: Int
    var right: Int
    var cursor: RunTree.Cursor
    /// The run that ends with *left*, if the place is directly behind it.
    var precedingRun: Int?
  }

  /// Where the element inserted by `event` belongs.
  ///
  /// - Parameter position: In the prepared version, at most its length.
  func placement(of event: Int, at position: Int, _ graph: CausalGraph) -> Placement {
    guard position > 0 else { return scan(from: tree.start, left: RunTree.none, event, graph) }
    let (run, offset, slot) = tree.slotOfVisibleElement(at: position - 1)
    let left = tree.runs[run].first + offset
    if offset + 1 < tree.runs[run].length {
      tree.split(run, at: offset + 1)
      // Within a run each element was inserted after the one before it. What a
      // placeholder was inserted after does not matter: see `rightParent`.
      let right = left + 1 < placeholderCount ? RunTree.none : left + 1
      return Placement(left: left, right: right, cursor: tree.cursor(after: run))
    }
    let start = RunTree.Cursor(leaf: tree.runs[run].leaf, slot: slot + 1)
    var place = scan(from: start, left: left, event, graph)
    if place.cursor == start { place.precedingRun = run }
    return place
  }

  private func scan(
    from start: RunTree.Cursor, left: Int, _ event: Int, _ graph: CausalGraph
  ) -> Placement {
    let next = tree.existingRun(from: start)
    let right = rightParent(next: next, left: left)
    var place = Placement(left: left, right: right, cursor: start)
    var isScanning = false
    var end = start
    while let run = tree.run(after: end), run != next {
      let other = tree.runs[run]
      end = tree.cursor(after: run)
      if other.left == left {
        if other.right == right, isNewer(event, than: self.event(of: other.first), graph) { break }
        isScanning = stands(other.right, before: right)
      } else if isBefore(other.left, left) {
        break
      }
      // One that was inserted after another unseen element goes where that goes.
      if !isScanning { place.cursor = end }
    }
    return place
  }

  /// The right parent of an insert between `left` and a run that exists.
  ///
  /// Whether a placeholder was inserted after *left* is not known, and need
  /// not be: every insert of a replay has seen all placeholders, so for all
  /// inserts between two of them the answer is the same; and it stands behind
  /// whatever else can be a right parent there, as the end does.
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

  /// Whether a right parent stands before another; none stands last.
  private func stands(_ right: Int, before other: Int) -> Bool {
    if right == other || right == RunTree.none { return false }
    return other == RunTree.none || tree.stands(right, before: other)
  }

  /// Whether a left element stands before another; none stands first.
  private func isBefore(_ left: Int, _ other: Int) -> Bool {
    if left == other || other == RunTree.none { return false }
    return left == RunTree.none || tree.stands(left, before: other)
  }
}
