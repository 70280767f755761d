// SPDX-License-Identifier: MIT

import BinaryCoding

/// An index of every element ever inserted: the element's place among all elements, deleted ones
/// included, and the element's visibility at any version of a log.
///
/// The index is a ``Tracker`` that has replayed the whole log. It also replays all new events,
/// local and merged. The index follows from the log, so it is no part of any state: see
/// ``HistoryCache``.
///
/// The id of an element is the place of an event in the log. This event inserted the element.
///
/// Only one question at a time uses an index: ``HistoryCache`` locks it.
package final class HistoryIndex: @unchecked Sendable {
  let tracker: Tracker
  /// The number of events of the log that the index contains.
  private var known = 0

  /// Makes an index without events.
  package init() {
    tracker = Tracker(firstEvent: 0, baseLength: 0)
  }

  /// Adds those events of a log that the index lacks.
  ///
  /// - Parameter log: The log of the last call, or a log that grew from it.
  /// - Complexity: The cost of merging the new events.
  package func feed(_ log: SequenceLog) {
    guard known < log.graph.count else { return }
    // The copy stays unchanged: a replay changes a log only if the replay writes effects.
    var log = log
    tracker.laneLimit = log.trackerLimit
    for part in log.graph.replayOrder(of: known..<log.graph.count) {
      tracker.replay(part, of: &log)
    }
    known = log.graph.count
    // The next question then need not complete the indexes.
    tracker.completeIndexes()
  }

  // MARK: The present

  /// The place of an element.
  package struct Place: Equatable, Sendable {
    /// The number of visible elements before the element.
    package var position: Int
    /// Whether the element is inserted and not deleted.
    package var isVisible: Bool
  }

  /// The current place of an element, or the place where it would be if it were not deleted.
  ///
  /// - Returns: Nil if `element` is the place of a delete: there is no such element.
  /// - Complexity: O(log *n*) for *n* runs in the index.
  package func place(of element: Int) -> Place? {
    guard let run = tracker.tree.run(of: element) else { return nil }
    let found = tracker.tree.runs[run]
    guard element < found.end else { return nil }
    let before = tracker.tree.effectPosition(of: run)
    if found.isDeletedInEffect { return Place(position: before, isVisible: false) }
    return Place(position: before + element - found.first, isVisible: true)
  }

  /// The element at a position.
  ///
  /// - Precondition: `position` is below the number of visible elements.
  /// - Complexity: O(log *n*) for *n* runs in the index.
  package func element(at position: Int) -> Int {
    let (run, offset) = tracker.tree.effectElement(at: position)
    return tracker.tree.runs[run].first + offset
  }

  // MARK: Two versions

  /// The differences between the documents that two versions show.
  ///
  /// - Parameters:
  ///   - old: The tips of the version to compare from. It need not be older than `new`.
  ///   - new: The tips of the version to compare to.
  /// - Returns: The changes in the order of the document. Between two changes lies at least one
  ///   element that both versions show.
  /// - Complexity: O(*d* log *n*) for *n* runs in the index and *d* runs of events by which three
  ///   versions differ: the two versions, and the version of the last replayed event.
  package func changes(
    from old: [Int], to new: [Int], of log: SequenceLog
  ) -> [SequenceChange] {
    let touched = touched(between: old, and: new, of: log)
    let before = places(of: touched, at: old, of: log)
    let after = places(of: touched, at: new, of: log)
    var pieces: [ChangedPiece] = []
    for (index, elements) in touched.enumerated()
    where before[index].isVisible != after[index].isVisible {
      pieces.append(
        ChangedPiece(
          elements: elements, isInserted: after[index].isVisible,
          old: before[index].position, new: after[index].position))
    }
    var builder = ChangeBuilder()
    for piece in pieces.sorted(by: { $0.precedes($1) }) {
      // A piece may span several runs of the log.
      builder.begin(piece)
      log.forEachRange(ofElements: piece.elements) { builder.add($0) }
    }
    return builder.changes
  }

  /// The elements inserted or hit by events that only one of two versions has seen. At each of the
  /// two versions, each returned range is visible as a whole or not at all.
  private func touched(
    between old: [Int], and new: [Int], of log: SequenceLog
  ) -> [Range<Int>] {
    let difference = log.graph.difference(old, new)
    let parts = (difference.onlyFirst + difference.onlySecond).map {
      VersionComparison.Part(run: log.graph.run(of: $0.lowerBound), events: $0)
    }
    // The first pass cuts all runs. Only the second pass collects them, because a run touched by
    // one event may be cut later for another event.
    for part in parts { tracker.forEachRun(touchedBy: part, of: log) { _ in } }
    var found: [Range<Int>] = []
    for part in parts {
      tracker.forEachRun(touchedBy: part, of: log) { run in
        found.append(tracker.tree.runs[run].first..<tracker.tree.runs[run].end)
      }
    }
    found.sort { $0.lowerBound < $1.lowerBound }
    var unique: [Range<Int>] = []
    for range in found where range != unique.last { unique.append(range) }
    return unique
  }

  /// The place of the first element of each range at a version.
  private func places(
    of elements: [Range<Int>], at version: [Int], of log: SequenceLog
  ) -> [Place] {
    tracker.withPrepared(version, of: log) { elements.map { preparedPlace(of: $0.lowerBound) } }
  }

  private func preparedPlace(of element: Int) -> Place {
    guard let run = tracker.tree.run(of: element) else {
      preconditionFailure("element \(element) was never inserted")
    }
    let found = tracker.tree.runs[run]
    let isVisible = tracker.tree.preparedWidth(ofRun: run) > 0
    return Place(
      position: tracker.tree.preparedPosition(of: run) + (isVisible ? element - found.first : 0),
      isVisible: isVisible)
  }
}
