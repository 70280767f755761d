// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A plan for taking a batch into a log: it tells which events of the batch are new to the log, and
/// the indexes of their parents in the log. The log has all events that the batch builds on.
package struct BatchPlan {
  struct Chain {
    /// The number of the chain's leading events that the log knows. The other events are new.
    var known: Int
    /// The range of ``BatchPlan/parents`` that holds the parents of the chain's first new event.
    var parents: Range<Int>
    /// The place of the chain's first event in the batch.
    fileprivate var place: Int
    /// The place of the chain's session in the batch, and the number of the chain's first event in
    /// the session.
    fileprivate var session: Int
    fileprivate(set) var number: Int
    /// The Lamport time of the chain's first new event, minus ``known``. Unused if no event is new.
    fileprivate var lamport: Int
    /// The index in the log that the chain's first new event will have.
    fileprivate var firstNew: Int
  }

  /// The plan of each chain of the batch.
  private(set) var chains: [Chain] = []
  /// The parents of all chains, chain by chain, as indexes in the log. The parents of a chain
  /// ascend.
  private(set) var parents: [Int] = []
  /// The number of new events.
  private(set) var newCount = 0

  /// Whether the batch drops elements that the log has not dropped.
  package fileprivate(set) var dropsMore = false

  /// Whether the batch has new events, or drops elements that the log has not dropped.
  package var bringsNews: Bool { newCount > 0 || dropsMore }
}

extension SequenceLog {
  /// Checks that this log can take in a batch:
  ///
  /// - The batch builds only on known events.
  /// - Each session of the batch continues the known events of that session.
  /// - The log can still be saved afterwards.
  /// - If the log knows an event of the batch, the event is the same in both, as far as
  ///   ``validate(_:known:)`` compares the events.
  ///
  /// - Complexity: O(*c* log *n* + *m*) for *c* chains with *m* operations, and *n* runs of the
  ///   log.
  package func validate(_ batch: EventBatch) throws(MissingHistory) {
    try validate(batch, known: try plan(batch))
  }

  /// Whether a batch has events that this log lacks.
  package func lacksEvents(of batch: EventBatch) -> Bool {
    batch.endNumbers.enumerated().contains { place, end in
      end > graph.count(of: batch.sessions[place].id)
    }
  }

  /// Checks a batch as ``validate(_:)`` does, but does not compare known events.
  ///
  /// - Returns: The plan, for this log or for another log of the same version.
  package func plan(_ batch: EventBatch) throws(MissingHistory) -> BatchPlan {
    var plan = try BatchPlan(batch, for: graph)
    if let dropped = batch.dropped {
      plan.dropsMore = try !hasDropped(upTo: dropped.upTo, of: batch)
    }
    return plan
  }

  /// Whether this log has dropped deleted elements at least up to the version with these tips.
  ///
  /// - Throws: ``MissingHistory`` if a tip is neither in this log nor in the batch.
  private func hasDropped(
    upTo dots: [Dot], of batch: EventBatch
  ) throws(MissingHistory) -> Bool {
    var known: [Int] = []
    var ends: [SessionID: Int]?
    var isHere = true
    for dot in dots {
      if let event = graph.index(of: dot) {
        known.append(event)
      } else {
        let all = ends ?? batch.endsOfSessions
        ends = all
        guard dot.number < all[dot.session] ?? 0 else { throw MissingHistory() }
        isHere = false
      }
    }
    return isHere && hasDropped(upTo: known)
  }
}

extension BatchPlan {
  /// The state of a session of the batch after the chains planned so far.
  private struct Session {
    /// The place of the session in the graph, or -1 if the graph does not know the session.
    var place: Int
    /// The number of the session's events that the graph knows.
    var known: Int
    /// The number of the session's next event in the batch.
    var next: Int
    /// The Lamport time of the last event of the session that the graph knows or the plan adds.
    var lamport: Int
  }

