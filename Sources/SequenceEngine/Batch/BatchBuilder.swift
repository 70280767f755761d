// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Writes chains of a log into a batch, in canonical order.
struct BatchBuilder {
  /// A chain to be written, as pieces of the log.
  struct Chain {
    var dot: Dot
    var lamport: Int
    /// The place of the chain's first piece among all pieces.
    var first: Int
    /// The places of the chain's other pieces, ascending. Most chains have only one piece.
    var later: [Int] = []

    func precedes(_ other: Chain) -> Bool {
      lamport == other.lamport ? dot < other.dot : lamport < other.lamport
    }
  }

  private let graph: CausalGraph
  /// The pieces of all chains in the log's order.
  private let pieces: [CausalGraph.RunPiece]
  private let chains: [Chain]
  /// The places in the batch of each piece's first event and of each piece's chain.
  private var places: [(event: Int, chain: Int)]
  /// Whether the pieces make up one range of events. Their runs are then consecutive.
  private let isDense: Bool
  private var batch = EventBatch()
  private var placesOfSessions: SessionNumbers
  private var placesOfExternals: [Dot: Int] = [:]
  private var elements: [Range<Int>] = []

  /// - Parameters:
  ///   - pieces: The pieces of all chains in the log's order.
  ///   - chains: The chains in canonical order.
  ///   - isDense: Whether the pieces make up one range of events.
  init(
    graph: CausalGraph, pieces: [CausalGraph.RunPiece], chains: [Chain], isDense: Bool
  ) {
    self.graph = graph
    self.pieces = pieces
    self.chains = chains
    self.isDense = isDense
    placesOfSessions = SessionNumbers(of: graph, for: pieces.count)
    places = .init(repeating: (event: 0, chain: 0), count: pieces.count)
    var place = 0
    for (index, chain) in chains.enumerated() {
      places[chain.first] = (event: place, chain: index)
      place += pieces[chain.first].events.count
      for piece in chain.later {
        places[piece] = (event: place, chain: index)
        place += pieces[piece].events.count
      }
    }
  }

  mutating func build(_ operations: OperationLog) -> SequenceLog.Extract {
    let isWhole = isDense && pieces.first?.events.lowerBound == 0
    batch.chains.reserveCapacity(chains.count)
    batch.parents.reserveCapacity(2 * chains.count)
    batch.reserveOperations(isWhole ? operations.entries.count : chains.count)
    for chain in chains {
      let (firstParent, firstOperation) = (batch.parents.count, batch.operations.count)
      var end = batch.count
      add(pieces[chain.first], of: operations, joiningFrom: firstOperation, &end)
      for piece in chain.later {
        add(pieces[piece], of: operations, joiningFrom: firstOperation, &end)
      }
      addParents(of: chain)
      batch.chains.append(
        EventBatch.Chain(
          session: place(of: chain), events: batch.count..<end,
          parents: firstParent..<batch.parents.count,
          operations: firstOperation..<batch.operations.count))
    }
    return SequenceLog.Extract(
      batch: batch, elements: elements, firstRuns: chains.map { pieces[$0.first].run })
  }

  /// - Parameter end: The place after the last event of the chain so far.
  private mutating func add(
    _ piece: CausalGraph.RunPiece, of operations: OperationLog, joiningFrom first: Int,
    _ end: inout Int
  ) {
    operations.forEachPiece(in: piece.events, ofRun: piece.run) { piece in
      batch.append(piece.run, joiningFrom: first)
      if piece.run.isInsert { addElements(piece.firstElement, count: piece.run.length) }
    }
    end += piece.events.count
  }

  private mutating func place(of chain: Chain) -> Int {
    let session = pieces[chain.first].session
    if let place = placesOfSessions[session] { return place }
    placesOfSessions[session] = batch.sessions.count
    batch.sessions.append(
      EventBatch.Session(id: chain.dot.session, firstNumber: chain.dot.number))
    return batch.sessions.count - 1
  }

  /// Adds the parents of a chain: first the parents in the batch, from the last to the first in the
  /// batch, then the other parents, sorted by dot.
  private mutating func addParents(of chain: Chain) {
    let piece = pieces[chain.first]
    if let parent = graph.onlyParent(of: piece) {
      if let place = place(of: parent.event, inRun: parent.run) { return add(place) }
      return addOutside(graph.dot(of: parent.event))
    }
    let first = batch.parents.count
    var outside: [Dot] = []
    graph.forEachParent(ofRun: piece.run) { parent, run in
      if let place = place(of: parent, inRun: run) {
        add(place)
      } else {
        outside.append(graph.dot(of: parent))
      }
    }
    if batch.parents.count - first > 1 { batch.sortParents(from: first) }
    for dot in outside.sorted() { addOutside(dot) }
  }

  private mutating func add(_ place: (event: Int, chain: Int)) {
    batch.parents.append(.inside(event: place.event, chain: place.chain))
  }

  private mutating func addOutside(_ dot: Dot) {
    batch.parents.append(.outside(placeOfExternal(dot)))
  }

  /// The places of an event and of its chain in the batch; nil if the batch lacks the event.
  private func place(of event: Int, inRun run: Int) -> (event: Int, chain: Int)? {
    guard let first = pieces.first else { return nil }
    let piece =
      isDense
      ? run - first.run
      : pieces.indices.last(inPrefixWhere: { pieces[$0].events.lowerBound <= event })
    guard pieces.indices.contains(piece), pieces[piece].events.contains(event) else { return nil }
    let start = places[piece]
    return (start.event + event - pieces[piece].events.lowerBound, start.chain)
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
