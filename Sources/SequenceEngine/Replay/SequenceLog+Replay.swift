// SPDX-License-Identifier: MIT

extension SequenceLog {
  /// Turns the latest events into operations on the document as it was before
  /// them.
  ///
  /// Where one event has seen all before it, and all after have seen it, it is
  /// *critical*, and its operation is applied as it stands. Only the stretches
  /// between critical events are replayed in a ``Tracker``, each from the
  /// critical event before it.
  ///
  /// - Parameters:
  ///   - firstNew: The first event that the document does not show yet.
  ///   - documentLength: Elements in the document now.
  mutating func replay(from firstNew: Int, documentLength: Int) -> [DocumentOperation] {
    var output = ReplayOutput(documentLength: documentLength)
    for stretch in graph.stretches(from: firstNew) {
      if stretch.isCritical {
        apply(stretch.events, to: &output)
      } else {
        replayConcurrent(stretch.events, firstNew: firstNew, into: &output)
      }
    }
    return output.operations
  }

  /// Applies events whose authors saw exactly the current document.
  private mutating func apply(_ events: Range<Int>, to output: inout ReplayOutput) {
    operations.forEachPiece(in: events) { piece, entry in
      if piece.events.lowerBound == entry.start { entry.documentLength = output.documentLength }
      output.apply(piece)
    }
  }

  private mutating func replayConcurrent(
    _ events: Range<Int>, firstNew: Int, into output: inout ReplayOutput
  ) {
    let base = events.lowerBound - 1
    let baseLength = base < 0 ? 0 : operations.documentLength(after: base)
    var tracker = Tracker(firstEvent: events.lowerBound, baseLength: baseLength)
    let middle = min(max(firstNew, events.lowerBound), events.upperBound)
    for run in graph.replayOrder(of: events.lowerBound..<middle) {
      tracker.replay(run, of: &self)
    }
    tracker.output = output
    for run in graph.replayOrder(of: middle..<events.upperBound) {
      tracker.replay(run, of: &self)
    }
    output = tracker.output ?? output
  }
}

/// The operations found so far, and the length of the document after them.
struct ReplayOutput {
  private(set) var operations: [DocumentOperation] = []
  private(set) var documentLength: Int

  init(documentLength: Int) {
    self.documentLength = documentLength
  }

  mutating func insert(elements: Range<Int>, at position: Int) {
    operations.append(.insert(elements: elements, at: position))
    documentLength += elements.count
  }

  mutating func delete(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    operations.append(.delete(range))
    documentLength -= range.count
  }

  /// Applies operations at the positions they state.
  mutating func apply(_ piece: OperationLog.Piece) {
    let run = piece.run
    let misses = run.misses(documentLength: documentLength)
    let hits = run.length - misses
    switch run.kind {
    case .insert:
      insert(
        elements: piece.firstElement..<(piece.firstElement + run.length),
        at: min(run.position, documentLength))
    case .deleteForward:
      let start = min(run.position, documentLength)
      delete(start..<(start + hits))
    case .deleteBackward:
      let end = run.position - misses + 1
      if hits > 0 { delete((end - hits)..<end) }
    }
  }
}
