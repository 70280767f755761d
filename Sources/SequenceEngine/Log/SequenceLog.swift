// SPDX-License-Identifier: MIT

import Causality

/// The history of ordered content: which events there are, who made them, what
/// they did and what their authors had seen.
///
/// It is an event graph as in Gentle and Kleppmann, "Collaborative Text Editing
/// with Eg-walker", EuroSys 2025, doi:10.1145/3689031.3696076: each event keeps
/// the plain position at which it happened, and is replayed only where it is
/// concurrent with others. Elements themselves lie elsewhere: the log counts
/// the inserted ones in the order it learned of them, and its owner keeps them
/// in that order.
@usableFromInline
package struct SequenceLog: Sendable {
  package internal(set) var graph = CausalGraph()
  var operations = OperationLog()
  /// See ``dropped``; ascending, none an ancestor of another. None if it is the base.
  var droppedTips: [Int] = []
  /// See ``floor``; ascending, none an ancestor of another. None if it is the base.
  var floorTips: [Int] = []
  /// What the next merge may go on with. No part of the state.
  var trackerBox: TrackerBox?

  package init() {}

  /// Makes a log of a history of which nothing is left but its base.
  package init(after base: HistoryBase?) {
    graph = CausalGraph(after: base)
    operations = OperationLog(after: base?.elementCount ?? 0)
  }

  /// How many elements were ever inserted; of dropped history, how many it left.
  package var elementCount: Int { operations.elementCount }

  /// Whether nothing ever happened, or nothing since the base.
  package var isEmpty: Bool { graph.count == 0 }

  /// Makes ready for edits made here, after everything in the log, of which
  /// the first must follow at once.
  ///
  /// - Complexity: O(1) while one session goes on; O(log *n*) else.
  package mutating func beginEdits(by session: SessionID) {
    if graph.openRun(of: session) { operations.breakRun() }
  }

  /// Records that elements were inserted, by the session of
  /// ``beginEdits(by:)``, if nothing else happened since.
  ///
  /// - Complexity: O(1) amortized.
  @inline(__always)
  mutating func recordInsert(_ length: Int, at position: Int, documentLength: Int) {
    operations.appendInsert(length, at: position, documentLength: documentLength)
    graph.extendLastRun(by: length)
  }

  /// Records that elements were deleted, by the session of
  /// ``beginEdits(by:)``, if nothing else happened since.
  ///
  /// - Complexity: O(1) amortized.
  @inline(__always)
  mutating func recordDelete(_ length: Int, at position: Int, documentLength: Int) {
    operations.appendDelete(length, at: position, documentLength: documentLength)
    graph.extendLastRun(by: length)
  }

  /// Records edits that carry the last one on as it stands: so many inserts, or, below
  /// zero, deletes.
  ///
  /// - Parameter isBackward: Whether deletes are backspaces, as they may be after a single
  ///   one.
  mutating func carryOn(_ length: Int, isBackward: Bool = false) {
    if isBackward, operations.continuation.mayTurn { operations.turn() }
    operations.carryOn(length)
    graph.extendLastRun(by: abs(length))
  }

  /// Adds events of others, which all come after known ones.
  ///
  /// - Parameters:
  ///   - length: How many.
  ///   - runs: What they did, after `known` others.
  mutating func append(
    session: SessionID, length: Int, parents: ArraySlice<Int>, operations runs: [OperationRun],
    from known: Int
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
  /// Whether both have seen the same events and dropped the same elements and history.
  ///
  /// The base follows from the rest.
  ///
  /// - Complexity: O(*t*) in the tips.
  @usableFromInline
  package static func == (left: SequenceLog, right: SequenceLog) -> Bool {
    left.graph.count == right.graph.count
      && left.graph.frontier.count == right.graph.frontier.count
      && right.containsTips(of: left)
      && left.droppedTips.count == right.droppedTips.count
      && (left.droppedTips.isEmpty || left.dropped == right.dropped)
      && left.floorTips.count == right.floorTips.count
      && (left.floorTips.isEmpty || left.floor == right.floor)
      && left.base?.tips == right.base?.tips
  }
}
