// SPDX-License-Identifier: MIT

extension HistoryIndex {
  /// The positions of the start and the end of the element that an event inserted or deleted.
  ///
  /// - Returns: Nil if the event is a delete that hit nothing.
  func reach(of event: Int) -> (start: Int, end: Int)? {
    guard
      let place = place(of: tracker.element(of: event))
        ?? target(of: event).flatMap({ place(of: $0) })
    else { return nil }
    return (place.position, place.position + (place.isVisible ? 1 : 0))
  }

  /// The visible elements beside the targets of consecutive deletes at one place.
  ///
  /// - Returns: The leader is nil at the start of the document, the follower at the end.
  func neighbours(of deletes: Range<Int>) -> (leader: Int?, follower: Int?) {
    let places = [deletes.lowerBound, deletes.upperBound - 1].compactMap { reach(of: $0) }
    guard let start = places.map({ $0.start }).min(), let end = places.map({ $0.end }).max() else {
      return (nil, nil)
    }
    return (
      leader: start > 0 ? element(at: start - 1) : nil,
      follower: end < visibleCount ? element(at: end) : nil
    )
  }

  /// For each range of deletes, the elements right before and after the targets in the document at
  /// a version.
  ///
  /// - Parameters:
  ///   - deletes: Ranges of deletes, each range at one place.
  ///   - version: The tips of a version that has seen the deletes.
  /// - Returns: For each range, both elements. The leader is nil at the start of the document, the
  ///   follower at the end.
  /// - Complexity: O(*r* log *n*) for *r* ranges and *n* runs of elements, plus the runs by which
  ///   the version differs from the version prepared last.
  func neighbours(
    of deletes: [Range<Int>], at version: [Int], in log: SequenceLog
  ) -> [(leader: Int?, follower: Int?)] {
    tracker.withPrepared(version, of: log) { deletes.map { preparedNeighbours(of: $0) } }
  }

  private func preparedNeighbours(of deletes: Range<Int>) -> (leader: Int?, follower: Int?) {
    let positions = [deletes.lowerBound, deletes.upperBound - 1]
      .compactMap { target(of: $0) }.compactMap { tracker.tree.run(of: $0) }
      .map { tracker.tree.preparedPosition(of: $0) }
    guard let start = positions.min(), let end = positions.max() else { return (nil, nil) }
    return (
      leader: start > 0 ? preparedElement(at: start - 1) : nil,
      follower: end < tracker.tree.preparedLength ? preparedElement(at: end) : nil
    )
  }

  private func preparedElement(at position: Int) -> Int {
    let (run, offset) = tracker.tree.visibleElement(at: position)
    return tracker.tree.runs[run].first + offset
  }

  private var visibleCount: Int { tracker.tree.nodes[tracker.tree.root].effectWidth }

  /// The target of a delete; nil for a delete that hit nothing, and for an insert.
  private func target(of event: Int) -> Int? {
    var element: Int?
    tracker.hits.forEachTarget(of: event..<(event + 1)) { element = $0.lowerBound }
    return element
  }
}
