// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// A batch, and the elements of the log that its inserts stand for, in the batch's order.
  package struct Extract {
    package var batch: EventBatch
    /// Ranges of the log's elements in the order in which the log learned them.
    package var elements: [Range<Int>]
  }

  /// The events that a copy at `version` lacks, or nil if it lacks none. If elements were dropped,
  /// the batch names the version up to which they were; the owner of the elements adds which ones.
  ///
  /// - Complexity: O(*d* log *d*) in the runs of the difference. The batch is the whole history if
  ///   parts of it were dropped, here or there, and the copy cannot merge the difference without
  ///   the rest.
  package func extract(since version: SequenceVersion) -> Extract? {
    let missing = events(missingFrom: version)
    if missing.isEmpty, hasDropped(by: version), hasFloor(by: version) { return nil }
    return canTake(missing, version) ? extract(missing, isWhole: false) : wholeExtract
  }

  /// The events that a copy at `version` lacks, for a copy that can take them in.
  package func news(since version: SequenceVersion) -> Extract {
    extract(events(missingFrom: version), isWhole: false)
  }

  /// The whole history, or all of it that remains.
  package var wholeExtract: Extract {
    extract(isEmpty ? [] : [0..<graph.count], isWhole: true)
  }

  private func extract(_ events: [Range<Int>], isWhole: Bool) -> Extract {
    guard let chains = chains(of: events) else { return wholeExtract }
    var builder = BatchBuilder(graph: graph, chains: chains)
    var extract = builder.build(operations, isWhole: isWhole)
    // Only the whole history includes the base, so only there the tips of the base are left out.
    let dropped = isWhole ? droppedTips.map { graph.dot(of: $0) }.sorted() : dropped
    if !dropped.isEmpty {
      extract.batch.dropped = DroppedElements(upTo: dropped, ranges: [])
    }
    extract.batch.floor = isWhole ? floorTips.map { graph.dot(of: $0) }.sorted() : floor
    return extract
  }

  /// Joins runs that continue each other into maximal chains, in canonical
  /// order.
  ///
  /// - Returns: Nil if a session has missing events between others. Each event of a session builds
  ///   on the one before, so only forged histories have such gaps.
  private func chains(of events: [Range<Int>]) -> [BatchBuilder.Chain]? {
    var chains: [BatchBuilder.Chain] = []
    var lastOfSession: [Int: Int] = [:]
    var isWhole = true
    graph.forEachRunPiece(in: events) { piece in
      let parents = graph.parents(of: piece.events.lowerBound)
      let dot = graph.dot(of: piece.events.lowerBound)
      if let last = lastOfSession[piece.session] {
        let before = graph.dot(of: chains[last].lastEvent)
        isWhole = isWhole && dot.number == before.number + 1
      }
      if let last = lastOfSession[piece.session],
        parents.count == 1, parents[0] == chains[last].lastEvent
      {
        chains[last].pieces.append(piece.events)
      } else {
        lastOfSession[piece.session] = chains.count
        chains.append(
          BatchBuilder.Chain(
            dot: dot, lamport: graph.age(of: piece.events.lowerBound).lamport,
            parents: parents, pieces: [piece.events]))
      }
    }
    return isWhole ? chains.sorted { $0.precedes($1) } : nil
  }
}

extension CausalGraph {
  /// A run, or a part of one.
  struct RunPiece {
    var session: Int
    var events: Range<Int>
  }

  /// Calls `body` with the parts of runs that make up ascending ranges of
  /// events.
  func forEachRunPiece(in ranges: [Range<Int>], _ body: (RunPiece) -> Void) {
    for range in ranges where !range.isEmpty {
      var index = run(of: range.lowerBound)
      var next = range.lowerBound
      while next < range.upperBound {
        WorkCounter.visitRun()
        let events = events(ofRun: index).clamped(to: next..<range.upperBound)
        body(RunPiece(session: runs[index].session, events: events))
        next = events.upperBound
        index += 1
      }
    }
  }
}
