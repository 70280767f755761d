// SPDX-License-Identifier: MIT

import Causality

/// A part of an event graph on its way from one log to another: into a saved
/// file, a delta, or the log it is merged into.
///
/// Its order is canonical: it depends on the set of events alone, not on the log they come from.
/// Chains are sorted by the Lamport time of their first event, then by session. (See FORMAT.md,
/// "Event batch".)
package struct EventBatch: Equatable, Sendable {
  /// A session with events in the batch.
  struct Session: Equatable, Sendable {
    let id: SessionID
    /// The number of the first of its events in the batch.
    let firstNumber: Int
  }

  /// An event that another event builds on.
  enum Parent: Equatable, Sendable {
    /// The event at this place in the batch.
    case inside(Int)
    /// The event of this place among the batch's externals.
    case outside(Int)
  }

  /// Consecutive events of one session, each the only parent of the next.
  struct Chain: Equatable, Sendable {
    /// The place of the session in the batch's table.
    var session: Int
    /// The parents of the first event.
    var parents: [Parent]
    /// The operations of the events.
    var operations: [OperationRun]
    /// How many events there are.
    var length: Int
  }

  /// The most events that a batch or a log may have: more than any file can claim that does not
  /// have millions of sessions. Where `Int` has 32 bits, the sum of this, a ``Dot/maximumNumber``
  /// and any length of text still fits.
  ///
  /// Local edits do not count. So a text that forged bytes brought to this limit can be edited, but
  /// its own bytes are then refused.
  static let maximumCount = Int.bitWidth > 32 ? 1 << 61 : 1 << 29

  /// The sessions, by first appearance in the chains.
  var sessions: [Session] = []
  /// The parents that are not in the batch, by first appearance.
  var externals: [Dot] = []
  var chains: [Chain] = []
  /// The dropped elements; nil in a history that knows all of them.
  package var dropped: DroppedElements?
  /// The tips of the version up to which history is to be dropped, ascending. In a batch with a
  /// base, only the tips outside the base.
  package var floor: [Dot] = []
  /// The base that all events without parents come after, if the batch is the whole remaining
  /// history after a part was dropped.
  package var base: HistoryBase?

  /// How many elements the events insert.
  package var elementCount: Int {
    chains.reduce(0) { sum, chain in
      chain.operations.reduce(sum) { $0 + ($1.isInsert ? $1.length : 0) }
    }
  }

  /// How many events there are.
  var count: Int { chains.reduce(0) { $0 + $1.length } }

  /// Whether no event deletes.
  package var hasOnlyInserts: Bool {
    chains.allSatisfy { $0.operations.allSatisfy { $0.isInsert } }
  }

  /// Whether the batch builds on nothing outside, not even on a base.
  package var isWhole: Bool {
    base == nil && externals.isEmpty && sessions.allSatisfy { $0.firstNumber == 0 }
  }

  /// The end numbers by session.
  var endsOfSessions: [SessionID: Int] {
    let ends = endNumbers
    return sessions.enumerated().reduce(into: [:]) { $0[$1.element.id] = ends[$1.offset] }
  }

  /// The number after the last of each session's events in the batch.
  var endNumbers: [Int] {
    chains.reduce(into: sessions.map { $0.firstNumber }) { ends, chain in
      ends[chain.session] += chain.length
    }
  }
}

/// Joins pieces of operations into the longest runs, by the greedy rule.
struct OperationRunBuilder {
  private(set) var runs: [OperationRun] = []

  mutating func append(_ run: OperationRun) {
    guard let last = runs.indices.last else { return runs.append(run) }
    if let rest = runs[last].extend(by: run) { runs.append(rest) }
  }
}
