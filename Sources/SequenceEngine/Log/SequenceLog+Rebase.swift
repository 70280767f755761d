// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// A log without its first events, and the elements of the log before that it keeps.
  package struct Rebased {
    package var log: SequenceLog
    /// The kept elements, by their order in the log before, in their new order.
    package var elements: [Range<Int>]
  }

  /// Replaces the first events by a base.
  ///
  /// - Parameters:
  ///   - cut: The number of these events, above 0. They are a critical cut.
  ///   - cache: The cache of the same storage.
  /// - Complexity: O(*n*) in the runs.
  package func rebased(after cut: Int, cache: borrowing HistoryCache) -> Rebased {
    let isAll = cut == graph.count
    let tips = isAll ? graph.frontier : graph.withoutAncestors(graph.parents(of: cut))
    let shown = cache.withIndex(of: self) { $0.elements(shownAt: tips, of: self) }
    var elements: [Range<Int>] = []
    for range in shown { forEachRange(ofElements: range) { elements.append($0) } }
    let base = HistoryBase(
      counts: eventCounts(upTo: cut), tips: tips.map { graph.dot(of: $0) },
      lamport: tips.map { graph.lamport(of: $0) }.max() ?? 0,
      elements: shown.flatMap { dots(ofElements: $0) })
    var log = SequenceLog(after: base)
    if !isAll {
      let entry = operations.piece(operations.entry(of: cut), within: cut..<graph.count)
      elements.append(entry.firstElement..<elementCount)
      log.append(cut..<graph.count, of: self)
    }
    log.droppedTips = droppedTips.filter { $0 >= cut }.map { $0 - cut }
    log.floorTips = floorTips.filter { $0 >= cut }.map { $0 - cut }
    return Rebased(log: log, elements: elements.filter { !$0.isEmpty })
  }

  private func eventCounts(upTo end: Int) -> VersionVector {
    var counts = base?.counts ?? VersionVector()
    graph.forEachRunPiece(in: [0..<end]) { piece in
      let last = graph.dot(of: piece.events.upperBound - 1)
      counts.advance(last.session, to: last.number + 1)
    }
    return counts
  }

  /// Adds the last events of another log. This log has a base in the place of the earlier ones.
  private mutating func append(_ events: Range<Int>, of other: SequenceLog) {
    other.graph.forEachRunPiece(in: [events]) { run in
      let parents = other.graph.parents(of: run.events.lowerBound)
        .filter { $0 >= events.lowerBound }.map { $0 - events.lowerBound }
      var isNewRun = graph.append(
        session: other.graph.sessions[run.session], length: run.events.count, parents: parents)
      other.operations.forEachPiece(in: run.events) { piece in
        operations.append(
          piece.run, isNewRun: isNewRun,
          documentLength: other.operations.documentLength(before: piece.events.lowerBound))
        isNewRun = false
      }
    }
  }
}

extension HistoryIndex {
  /// The elements that a version shows, in the order of the document.
  ///
  /// - Complexity: O(*n*) in the runs.
  fileprivate func elements(shownAt tips: [Int], of log: SequenceLog) -> [Range<Int>] {
    tracker.withPrepared(tips, of: log) {
      var shown: [Range<Int>] = []
      tracker.tree.forEachRun { run in
        guard tracker.tree.preparedWidth(ofRun: run) > 0 else { return }
        shown.append(tracker.tree.runs[run].first..<tracker.tree.runs[run].end)
      }
      return shown
    }
  }
}
