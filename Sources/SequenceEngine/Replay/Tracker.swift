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
///
/// Only one merge at a time has a tracker: see ``TrackerBox``.
final class Tracker: @unchecked Sendable {
  @exclusivity(unchecked) var tree = RunTree()
  @exclusivity(unchecked) private var hits = DeleteHits()
  /// The event replayed last, which is the tip of the prepared version; -1
  /// before the first event of all.
  @exclusivity(unchecked) private var prepared = -1
  /// The event after the critical one from whose version it started.
  @exclusivity(unchecked) private(set) var firstEvent = 0
  @exclusivity(unchecked) private(set) var placeholderCount = 0
  /// The event after the latest replayed.
  @exclusivity(unchecked) private(set) var end = 0

  @exclusivity(unchecked) private var comparison = VersionComparison()
  /// The event to whose author's version the comparison leads from the prepared
  /// one; nil if it was made for something else.
  @exclusivity(unchecked) private var comparedEvent: Int?
  /// Where the last event was found in the graph and in the log.
  @exclusivity(unchecked) private var graphRun = Int.max
  @exclusivity(unchecked) private var entry = Int.max

  /// Where to write what the events do to the document; nil while replaying
  /// what the document shows already.
  @exclusivity(unchecked) var output: ReplayOutput?

  /// Makes a tracker at the version of a critical event, or the empty one.
  ///
  /// - Parameters:
  ///   - firstEvent: The event after that.
  ///   - baseLength: Elements in the document then.
  init(firstEvent: Int, baseLength: Int) {
    begin(firstEvent: firstEvent, baseLength: baseLength)
  }

  /// Forgets everything and begins at another version.
  func begin(firstEvent: Int, baseLength: Int) {
    tree.removeAll()
    hits.removeAll()
    self.firstEvent = firstEvent
    placeholderCount = baseLength
    prepared = firstEvent - 1
    end = firstEvent
    comparedEvent = nil
    if baseLength > 0 {
      let base = RunTree.Run(
        first: 0, length: baseLength, left: RunTree.none, right: RunTree.none)
      _ = tree.insert(base, at: tree.start)
    }
  }

  /// What it takes in memory.
  var byteCount: Int { tree.byteCount + hits.byteCount }

  /// The event that inserted an element.
  func event(of element: Int) -> Int { element - placeholderCount + firstEvent }

  private func element(of event: Int) -> Int { event - firstEvent + placeholderCount }

  /// Replays events that are each the only parent of the next.
  func replay(_ events: Range<Int>, of log: inout SequenceLog) {
    prepare(for: events.lowerBound, of: log)
    WorkCounter.replay(events.count)
    var next = events.lowerBound
    entry = log.operations.entry(of: next, near: entry)
    while next < events.upperBound {
      let piece = log.operations.piece(entry, within: events)
      if output != nil, log.operations.entries[entry].start == next {
        log.operations.setDocumentLength(tree.preparedLength, ofEntry: entry)
      }
      apply(piece, log.graph)
      next = piece.events.upperBound
      entry += 1
    }
    prepared = events.upperBound - 1
    end = max(end, events.upperBound)
    tree.checkInvariants()
  }

  private func apply(_ piece: OperationLog.Piece, _ graph: CausalGraph) {
    switch piece.run.kind {
    case .insert: insert(piece, graph)
    case .deleteForward: deleteForward(piece)
    case .deleteBackward: deleteBackward(piece)
    }
  }

  // MARK: The prepared version

  /// How many runs of the graph must be counted or discounted to get to the
  /// version that the author of an event saw.
  ///
  /// - Parameter tip: What is replayed before, if anything is: all before the event.
  func distance(to event: Int, after tip: Int?, in graph: CausalGraph) -> Int {
    compare(tip ?? prepared, event, in: graph)
    comparedEvent = tip == nil ? event : nil
    return comparison.count
  }

  private func compare(_ tip: Int, _ event: Int, in graph: CausalGraph) {
    comparison.begin()
    graphRun = graph.run(of: event, near: graphRun)
    if graph.start(ofRun: graphRun) < event {
      if tip == event - 1 { return }
      comparison.addSecond(event - 1)
    } else {
      if graph.onlyParent(ofRun: graphRun) == tip { return }
      graph.forEachParent(ofRun: graphRun) { comparison.addSecond($0) }
    }
    if tip >= 0 { comparison.addFirst(tip) }
    comparison.finish(in: graph)
  }

