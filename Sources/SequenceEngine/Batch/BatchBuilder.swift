// SPDX-License-Identifier: MIT

import Causality

/// Writes chains of a log, in canonical order, into a batch.
struct BatchBuilder {
  /// A chain to be written: its events in the log.
  struct Chain {
    var dot: Dot
    var lamport: Int
    /// The place among all pieces of its first piece.
    var first: Int
    /// The places of its other pieces, ascending. Most chains have none.
    var later: [Int] = []

    func precedes(_ other: Chain) -> Bool {
      lamport == other.lamport ? dot < other.dot : lamport < other.lamport
    }
  }

  private let graph: CausalGraph
  /// The pieces of all chains in the log's order.
  private let pieces: [CausalGraph.RunPiece]
  private let chains: [Chain]
  /// The place in the batch of the first event of each piece.
  private var places: [Int]
  /// Whether the pieces are consecutive whole runs, but for a part of the first.
  private let isDense: Bool
  private var batch = EventBatch()
  private var placesOfSessions: SessionNumbers
  private var placesOfExternals: [Dot: Int] = [:]
  private var elements: [Range<Int>] = []

  /// - Parameters:
  ///   - pieces: The pieces of all chains in the log's order.
  ///   - chains: The chains in canonical order.
  ///   - isDense: Whether the pieces are those of one range of events.
  init(
    graph: CausalGraph, pieces: [CausalGraph.RunPiece], chains: [Chain], isDense: Bool
  ) {
    self.graph = graph
    self.pieces = pieces
    self.chains = chains
    self.isDense = isDense
    placesOfSessions = SessionNumbers(of: graph, for: pieces.count)
    places = [Int](repeating: 0, count: pieces.count)
    var place = 0
    for chain in chains {
      places[chain.first] = place
      place += pieces[chain.first].events.count
      for piece in chain.later {
        places[piece] = place
        place += pieces[piece].events.count
      }
    }
  }

  /// - Parameter isWhole: Whether the batch includes the graph's base. If not, events that build on
  ///   it name its tips.
  mutating func build(_ operations: OperationLog, isWhole: Bool) -> SequenceLog.Extract {
    if isWhole, let base = graph.base {
      batch.base = base
      elements = base.elementCount > 0 ? [0..<base.elementCount] : []
    }
    batch.chains.reserveCapacity(chains.count)
    for chain in chains {
      var runs = OperationRunBuilder()
      var length = add(pieces[chain.first], of: operations, to: &runs)
      for piece in chain.later { length += add(pieces[piece], of: operations, to: &runs) }
      batch.chains.append(
        EventBatch.Chain(
          session: place(of: chain), parents: parents(of: chain), operations: runs.runs,
          length: length))
    }
    return SequenceLog.Extract(
      batch: batch, elements: elements, firstRuns: chains.map { pieces[$0.first].run })
  }

  /// - Returns: The number of events.
  private mutating func add(
    _ piece: CausalGraph.RunPiece, of operations: OperationLog, to runs: inout OperationRunBuilder
  ) -> Int {
    operations.forEachPiece(in: piece.events, ofRun: piece.run) { piece in
      runs.append(piece.run)
      if piece.run.isInsert { addElements(piece.firstElement, count: piece.run.length) }
    }
    return piece.events.count
  }

  private mutating func place(of chain: Chain) -> Int {
    let session = pieces[chain.first].session
    if let place = placesOfSessions[session] { return place }
    placesOfSessions[session] = batch.sessions.count
    batch.sessions.append(
      EventBatch.Session(id: chain.dot.session, firstNumber: chain.dot.number))
    return batch.sessions.count - 1
  }

  /// The parents of a chain: those in the batch first, nearest first, then the others by name.
  private mutating func parents(of chain: Chain) -> [EventBatch.Parent] {
    let piece = pieces[chain.first]
    if let parent = graph.onlyParent(of: piece) {
      let place = place(of: parent.event, inRun: parent.run)
      return [place.map { .inside($0) } ?? outside(parent.event)]
    }
    var inside: [Int] = []
    var outside: [Int] = []
    graph.forEachParent(ofRun: piece.run) { parent, run in
      if let place = place(of: parent, inRun: run) {
        inside.append(place)
      } else {
        outside.append(parent)
      }
    }
    if inside.isEmpty, outside.isEmpty, let base = graph.base, batch.base == nil {
      return base.tips.map { .outside(placeOfExternal($0)) }
    }
    inside.sort(by: >)
    if outside.isEmpty { return inside.map { .inside($0) } }
    outside.sort { graph.dot(of: $0) < graph.dot(of: $1) }
    return inside.map { .inside($0) } + outside.map { self.outside($0) }
  }

  private mutating func outside(_ event: Int) -> EventBatch.Parent {
    .outside(placeOfExternal(graph.dot(of: event)))
  }

  /// The place in the batch of an event of a run, if the batch holds it.
  private func place(of event: Int, inRun run: Int) -> Int? {
    guard let first = pieces.first else { return nil }
    let piece =
      isDense
      ? run - first.run
      : pieces.indices.last(inPrefixWhere: { pieces[$0].events.lowerBound <= event })
    guard pieces.indices.contains(piece), pieces[piece].events.contains(event) else { return nil }
    return places[piece] + event - pieces[piece].events.lowerBound
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
