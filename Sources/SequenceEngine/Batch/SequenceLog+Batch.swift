// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension SequenceLog {
  /// A batch, and the elements of the log that the batch inserts.
  package struct Extract {
    package var batch: EventBatch
    /// Ranges of elements, in the order of the batch. Elements are numbered in the order in which
    /// the log learned of them.
    package var elements: [Range<Int>]
    /// For each chain, the causal run in the log that holds the chain's first event.
    var firstRuns: [Int]
  }

  /// The events that a copy at `version` lacks, or nil if it lacks none and has dropped all
  /// elements that this log has dropped. If elements were dropped, the batch names the version up
  /// to which they were dropped. The owner of the elements then adds the ranges of the dropped
  /// elements.
  ///
  /// - Complexity: O(*d* log *d*) for *d* runs of the difference.
  package func extract(since version: SequenceVersion) -> Extract? {
    let missing = events(missingFrom: version)
    return missing.isEmpty && hasDropped(by: version) ? nil : extract(missing)
  }

  /// The whole history.
  package var wholeExtract: Extract { extract(isEmpty ? [] : [0..<graph.count]) }

  private func extract(_ events: [Range<Int>]) -> Extract {
    var pieces: [CausalGraph.RunPiece] = []
    graph.forEachRunPiece(in: events) { pieces.append($0) }
    guard let chains = chains(of: pieces) else { return wholeExtract }
    var builder = BatchBuilder(
      graph: graph, pieces: pieces, chains: chains, isDense: events.count == 1)
    var extract = builder.build(operations)
    if !droppedTips.isEmpty {
      extract.batch.dropped = DroppedElements(upTo: dropped, ranges: [])
    }
    return extract
  }

  /// Joins runs that continue each other into maximal chains, in canonical order.
  ///
  /// - Returns: Nil if events are missing between events of a session. Each event of a session
  ///   builds on the event before, so only forged histories have such gaps.
  private func chains(of pieces: [CausalGraph.RunPiece]) -> [BatchBuilder.Chain]? {
    var chains: [BatchBuilder.Chain] = []
    chains.reserveCapacity(pieces.count)
    /// The last piece of each session.
    var lastPieces = SessionNumbers(of: graph, for: pieces.count)
    var chainsOfPieces: [Int] = []
    chainsOfPieces.reserveCapacity(pieces.count)
    for (place, piece) in pieces.enumerated() {
      let first = piece.events.lowerBound
      let number = graph.number(of: first, inRun: piece.run)
      if let last = lastPieces[piece.session] {
        let end = pieces[last].events.upperBound
        guard number == graph.number(of: end, inRun: pieces[last].run) else { return nil }
        if graph.onlyParent(of: piece)?.event == end - 1 {
          chains[chainsOfPieces[last]].later.append(place)
          chainsOfPieces.append(chainsOfPieces[last])
          lastPieces[piece.session] = place
          continue
        }
      }
      lastPieces[piece.session] = place
      chainsOfPieces.append(chains.count)
      chains.append(
        BatchBuilder.Chain(
          dot: Dot(session: graph.sessions[piece.session], number: number),
          lamport: graph.lamport(of: first, inRun: piece.run), first: place))
    }
    return chains.sorted { $0.precedes($1) }
  }
}

extension CausalGraph {
  /// A run, or a part of one.
  struct RunPiece {
    var session: Int
    var run: Int
    var events: Range<Int>
  }

  /// The only parent of a piece's first event, and the run of that parent. Nil if there is no
  /// parent, or several.
  func onlyParent(of piece: RunPiece) -> (event: Int, run: Int)? {
    let first = piece.events.lowerBound
    if first > runs[piece.run].start { return (first - 1, piece.run) }
    guard runs[piece.run].parents.count == 1 else { return nil }
    var parent: (event: Int, run: Int)?
    forEachParent(ofRun: piece.run) { parent = ($0, $1) }
    return parent
  }

  /// The number of an event in its session. The event is in `run`, or would be the next event of
  /// `run`.
  func number(of event: Int, inRun run: Int) -> Int {
    runs[run].number + event - runs[run].start
  }

  /// The Lamport time of an event of a run.
  func lamport(of event: Int, inRun run: Int) -> Int {
    runs[run].lamport + event - runs[run].start
  }

  /// Cuts ascending ranges of events at the borders of runs, and calls `body` with each part.
  func forEachRunPiece(in ranges: [Range<Int>], _ body: (RunPiece) -> Void) {
    for range in ranges where !range.isEmpty {
      var index = run(of: range.lowerBound)
      var next = range.lowerBound
      while next < range.upperBound {
        WorkCounter.visitRun()
        let events = events(ofRun: index).clamped(to: next..<range.upperBound)
        body(RunPiece(session: runs[index].session, run: index, events: events))
        next = events.upperBound
        index += 1
      }
    }
  }
}