  /// Moves the prepared version to that which the author of an event saw.
  ///
  /// - Complexity: in proportion to the runs by which the two versions differ.
  private func prepare(for event: Int, of log: SequenceLog) {
    if comparedEvent != event { compare(prepared, event, in: log.graph) }
    comparedEvent = nil
    for range in comparison.onlyFirst { count(range, of: log, as: -1) }
    for range in comparison.onlySecond.reversed() { count(range, of: log, as: 1) }
  }

  /// Moves the prepared version to any other while `body` looks at it, and back.
  ///
  /// - Complexity: in proportion to the runs by which the two versions differ.
  func withPrepared<Result>(
    _ tips: [Int], of log: SequenceLog, _ body: () -> Result
  ) -> Result {
    comparedEvent = nil
    comparison.begin()
    if prepared >= 0 { comparison.addFirst(prepared) }
    tips.forEach { comparison.addSecond($0) }
    comparison.finish(in: log.graph)
    let (away, towards) = (comparison.onlyFirst, comparison.onlySecond)
    for range in away { count(range, of: log, as: -1) }
    for range in towards.reversed() { count(range, of: log, as: 1) }
    defer {
      for range in towards { count(range, of: log, as: -1) }
      for range in away.reversed() { count(range, of: log, as: 1) }
    }
    return body()
  }

  private func count(_ events: Range<Int>, of log: SequenceLog, as step: Int32) {
    forEachRun(touchedBy: events, of: log) { tree.changeState(of: $0, by: step) }
  }

  /// Calls `body` with runs that hold exactly the elements which these events
  /// inserted or hit, cutting those that hold others too.
  @inline(__always)
  func forEachRun(
    touchedBy events: Range<Int>, of log: SequenceLog, _ body: (Int) -> Void
  ) {
    var next = events.lowerBound
    entry = log.operations.entry(of: next, near: entry)
    while next < events.upperBound {
      let piece = log.operations.piece(entry, within: events)
      if piece.run.isInsert {
        let first = element(of: next)
        forEachRun(in: first..<(first + piece.events.count), body)
        next = piece.events.upperBound
      } else {
        while next < piece.events.upperBound {
          let hit = hits.targets(of: next..<piece.events.upperBound)
          if let elements = hit.elements { forEachRun(in: elements, body) }
          next += hit.events
        }
      }
      entry += 1
    }
  }

  @inline(__always)
  private func forEachRun(in elements: Range<Int>, _ body: (Int) -> Void) {
    var next = elements.lowerBound
    while next < elements.upperBound,
      let run = tree.isolate(next, upTo: elements.upperBound)
    {
      body(run)
      next = tree.runs[run].end
    }
  }

  // MARK: Events

  private func insert(_ piece: OperationLog.Piece, _ graph: CausalGraph) {
    let position = min(piece.run.position, tree.preparedLength)
    let first = element(of: piece.events.lowerBound)
    let place = placement(of: piece.events.lowerBound, at: position, graph)
    let end: Int
    if let run = place.precedingRun, tree.runs[run].end == first, place.right == RunTree.none,
      !tree.runs[run].isDeletedAtEnd
    {
      end = tree.endPosition(of: run) + tree.runs[run].length
      tree.extend(run, by: piece.run.length)
    } else {
      let run = tree.insert(
        RunTree.Run(
          first: first, length: piece.run.length, left: place.left, right: place.right),
        at: place.cursor)
      end = output == nil ? 0 : tree.endPosition(of: run)
    }
    output?.insert(
      elements: piece.firstElement..<(piece.firstElement + piece.run.length), at: end)
  }

  private func deleteForward(_ piece: OperationLog.Piece) {
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

  private func deleteBackward(_ piece: OperationLog.Piece) {
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

  /// Deletes elements of one run.
  private func delete(_ elements: Range<Int>) {
    guard let run = tree.isolate(elements.lowerBound, upTo: elements.upperBound) else { return }
    if tree.runs[run].isDeletedAtEnd {
      tree.changeState(of: run, by: 1)
    } else {
      if output != nil {
        let position = tree.endPosition(of: run)
        output?.delete(position..<(position + elements.count))
      }
      tree.delete(run)
    }
  }
}
