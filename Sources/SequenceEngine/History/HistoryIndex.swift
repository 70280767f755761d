// SPDX-License-Identifier: MIT

/// Where every element ever inserted stands among all others, deleted ones
/// included, and which of them are visible at any version of a log.
///
/// It is a ``Tracker`` that has replayed the whole log, and is then fed what is
/// new, be it edits made here or edits merged. It follows from the log, so it
/// is no part of any state: see ``HistoryCache``.
///
/// An element has the tracker's id: those that the base left come first, in the order of the
/// document, then those that the log's events inserted, as those events stand. Where nothing
/// was dropped, an element's id is the place of its event.
///
/// Only one question at a time has an index: a cache lends it out.
package final class HistoryIndex: @unchecked Sendable {
  let tracker: Tracker
  /// How many of the log's events were fed.
  private var known = 0

  /// Makes the index of a log, to be fed.
  package init(of log: SequenceLog) {
    tracker = Tracker(firstEvent: 0, baseLength: log.baseLength)
  }

  /// Takes in the events that the log has learned since the last time.
  ///
  /// - Parameter log: The log fed before, or one that grew from it.
  /// - Complexity: that of merging the new events.
  package func feed(_ log: SequenceLog) {
    guard known < log.graph.count else { return }
    // The tracker writes to a log only what it puts out, which is nothing here.
    var log = log
    tracker.laneLimit = log.trackerLimit
    for part in log.graph.replayOrder(of: known..<log.graph.count) {
      tracker.replay(part, of: &log)
    }
    known = log.graph.count
    // Else the next question would pay for it.
    tracker.completeIndexes()
  }

  // MARK: The present

  /// Where an element stands.
  package struct Place: Equatable, Sendable {
    /// How many visible elements stand before it.
    package var position: Int
    /// Whether nothing has deleted it.
    package var isVisible: Bool
  }

  /// Where an element stands now, or would stand if it were not deleted.
  ///
  /// - Returns: Nil if there is no such element, since the event is a delete.
  /// - Complexity: O(log *n*)
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
  /// - Complexity: O(log *n*)
  package func element(at position: Int) -> Int {
    let (run, offset) = tracker.tree.effectElement(at: position)
    return tracker.tree.runs[run].first + offset
  }

  // MARK: Two versions

  /// What differs between the documents that two versions show.
  ///
  /// - Parameters:
  ///   - old: The tips of the older version, or of any other.
  ///   - new: Those of the newer.
  /// - Returns: The changes in the order of the document. Between two of them lies at
  ///   least one element that both show.
  /// - Complexity: O(*d* log *n*) for *d* runs of events that one version has seen and
  ///   the other has not, or that one of them has seen and the latest event
  ///   replayed has not, or the other way round.
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
      // A piece of the index never crosses pieces of the log; but runs that lie
      // side by side there may be one run here.
      builder.begin(piece)
      log.forEachRange(ofElements: piece.elements) { builder.add($0) }
    }
    return builder.changes
  }

  /// The elements inserted or hit by events that one of two versions has seen
  /// and the other has not, each once, in runs that are the same at both.
  private func touched(
    between old: [Int], and new: [Int], of log: SequenceLog
  ) -> [Range<Int>] {
    let difference = log.graph.difference(old, new)
    let parts = (difference.onlyFirst + difference.onlySecond).map {
      VersionComparison.Part(run: log.graph.run(of: $0.lowerBound), events: $0)
    }
    // Once to cut them all, then again: looking at what one event touched may cut
    // what another did.
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

  /// Where the first element of each range stands at a version.
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
