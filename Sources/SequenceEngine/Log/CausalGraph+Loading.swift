// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension CausalGraph {
  /// Makes the graph of a whole history, one run for each chain.
  ///
  /// - Throws: ``MissingHistory`` if the history builds on events outside, or if Lamport times do
  ///   not grow along a session.
  /// - Complexity: O(*c* + *p*) in the chains and their parents.
  init(_ batch: EventBatch) throws(MissingHistory) {
    self.init(after: batch.base)
    guard batch.externals.isEmpty,
      batch.sessions.allSatisfy({ $0.firstNumber == base?.counts[$0.id] ?? 0 })
    else {
      throw MissingHistory()
    }
    let places = try addSessions(of: batch)
    /// The number of the next event of each session, and the time of its latest event.
    var sessions = batch.sessions.map { (number: $0.firstNumber, time: 0) }
    /// The time of the last event of each chain, and whether it is a tip.
    var ends: ContiguousArray<(time: Int, isTip: Bool)> = []
    ends.reserveCapacity(batch.chains.count)
    var runs: ContiguousArray<CausalRun> = []
    runs.reserveCapacity(batch.chains.count)
    var parents: ContiguousArray<Parent> = []
    parents.reserveCapacity(batch.parents.count)
    for chain in batch.chains {
      let firstParent = parents.count
      let time = try readParents(of: chain, in: batch, into: &parents, &ends)
      let session = sessions[chain.session]
      guard time > session.time else { throw MissingHistory() }
      let last = time + chain.events.count - 1
      sessions[chain.session] = (session.number + chain.events.count, last)
      ends.append((last, true))
      runs.append(
        CausalRun(
          start: chain.events.lowerBound, session: places?[chain.session] ?? chain.session,
          number: session.number, lamport: time, parents: firstParent..<parents.count))
    }
    load(
      runs: runs, parents: parents, count: batch.count,
      earlierTips: batch.chains.indices.dropLast().filter { ends[$0].isTip }
        .map { batch.chains[$0].events.upperBound - 1 })
  }

  /// - Returns: The local place of each session; nil if it is the place in the batch.
  private mutating func addSessions(
    of batch: EventBatch
  ) throws(MissingHistory) -> [Int]? {
    if base != nil { return batch.sessions.map { place(of: $0.id) ?? addSession($0.id) } }
    guard let table = batch.table ?? SessionTable(batch.sessions.lazy.map { $0.id }) else {
      throw MissingHistory()
    }
    load(table)
    return nil
  }

  /// Adds the parents of the first event of a chain, ascending. A chain whose last event is such a
  /// parent does not end in a tip.
  ///
  /// - Returns: The Lamport time of the event.
  private func readParents(
    of chain: EventBatch.Chain, in batch: EventBatch, into parents: inout ContiguousArray<Parent>,
    _ ends: inout ContiguousArray<(time: Int, isTip: Bool)>
  ) throws(MissingHistory) -> Int {
    let first = parents.count
    var isAscending = true
    var time = firstLamport
    // Parents stand nearest first.
    for index in chain.parents.reversed() {
      guard case .inside(let event, let owner) = batch.parents[index] else {
        throw MissingHistory()
      }
      let last = batch.chains[owner].events.upperBound - 1
      if event == last { ends[owner].isTip = false }
      time = max(time, ends[owner].time - (last - event) + 1)
      if parents.count > first, parents[parents.count - 1].event >= event { isAscending = false }
      parents.append(Parent(event: event, run: owner))
    }
    if !isAscending { Self.sort(&parents, from: first) }
    return time
  }

  /// Sorts the last parents and removes duplicates: only in forged histories they are not in order.
  private static func sort(_ parents: inout ContiguousArray<Parent>, from first: Int) {
    let all = parents[first...].sorted { $0.event < $1.event }
    parents.removeLast(all.count)
    for parent in all
    where parents.count == first || parents[parents.count - 1].event < parent.event {
      parents.append(parent)
    }
  }
}
