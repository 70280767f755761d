// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension CausalGraph {
  /// Makes the graph of a whole history, one run for each chain.
  ///
  /// - Throws: ``MissingHistory`` if the history builds on events that are not in the batch, if a
  ///   session occurs twice, or if Lamport times do not grow along a session.
  /// - Complexity: O(*c* + *p*) for *c* chains with *p* parents.
  init(_ batch: EventBatch) throws(MissingHistory) {
    self.init()
    guard batch.isWhole,
      let table = batch.table ?? SessionTable(batch.sessions.lazy.map { $0.id })
    else {
      throw MissingHistory()
    }
    load(table)
    var batch = batch
    var ordered = try Self.parents(of: batch)
    if ordered == nil {
      batch.orderParents()
      ordered = try Self.parents(of: batch)
    }
    guard let parents = ordered else { throw MissingHistory() }
    /// The number of each session's next event, and the Lamport time of the session's latest event.
    var sessions = ContiguousArray(batch.sessions.lazy.map { (number: $0.firstNumber, time: 0) })
    /// The Lamport time of the first event of each chain.
    var times = ContiguousArray(repeating: 0, count: batch.chains.count)
    /// Whether the last event of each chain is a tip.
    var tips = ContiguousArray(repeating: true, count: batch.chains.count)
    var isGrowing = true
    // The loops check no index. The reader checks the indexes of a batch from bytes, and a batch
    // made from a log has only valid indexes.
    checkPlaces(in: batch)
    let runs = batch.chains.withUnsafeBufferPointer { chains in
      sessions.withUnsafeMutableBufferPointer { sessions in
        times.withUnsafeMutableBufferPointer { times in
          tips.withUnsafeMutableBufferPointer { tips in
            SegmentedArray(count: chains.count) { index in
              let chain = chains[index]
              var time = Self.firstLamport
              for place in chain.parents {
                let parent = parents[place]
                let owner = chains[parent.run].events
                if parent.event + 1 == owner.upperBound { tips[parent.run] = false }
                time = max(time, times[parent.run] + parent.event - owner.lowerBound + 1)
              }
              times[index] = time
              let session = sessions[chain.session]
              if time <= session.time { isGrowing = false }
              sessions[chain.session] = (
                session.number + chain.events.count, time + chain.events.count - 1
              )
              return CausalRun(
                start: chain.events.lowerBound, session: chain.session, number: session.number,
                lamport: time, parents: chain.parents)
            }
          }
        }
      }
    }
    guard isGrowing else { throw MissingHistory() }
    load(
      runs: runs, parents: parents, count: batch.count,
      earlierTips: tips.indices.dropLast().filter { tips[$0] }
        .map { batch.chains[$0].events.upperBound - 1 })
  }

  private func checkPlaces(in batch: EventBatch) {
    #if DECENT_INVARIANTS
      for (index, chain) in batch.chains.enumerated() {
        precondition(batch.sessions.indices.contains(chain.session))
        for case .inside(_, let owner) in batch.parents[chain.parents] {
          precondition((0..<index).contains(owner))
        }
      }
    #endif
  }

  /// The parents of all chains. The parents of each chain ascend.
  ///
  /// - Returns: Nil if the batch does not have the parents of each chain latest first, without
  ///   duplicates. Only forged bytes have another order.
  private static func parents(
    of batch: EventBatch
  ) throws(MissingHistory) -> SegmentedArray<Parent>? {
    var end = 0
    for chain in batch.chains {
      guard chain.parents.lowerBound == end else { return nil }
      end = chain.parents.upperBound
    }
    guard end == batch.parents.count else { return nil }
    var (areInside, areAscending) = (true, true)
    let parents = batch.chains.withUnsafeBufferPointer { chains in
      batch.parents.withUnsafeBufferPointer { parents in
        var chain = -1
        var (range, last) = (0..<0, -1)
        return SegmentedArray(count: parents.count) { place in
          while place >= range.upperBound {
            chain += 1
            (range, last) = (chains[chain].parents, -1)
          }
          let mirrored = range.lowerBound + range.upperBound - 1 - place
          guard case .inside(let event, let run) = parents[mirrored] else {
            areInside = false
            return Parent(event: 0, run: 0)
          }
          if event <= last { areAscending = false }
          last = event
          return Parent(event: event, run: run)
        }
      }
    }
    guard areInside else { throw MissingHistory() }
    return areAscending ? parents : nil
  }
}

extension EventBatch {
  /// Sorts the parents of each chain, latest first, and removes duplicates. Only forged bytes need
  /// this.
  fileprivate mutating func orderParents() {
    var ordered: [Parent] = []
    for index in chains.indices {
      let start = ordered.count
      for parent in parents[chains[index].parents].sorted(by: { $0.event > $1.event })
      where ordered.count == start || ordered.last != parent {
        ordered.append(parent)
      }
      chains[index].parents = start..<ordered.count
    }
    parents = ordered
  }
}

extension EventBatch.Parent {
  /// The place of the event in the batch; -1 if the event is not in the batch.
  fileprivate var event: Int {
    if case .inside(let event, _) = self { event } else { -1 }
  }
}
