// SPDX-License-Identifier: MIT

/// Replays concurrent events: moves the document from one author's version to
/// the next and finds where each event's effect belongs in the document that
/// shows all of them.
///
/// As in Eg-walker (see ``SequenceLog``), each element is held in two versions
/// at once: the *prepared* one, which is where the next event happened, and the
/// end, which shows everything replayed so far. Elements from before the first
/// event are one run of placeholders.
///
/// Element ids: placeholders have 0 up to their count; the element inserted by
/// an event follows in the order of the log.
struct Tracker {
  var tree = RunTree()
  private(set) var hits = DeleteHits()
  /// The tips of the prepared version.
  private var prepared: [Int]
  private let firstEvent: Int
  let placeholderCount: Int

  /// Where to write what the events do to the document; nil while replaying
  /// what the document shows already.
  var output: ReplayOutput?

  /// Makes a tracker at the version of a critical event, or the empty one.
  ///
  /// - Parameters:
  ///   - firstEvent: The event after that.
  ///   - baseLength: Elements in the document then.
  init(firstEvent: Int, baseLength: Int) {
    self.firstEvent = firstEvent
    placeholderCount = baseLength
    prepared = firstEvent > 0 ? [firstEvent - 1] : []
    if baseLength > 0 {
      _ = tree.insert(
        RunTree.Run(
          first: 0, length: baseLength, left: RunTree.none, right: RunTree.none, state: 1),
        at: tree.start)
    }
  }

  /// The event that inserted an element.
  func event(of element: Int) -> Int { element - placeholderCount + firstEvent }

  private func element(of event: Int) -> Int { event - firstEvent + placeholderCount }

  /// Replays events that are each the only parent of the next.
  mutating func replay(_ events: Range<Int>, of log: inout SequenceLog) {
    prepare(log.graph.parents(of: events.lowerBound), of: log)
    WorkCounter.replay(events.count)
    let graph = log.graph
    log.operations.forEachPiece(in: events) { piece, entry in
      if piece.events.lowerBound == entry.start { entry.documentLength = tree.preparedLength }
      apply(piece, graph)
    }
    prepared = [events.upperBound - 1]
    tree.checkInvariants()
  }

  /// Replays events of a log that knows all there is to be learned of them.
  mutating func replay(known events: Range<Int>, of log: SequenceLog) {
    prepare(log.graph.parents(of: events.lowerBound), of: log)
    WorkCounter.replay(events.count)
    log.operations.forEachPiece(in: events) { piece in apply(piece, log.graph) }
    prepared = [events.upperBound - 1]
    tree.checkInvariants()
  }

  private mutating func apply(_ piece: OperationLog.Piece, _ graph: CausalGraph) {
    switch piece.run.kind {
    case .insert: insert(piece, graph)
    case .deleteForward: deleteForward(piece)
    case .deleteBackward: deleteBackward(piece)
    }
  }

  // MARK: The prepared version

  /// Moves the prepared version.
  ///
  /// - Complexity: in proportion to the runs by which the two versions differ.
  mutating func prepare(_ tips: [Int], of log: SequenceLog) {
    let difference = log.graph.difference(prepared, tips)
    for range in difference.onlyFirst.reversed() { count(range, of: log, as: -1) }
    for range in difference.onlySecond { count(range, of: log, as: 1) }
    prepared = tips
  }

  private mutating func count(_ events: Range<Int>, of log: SequenceLog, as step: Int) {
    forEachRun(touchedBy: events, of: log) { tree, run in tree.changeState(of: run, by: step) }
  }

  /// Calls `body` with runs that hold exactly the elements which these events
  /// inserted or hit, cutting those that hold others too.
  mutating func forEachRun(
    touchedBy events: Range<Int>, of log: SequenceLog, _ body: (inout RunTree, Int) -> Void
  ) {
    let hits = hits
    log.operations.forEachPiece(in: events) { piece in
      if piece.run.isInsert {
        let first = element(of: piece.events.lowerBound)
        forEachRun(in: first..<(first + piece.run.length), body)
      } else {
        hits.forEachTarget(of: piece.events) { forEachRun(in: $0, body) }
      }
    }
  }

  /// Calls `body` with runs that hold exactly these elements, cutting those
  /// that hold others too.
  private mutating func forEachRun(
    in elements: Range<Int>, _ body: (inout RunTree, Int) -> Void
  ) {
    var next = elements.lowerBound
    while next < elements.upperBound, var run = tree.run(of: next) {
      if tree.runs[run].first < next {
        tree.split(run, at: next - tree.runs[run].first)
        run = tree.runs.count - 1
      }
      if tree.runs[run].end > elements.upperBound {
        tree.split(run, at: elements.upperBound - next)
      }
      body(&tree, run)
      next = tree.runs[run].end
    }
  }

  // MARK: Events

  private mutating func insert(_ piece: OperationLog.Piece, _ graph: CausalGraph) {
    let position = min(piece.run.position, tree.preparedLength)
    let place = placement(of: piece.events.lowerBound, at: position, graph)
    let run = tree.insert(
      RunTree.Run(
        first: element(of: piece.events.lowerBound), length: piece.run.length,
        left: place.left, right: place.right, state: 1),
      at: place.cursor)
    output?.insert(
      elements: piece.firstElement..<(piece.firstElement + piece.run.length),
      at: tree.endPosition(of: run))
  }

  private mutating func deleteForward(_ piece: OperationLog.Piece) {
    let misses = piece.run.misses(documentLength: tree.preparedLength)
    var event = piece.events.lowerBound
    var left = piece.run.length - misses
    while left > 0 {
      let (run, offset) = tree.visibleElement(at: piece.run.position)
      let count = min(left, tree.runs[run].length - offset)
      let first = tree.runs[run].first + offset
      hits.record(event, count: count, target: first, step: 1)
      delete(first..<(first + count))
      event += count
      left -= count
    }
    if misses > 0 { hits.recordMisses(event, count: misses) }
  }

  private mutating func deleteBackward(_ piece: OperationLog.Piece) {
    let misses = piece.run.misses(documentLength: tree.preparedLength)
    if misses > 0 { hits.recordMisses(piece.events.lowerBound, count: misses) }
    var event = piece.events.lowerBound + misses
    var position = piece.run.position - misses
    while event < piece.events.upperBound {
      let (run, offset) = tree.visibleElement(at: position)
      let count = min(piece.events.upperBound - event, offset + 1)
      let last = tree.runs[run].first + offset
      hits.record(event, count: count, target: last, step: -1)
      delete((last - count + 1)..<(last + 1))
      event += count
      position -= count
    }
  }

  private mutating func delete(_ elements: Range<Int>) {
    // Moved out, not copied, while the closure writes to it.
    var output = output
    self.output = nil
    forEachRun(in: elements) { tree, run in
      tree.changeState(of: run, by: 1)
      guard !tree.runs[run].isDeletedAtEnd else { return }
      let position = tree.endPosition(of: run)
      tree.markDeleted(run)
      output?.delete(position..<(position + tree.runs[run].length))
    }
    self.output = output
  }
}