  fileprivate init(_ batch: EventBatch, for graph: CausalGraph) throws(MissingHistory) {
    var sessions: [Session] = []
    sessions.reserveCapacity(batch.sessions.count)
    for session in batch.sessions {
      let place = graph.place(of: session.id) ?? -1
      let known = place < 0 ? 0 : graph.count(ofSession: place)
      guard session.firstNumber <= known else { throw MissingHistory() }
      let last = place < 0 ? nil : graph.index(ofNumber: known - 1, inSession: place)
      sessions.append(
        Session(
          place: place, known: known, next: session.firstNumber,
          lamport: last.map { graph.lamport(of: $0) } ?? 0))
    }
    var externals: [Int] = []
    externals.reserveCapacity(batch.externals.count)
    for external in batch.externals {
      guard let event = graph.index(of: external) else { throw MissingHistory() }
      externals.append(event)
    }
    chains.reserveCapacity(batch.chains.count)
    var count = 0
    for chain in batch.chains {
      try add(chain, of: batch, &sessions, externals, graph)
      count += chain.events.count
    }
    guard graph.count <= EventBatch.maximumCount - count else { throw MissingHistory() }
  }

  /// Plans a chain.
  ///
  /// Lamport times must grow along each session. Otherwise the batch would have no canonical order.
  /// Only a forged batch breaks this rule, because each event of a session builds on the session's
  /// event before. The plan ignores the parents that the batch gives for known events.
  private mutating func add(
    _ chain: EventBatch.Chain, of batch: EventBatch, _ sessions: inout [Session],
    _ externals: [Int], _ graph: CausalGraph
  ) throws(MissingHistory) {
    let session = sessions[chain.session]
    let length = chain.events.count
    let known = min(length, max(0, session.known - session.next))
    let firstParent = parents.count
    var lamport = 0
    if known == 0 {
      for parent in batch.parents[chain.parents] {
        lamport = max(lamport, try add(parent, sessions, externals, graph))
      }
      guard lamport >= session.lamport else { throw MissingHistory() }
      lamport += 1
      sortParents(from: firstParent)
    } else {
      lamport = session.lamport - known + 1
      if known < length,
        let last = graph.index(ofNumber: session.known - 1, inSession: session.place)
      {
        parents.append(last)
      }
    }
    chains.append(
      Chain(
        known: known, parents: firstParent..<parents.count, place: chain.events.lowerBound,
        session: chain.session, number: session.next, lamport: lamport,
        firstNew: graph.count + newCount))
    sessions[chain.session].next += length
    if known < length { sessions[chain.session].lamport = lamport + length - 1 }
    newCount += length - known
  }

  /// Adds a parent of a chain.
  ///
  /// - Returns: The Lamport time of the parent.
  private mutating func add(
    _ parent: EventBatch.Parent, _ sessions: [Session], _ externals: [Int], _ graph: CausalGraph
  ) throws(MissingHistory) -> Int {
    var known: Int?
    switch parent {
    case .outside(let external):
      known = externals[external]
    case .inside(let event, let chain):
      let owner = chains[chain]
      let offset = event - owner.place
      guard offset < owner.known else {
        parents.append(owner.firstNew + offset - owner.known)
        return owner.lamport + offset
      }
      known = graph.index(
        ofNumber: owner.number + offset, inSession: sessions[owner.session].place)
    }
    guard let known else { throw MissingHistory() }
    parents.append(known)
    return graph.lamport(of: known)
  }

  /// Sorts the parents of the last chain and removes duplicates.
  private mutating func sortParents(from first: Int) {
    switch parents.count - first {
    case 0, 1: return
    case 2:
      if parents[first] > parents[first + 1] { parents.swapAt(first, first + 1) }
      if parents[first] == parents[first + 1] { parents.removeLast() }
    default:
      let sorted = Set(parents[first...]).sorted()
      parents.replaceSubrange(first..., with: sorted)
    }
  }
}
