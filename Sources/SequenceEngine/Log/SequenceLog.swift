// SPDX-License-Identifier: MIT

import Causality

/// The history of ordered content: its causal graph, and the operation of each event.
///
/// It is an event graph as in Gentle and Kleppmann, "Collaborative Text Editing with Eg-walker",
/// EuroSys 2025, doi:10.1145/3689031.3696076. Each event keeps the plain position at which it
/// happened, and is replayed only if it is concurrent with other events. The owner of the log keeps
/// the elements, in the order in which the log learned of them. The log only counts the elements.
@usableFromInline
package struct SequenceLog: Sendable {
  package internal(set) var graph = CausalGraph()
  var operations = OperationLog()
  /// The tips that ``dropped`` names, by index, ascending. None is an ancestor of another.
  var droppedTips: [Int] = []
  /// The tracker that the next merge may continue. It is no part of the state.
  var trackerBox: TrackerBox?

  #if DECENT_INVARIANTS
    /// Whether parts of this log, or its document, were read from own bytes. No check shows that
    /// such parts follow from the history.
    var isBelieved = false
  #endif

  package init() {}

  /// Notes that own bytes held parts of this log.
  mutating func believe() {
    #if DECENT_INVARIANTS
      isBelieved = true
    #endif
  }

  /// The number of elements ever inserted.
  package var elementCount: Int { operations.elementCount }

  /// Whether the log has no events.
  package var isEmpty: Bool { graph.count == 0 }

  /// Prepares for local edits that build on all events so far. The first edit must follow at once.
  ///
  /// - Complexity: O(1) while one session continues; otherwise O(*t* log *n*) for *t* tips and *n*
  ///   runs.
  package mutating func beginEdits(by session: SessionID) {
    if graph.openRun(of: session) { operations.breakRun() }
  }

  /// Records inserts, after ``beginEdits(by:)`` and perhaps further edits of the same session.
  ///
  /// - Complexity: O(1) amortized.
  @inline(__always)
  mutating func recordInsert(_ length: Int, at position: Int, documentLength: Int) {
    operations.appendInsert(length, at: position, documentLength: documentLength)
    graph.extendLastRun(by: length)
  }

  /// Records deletes, after ``beginEdits(by:)`` and perhaps further edits of the same session.
  ///
  /// - Complexity: O(1) amortized.
  @inline(__always)
  mutating func recordDelete(_ length: Int, at position: Int, documentLength: Int) {
    operations.appendDelete(length, at: position, documentLength: documentLength)
    graph.extendLastRun(by: length)
  }

  /// Records edits that continue the last edit without changing its entry: `length` inserts, or
  /// `-length` deletes if `length` is negative.
  ///
  /// - Parameter isBackward: Whether the deletes are backspaces. A single delete may be continued
  ///   as a backspace.
  mutating func carryOn(_ length: Int, isBackward: Bool = false) {
    if isBackward, operations.continuation.mayTurn { operations.turn() }
    operations.carryOn(length)
    graph.extendLastRun(by: abs(length))
  }

  /// Records inserts that continue the last inserts without changing their entry.
  @inline(__always)
  mutating func carryOnInserting(_ length: Int) {
    operations.carryOnInserting(length)
    graph.extendLastRun(by: length)
  }

  /// Adds events of another author.
  ///
  /// - Parameters:
  ///   - length: The number of events.
  ///   - runs: The operations of `known` earlier events, which are skipped, and of the new events.
  mutating func append(
    session: SessionID, length: Int, parents: ArraySlice<Int>,
    operations runs: ArraySlice<OperationRun>, from known: Int
  ) {
    var isNewRun = graph.append(session: session, length: length, parents: parents)
    var skipped = known
    for run in runs {
      if skipped >= run.length {
        skipped -= run.length
        continue
      }
      operations.append(skipped > 0 ? run.dropping(skipped) : run, isNewRun: isNewRun)
      skipped = 0
      isNewRun = false
    }
  }
}

extension SequenceLog: Equatable {
  /// Whether both logs have seen the same events and dropped the same elements.
  ///
  /// - Complexity: O(*t* log *n*) for *t* tips and *n* runs.
  @usableFromInline
  package static func == (left: SequenceLog, right: SequenceLog) -> Bool {
    left.graph.count == right.graph.count
      && left.graph.frontier.count == right.graph.frontier.count
      && right.containsTips(of: left)
      && left.droppedTips.count == right.droppedTips.count
      && (left.droppedTips.isEmpty || left.dropped == right.dropped)
  }
}
