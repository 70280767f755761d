// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A part of an event graph on its way from one log to another, as a saved file or a delta.
///
/// The order of a batch is canonical: it depends on the set of events alone, not on the log they
/// come from. Chains are sorted by the Lamport time of their first event, then by session. (See
/// FORMAT.md, "Event batch".)
///
/// One array holds the parents of all chains, another the operations of all chains. Each chain has
/// a range in each array. A text edited for years has tens of thousands of chains. Making an array
/// for each chain would take most of the time of saving such a text.
package struct EventBatch: Sendable {
  /// A session with events in the batch.
  struct Session: Equatable, Sendable {
    let id: SessionID
    /// The number of the session's first event in the batch.
    let firstNumber: Int
  }

  /// The parent of a chain's first event.
  enum Parent: Equatable, Sendable {
    /// The event at this place in the batch, and its chain.
    case inside(event: Int, chain: Int)
    /// The event at this place among the batch's externals.
    case outside(Int)
  }

  /// Consecutive events of one session, each the only parent of the next.
  struct Chain: Equatable, Sendable {
    /// The place of the session in the batch's table.
    var session: Int
    /// The places of the events in the batch.
    var events: Range<Int>
    /// The parents of the first event: a range of the batch's `parents`.
    var parents: Range<Int> = 0..<0
    /// The operations of the events: a range of the batch's `operations`.
    var operations: Range<Int> = 0..<0
  }

  /// The most events that a batch or a log may have. Where `Int` has 64 bits, a file needs millions
  /// of sessions to claim more. Where `Int` has 32 bits, the sum of this limit, a
  /// ``Dot/maximumNumber`` and any length of text still fits into an `Int`.
  ///
  /// Local edits do not check this limit. If forged bytes brought a text to the limit, a person can
  /// still edit the text, but no reader accepts bytes saved afterwards.
  static let maximumCount = Int.bitWidth > 32 ? 1 << 61 : 1 << 29

  /// The sessions, by first appearance in the chains.
  var sessions: [Session] = []
  /// The same sessions as a table; nil if they are few, or were not read from bytes.
  var table: SessionTable?
  /// The parents that are not in the batch, by first appearance.
  var externals: [Dot] = []
  var chains: [Chain] = []
  var parents: [Parent] = []
  /// The operations of all chains; empty if they are ``unread``.
  private(set) var operations: [OperationRun] = []
  /// The columns of the operations, if they are not read yet.
  private(set) var unread: UnreadColumns?
  /// The dropped elements; nil if the batch has all elements.
  package var dropped: DroppedElements?

  /// The number of elements that the events insert.
  package private(set) var elementCount = 0

  /// The number of events.
  var count: Int { chains.last?.events.upperBound ?? 0 }

  /// Whether no event deletes.
  package var hasOnlyInserts: Bool { operations.allSatisfy { $0.isInsert } }

  /// Whether the batch builds on no event outside it.
  var isWhole: Bool {
    externals.isEmpty && sessions.allSatisfy { $0.firstNumber == 0 }
  }

  /// Whether each chain builds on the last event of the chain before it, and on no other event.
  var isLinear: Bool {
    chains.indices.allSatisfy { index in
      let parents = parents[chains[index].parents]
      guard index > 0 else { return parents.isEmpty }
      guard parents.count == 1, case .inside(let event, _) = parents.first else { return false }
      return event == chains[index].events.lowerBound - 1
    }
  }

  /// The number after each session's last event in the batch, by session.
  var endsOfSessions: [SessionID: Int] {
    let ends = endNumbers
    return sessions.enumerated().reduce(into: [:]) { $0[$1.element.id] = ends[$1.offset] }
  }

  /// The number after each session's last event in the batch, in the order of `sessions`.
  var endNumbers: [Int] {
    chains.reduce(into: sessions.map { $0.firstNumber }) { ends, chain in
      ends[chain.session] += chain.events.count
    }
  }

  /// The id of a chain's session.
  func session(of chain: Chain) -> SessionID { sessions[chain.session].id }

  /// The index in `chains` of the chain that holds an event.
  func chain(of event: Int) -> Int {
    chains.indices.last(inPrefixWhere: { chains[$0].events.lowerBound <= event })
  }
}

extension EventBatch {
  mutating func reserveOperations(_ count: Int) {
    operations.reserveCapacity(count)
  }

  /// Sets the operations of all chains.
  mutating func setOperations(_ runs: [OperationRun]) {
    operations = runs
    elementCount = runs.reduce(0) { $0 &+ ($1.isInsert ? $1.length : 0) }
  }

  /// Sets columns from which the operations can be read later, and the number of elements that the
  /// operations insert.
  mutating func setOperations(_ columns: UnreadColumns, elementCount: Int) {
    unread = columns
    self.elementCount = elementCount
  }

  /// Adds a run of operations, without joining it with the last run.
  @inline(__always)
  mutating func append(_ run: OperationRun) {
    operations.append(run)
    elementCount += run.isInsert ? run.length : 0
  }

  /// Adds operations. They extend the last run as far as `OperationRun.extend(by:)` allows. A run
  /// before the place `first` is not extended.
  mutating func append(_ run: OperationRun, joiningFrom first: Int) {
    elementCount += run.isInsert ? run.length : 0
    let last = operations.count - 1
    if last < first {
      operations.append(run)
    } else if let rest = operations[last].extend(by: run) {
      operations.append(rest)
    }
  }
}

extension EventBatch {
  /// Sorts the parents from index `first` on, latest event first. These parents are in the batch.
  mutating func sortParents(from first: Int) {
    parents[first...].sort { left, right in
      guard case .inside(let event, _) = left, case .inside(let other, _) = right else {
        return false
      }
      return event > other
    }
  }
}

extension EventBatch: Equatable {
  package static func == (left: EventBatch, right: EventBatch) -> Bool {
    // The table follows from the sessions, and the number of elements from the operations.
    left.sessions == right.sessions && left.externals == right.externals
      && left.chains == right.chains && left.parents == right.parents
      && left.operations == right.operations && left.dropped == right.dropped
  }
}
