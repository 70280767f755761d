// SPDX-License-Identifier: MIT

import BinaryCoding

/// The places where undoing a step puts elements back.
///
/// A deleted element keeps its place in the index. An author who has seen the deletion may insert
/// new elements there. The new elements stand before the deleted element, because they are inserted
/// right after their visible left neighbour. Even so, the deleted element goes back before them:
/// - to the start of the step's inserted elements, if these stood before the deleted element;
/// - if not, right after the leader: the last visible element before the deleted element, in the
///   document after the step.
///
/// Elements inserted concurrently with the deletion keep their place beside the deleted element.
struct UndoPlaces {
  let index: HistoryIndex
  let log: SequenceLog
  /// The elements that the step inserted, as ascending ranges that do not touch.
  let inserted: [Range<Int>]

  /// The position where a deleted element goes back.
  ///
  /// - Parameter place: The position of the deleted element's place in the index.
  /// - Complexity: O(*r* log *n*) for the *r* of *n* runs that are visible between the result and
  ///   `place`.
  func position(for place: Int, deletedBy delete: UndoneDelete) -> Int {
    guard let start = start(of: delete) else { return place }
    var end = place
    while start < end, let count = countOfLater(before: end, than: delete) { end -= count }
    return max(end, min(start, place))
  }

  /// The first position where the targets of a delete can go back. Nil if they go back to their own
  /// place.
  private func start(of delete: UndoneDelete) -> Int? {
    // The step's inserted elements stand after the targets, and nothing can be typed in between.
    if let follower = delete.follower, isInserted(follower) { return nil }
    switch delete.leader {
    case .unknown: return nil
    case .start: return 0
    case .element(let leader):
      guard let run = index.tracker.tree.run(of: leader) else { return nil }
      if let step = range(with: leader) {
        let first = max(index.tracker.tree.runs[run].first, step.lowerBound)
        return index.place(of: first)?.position
      }
      return index.place(of: leader).map { $0.position + ($0.isVisible ? 1 : 0) }
    }
  }

  /// The number of elements of one run, right before a position, that were inserted by the step or
  /// by an author who had seen the deletion. Nil if there are none.
  private func countOfLater(before position: Int, than delete: UndoneDelete) -> Int? {
    let last = index.element(at: position - 1)
    guard let run = index.tracker.tree.run(of: last) else { return nil }
    let start = index.tracker.tree.runs[run].first
    if let step = range(with: last) { return last + 1 - max(start, step.lowerBound) }
    let deletion = delete.events.upperBound - 1
    guard log.graph.isSeen([deletion], by: [last]) else { return nil }
    // All events of a run have seen what its first event has seen.
    let seeing = max(log.graph.events(ofRun: log.graph.run(of: last)).lowerBound, deletion + 1)
    return last + 1 - max(start, seeing)
  }

  private func isInserted(_ element: Int) -> Bool { range(with: element) != nil }

  private func range(with element: Int) -> Range<Int>? {
    let place = inserted.indices.last(inPrefixWhere: { inserted[$0].lowerBound <= element })
    return place >= 0 && element < inserted[place].upperBound ? inserted[place] : nil
  }
}
