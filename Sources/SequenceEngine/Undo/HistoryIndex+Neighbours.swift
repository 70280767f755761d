// SPDX-License-Identifier: MIT

extension HistoryIndex {
  /// The start and the end of the element that an event inserted or deleted.
  ///
  /// - Returns: Nil if it deleted nothing.
  func reach(of event: Int) -> (start: Int, end: Int)? {
    guard
      let place = place(of: tracker.element(of: event))
        ?? target(of: event).flatMap({ place(of: $0) })
    else { return nil }
    return (place.position, place.position + (place.isVisible ? 1 : 0))
  }

  /// The first visible element behind the targets of consecutive deletes at one place.
  ///
  /// - Returns: Nil if the deletes were at the end.
  func follower(of deletes: Range<Int>) -> Int? {
    let ends = [deletes.lowerBound, deletes.upperBound - 1].compactMap { reach(of: $0)?.end }
    guard let end = ends.max(), end < visibleCount else { return nil }
    return element(at: end)
  }

  private var visibleCount: Int { tracker.tree.nodes[tracker.tree.root].effectWidth }

  /// The target of a delete.
  private func target(of event: Int) -> Int? {
    var element: Int?
    tracker.hits.forEachTarget(of: event..<(event + 1)) { element = $0.lowerBound }
    return element
  }
}
