// SPDX-License-Identifier: MIT

import Causality

/// Writes chains of a log, in canonical order, into a batch.
struct BatchBuilder {
  /// A chain to be written: its events in the log.
  struct Chain {
    var dot: Dot
    var lamport: Int
    var parents: [Int]
    var pieces: [Range<Int>]

    var lastEvent: Int { pieces[pieces.count - 1].upperBound - 1 }
    var length: Int { pieces.reduce(0) { $0 + $1.count } }

    func precedes(_ other: Chain) -> Bool {
      lamport == other.lamport ? dot < other.dot : lamport < other.lamport
    }
  }

  /// The place in the batch of a piece of the log.
  private struct Placement {
    var events: Range<Int>
    var place: Int
  }

  private let graph: CausalGraph
  private let chains: [Chain]
  /// The placements in the log's order.
  private let placements: [Placement]
  private var batch = EventBatch()
  private var placesOfSessions: [SessionID: Int] = [:]
  private var placesOfExternals: [Dot: Int] = [:]
  private var elements: [Range<Int>] = []

  init(graph: CausalGraph, chains: [Chain]) {
    self.graph = graph
    self.chains = chains
    var placements: [Placement] = []
    var place = 0
    for events in chains.lazy.flatMap({ $0.pieces }) {
      placements.append(Placement(events: events, place: place))
      place += events.count
    }
    self.placements = placements.sorted { $0.events.lowerBound < $1.events.lowerBound }
  }

  /// - Parameter isWhole: Whether the batch includes the graph's base. If not, events that build on
  ///   it name its tips.
  mutating func build(_ operations: OperationLog, isWhole: Bool) -> SequenceLog.Extract {
    if isWhole, let base = graph.base {
      batch.base = base
      elements = base.elementCount > 0 ? [0..<base.elementCount] : []
    }
    for chain in chains {
      var runs = OperationRunBuilder()
      for events in chain.pieces {
        operations.forEachPiece(in: events) { piece in
          runs.append(piece.run)
          if piece.run.isInsert { addElements(piece.firstElement, count: piece.run.length) }
        }
      }
      batch.chains.append(
        EventBatch.Chain(
          session: place(of: chain.dot), parents: parents(of: chain),
          operations: runs.runs, length: chain.length))
    }
    return SequenceLog.Extract(batch: batch, elements: elements)
  }

  private mutating func place(of first: Dot) -> Int {
    if let place = placesOfSessions[first.session] { return place }
    batch.sessions.append(EventBatch.Session(id: first.session, firstNumber: first.number))
    placesOfSessions[first.session] = batch.sessions.count - 1
    return batch.sessions.count - 1
  }

  /// The parents of a chain: those in the batch first, nearest first, then the others by name.
  private mutating func parents(of chain: Chain) -> [EventBatch.Parent] {
    var inside: [Int] = []
    var outside: [Int] = []
    for parent in chain.parents {
      if let place = place(of: parent) { inside.append(place) } else { outside.append(parent) }
    }
    inside.sort(by: >)
    outside.sort { graph.dot(of: $0) < graph.dot(of: $1) }
    if chain.parents.isEmpty, let base = graph.base, batch.base == nil {
      return base.tips.map { .outside(placeOfExternal($0)) }
    }
    return inside.map { .inside($0) } + outside.map { .outside(placeOfExternal(graph.dot(of: $0))) }
  }

  private func place(of event: Int) -> Int? {
    let last = placements.indices.last(inPrefixWhere: { placements[$0].events.lowerBound <= event })
    guard last >= 0, placements[last].events.contains(event) else { return nil }
    return placements[last].place + event - placements[last].events.lowerBound
  }

  private mutating func placeOfExternal(_ dot: Dot) -> Int {
    if let place = placesOfExternals[dot] { return place }
    batch.externals.append(dot)
    placesOfExternals[dot] = batch.externals.count - 1
    return batch.externals.count - 1
  }

  private mutating func addElements(_ first: Int, count: Int) {
    if let last = elements.indices.last, elements[last].upperBound == first {
      elements[last] = elements[last].lowerBound..<(first + count)
    } else {
      elements.append(first..<(first + count))
    }
  }
}
