// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// An event batch as it is saved: a few long arrays of like values. They take less room, compress
/// better and are read faster than a sequence of records.
struct EventColumns {
  /// The parent of a chain's first event.
  enum Parent {
    /// The event at this place in the batch, and the chain that it is in.
    case inside(event: Int, chain: Int)
    /// The event of this place among the externals.
    case outside(Int)
  }

  /// A chain's share of the columns.
  struct Chain {
    /// The place of the session in the table.
    var session: Int
    /// The places of the events in the batch.
    var events: Range<Int>
    var parents: Range<Int> = 0..<0
    var operations: Range<Int> = 0..<0
  }

  var sessions: [EventBatch.Session] = []
  /// The sessions once more, if they were read and are many.
  var table: SessionTable?
  var externals: [Dot] = []
  var chains: [Chain] = []
  var parents: [Parent] = []
  private(set) var operations: [OperationRun] = []
  var dropped: DroppedElements?
  var floor: [Dot] = []
  var base: HistoryBase?

  /// How many events there are.
  var count: Int { chains.last?.events.upperBound ?? 0 }

  /// How many elements the events insert.
  private(set) var elementCount = 0

  /// Whether the columns are a whole history of which nothing was dropped.
  var isWhole: Bool {
    !chains.isEmpty && externals.isEmpty && base == nil && dropped == nil && floor.isEmpty
      && sessions.allSatisfy { $0.firstNumber == 0 }
  }

  /// Whether each chain builds on the last event of the chain before it, and on no other.
  var isLinear: Bool {
    chains.indices.allSatisfy { index in
      let parents = parents[chains[index].parents]
      guard index > 0 else { return parents.isEmpty }
      guard parents.count == 1, case .inside(let event, _) = parents.first else { return false }
      return event == chains[index].events.lowerBound - 1
    }
  }

  mutating func reserveOperations(_ count: Int) {
    operations.reserveCapacity(count)
  }

  @inline(__always)
  mutating func append(_ run: OperationRun) {
    operations.append(run)
    elementCount += run.isInsert ? run.length : 0
  }

  /// The operations of a chain. The array is shared if the chain is the only one.
  func operations(of chain: Chain) -> [OperationRun] {
    chain.operations == operations.indices ? operations : Array(operations[chain.operations])
  }

  /// The place of the chain that holds the event at a place.
  func chain(of event: Int) -> Int {
    chains.indices.last(inPrefixWhere: { chains[$0].events.lowerBound <= event })
  }
}

extension EventBatch {
  init(_ columns: EventColumns) {
    sessions = columns.sessions
    dropped = columns.dropped
    floor = columns.floor
    base = columns.base
    externals = columns.externals
    chains = columns.chains.map { chain in
      Chain(
        session: chain.session,
        parents: columns.parents[chain.parents].map { parent in
          switch parent {
          case .inside(let event, _): .inside(event)
          case .outside(let external): .outside(external)
          }
        },
        operations: columns.operations(of: chain), length: chain.events.count)
    }
  }
}

extension EventColumns {
  init(_ batch: EventBatch) {
    sessions = batch.sessions
    dropped = batch.dropped
    floor = batch.floor
    base = batch.base
    externals = batch.externals
    chains.reserveCapacity(batch.chains.count)
    operations = batch.chains.count == 1 ? batch.chains[0].operations : []
    for chain in batch.chains { append(chain, isOnly: batch.chains.count == 1) }
    elementCount = batch.elementCount
  }

  private mutating func append(_ chain: EventBatch.Chain, isOnly: Bool) {
    let (firstParent, firstOperation) = (parents.count, isOnly ? 0 : operations.count)
    if !isOnly { operations += chain.operations }
    for parent in chain.parents {
      switch parent {
      case .inside(let event): parents.append(.inside(event: event, chain: self.chain(of: event)))
      case .outside(let external): parents.append(.outside(external))
      }
    }
    chains.append(
      Chain(
        session: chain.session, events: count..<(count + chain.length),
        parents: firstParent..<parents.count, operations: firstOperation..<operations.count))
  }
}
