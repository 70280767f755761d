// SPDX-License-Identifier: MIT

extension SequenceLog {
  /// Turns the latest events into operations on the document as it was before these events.
  ///
  /// An event is *critical* if it has seen all events before it, and all events after it have seen
  /// it. The operation of a critical event is applied at its own position. Only the stretches
  /// between critical events are replayed in a ``Tracker``.
  ///
  /// - Parameters:
  ///   - firstNew: The first event that the document does not show yet.
  ///   - documentLength: The number of elements that the document shows now.
  mutating func replay(from firstNew: Int, documentLength: Int) -> [DocumentOperation] {
    var output = ReplayOutput(documentLength: documentLength)
    if replay(from: firstNew, into: &output) { return output.operations }
    #if DECENT_INVARIANTS
      precondition(isBelieved, "a tracker shows a document of another length")
    #endif
    // Own bytes held a tracker, lengths or a document that does not follow from the history. The
    // history decides.
    let shown = documentLength > 0 ? [DocumentOperation.delete(0..<documentLength)] : []
    return shown + replay(from: 0, documentLength: 0).settled(documentLength: 0)
  }

  /// Writes the operations of the latest events to `output`. Stops if a tracker that replays the
  /// events shows another number of elements than the document has. If the numbers are equal, all
  /// positions lie within the document, even if the tracker is wrong in other ways: each operation
  /// changes both numbers alike.
  ///
  /// - Returns: False if the numbers differ. The operations written so far are then worthless.
  private mutating func replay(from firstNew: Int, into output: inout ReplayOutput) -> Bool {
    var walk = graph.stretchWalk()
    graph.walk(&walk, throughNew: firstNew)
    let isOpen = walk.start > firstNew
    if !isOpen, walk.stretches.count == 1, walk.stretches[0].isCritical {
      apply(walk.stretches[0].events, to: &output)
      return true
    }
    var replay = Replay(tracker: trackerBox?.take(), firstNew: firstNew)
    replay.tracker?.laneLimit = trackerLimit
    let found = walk.stretches
    if isOpen, !replay.replayOpen(firstNew..<walk.start, walk, of: &self, into: &output) {
      return false
    }
    for stretch in found.reversed() {
      if stretch.isCritical {
        apply(stretch.events, to: &output)
      } else if !replay.replayAnew(stretch.events, of: &self, into: &output) {
        return false
      }
    }
    // A whole history that ends with a critical event needs no tracker afterwards.
    if firstNew > 0 || found.first?.isCritical != true { keep(replay.tracker) }
    return true
  }

  /// Applies events whose authors saw exactly the current document.
  private mutating func apply(_ events: Range<Int>, to output: inout ReplayOutput) {
    var next = events.lowerBound
    var index = operations.entry(of: next)
    while next < events.upperBound {
      let piece = operations.piece(index, within: events)
      if operations.entries.start(ofEntry: index) == next {
        operations.setDocumentLength(output.documentLength, ofEntry: index)
      }
      output.apply(piece)
      next = piece.events.upperBound
      index += 1
    }
  }

  // MARK: The kept tracker

  /// The memory that any tracker may take, in bytes. About half of it may be free.
  static let smallTracker = 2 << 20

  /// The greatest memory of a larger tracker, as a multiple of the memory of the log. The multiple
  /// is large because letters typed at random places need much memory: each letter splits a run.
  private static let largeTracker = 8

  /// The greatest memory of a kept tracker without its lanes, in bytes. Also the greatest memory of
  /// its lanes.
  var trackerLimit: Int {
    let logBytes = graph.byteCount + operations.byteCount
    return max(Self.smallTracker, Self.largeTracker * logBytes) * NodeSizes.trackerRoom
  }

  private mutating func keep(_ tracker: Tracker?) {
    guard let tracker = tracker.map({ smaller($0) }) else { return }
    tracker.laneLimit = trackerLimit
    tracker.dropLanes()
    guard tracker.byteCount - tracker.laneByteCount <= trackerLimit else { return }
    if isKnownUniquelyReferenced(&trackerBox) {
      trackerBox?.put(tracker)
    } else {
      trackerBox = TrackerBox(tracker)
    }
  }
}

/// The replay of concurrent stretches in one merge.
private struct Replay {
  var tracker: Tracker?
  let firstNew: Int

  /// Replays a stretch from the critical event or cut before it.
  ///
  /// - Returns: False if the tracker shows a document of another length.
  mutating func replayAnew(
    _ events: Range<Int>, of log: inout SequenceLog, into output: inout ReplayOutput
  ) -> Bool {
    let tracker = trackerBeginning(
      at: events.lowerBound, of: log, documentLength: output.documentLength)
    let middle = max(firstNew, events.lowerBound)
    for part in log.graph.replayOrder(of: events.lowerBound..<middle) {
      tracker.replay(part, of: &log)
    }
    let new = middle..<events.upperBound
    return tracker.replay(new, in: log.graph.replayOrder(of: new), of: &log, into: &output)
  }

  /// - Parameter documentLength: The number of elements in the document now.
  private mutating func trackerBeginning(
    at event: Int, of log: SequenceLog, documentLength: Int
  ) -> Tracker {
    // The document shows all events before the first new event, and no others.
    let length =
      event >= firstNew ? documentLength : log.operations.documentLength(before: event)
    if let tracker {
      tracker.begin(firstEvent: event, baseLength: length)
      return tracker
    }
    let fresh = Tracker(firstEvent: event, baseLength: length)
    fresh.laneLimit = log.trackerLimit
    tracker = fresh
    return fresh
  }

  /// Replays new events that are concurrent with known events, in the tracker left from the last
  /// merge or in a new tracker.
  ///
  /// - Returns: False if the tracker shows a document of another length.
  mutating func replayOpen(
    _ events: Range<Int>, _ walk: CausalGraph.StretchWalk, of log: inout SequenceLog,
    into output: inout ReplayOutput
  ) -> Bool {
    let order = log.graph.replayOrder(of: events)
    let cost = costOfGoingOn(with: order, of: log)
    var walk = walk
    if let start = log.graph.walk(
      &walk, toStartBefore: events.lowerBound, limit: cost.map { $0 + Self.fewEntries } ?? .max),
      beginsAnew(at: start, for: events, insteadOfSpending: cost, of: log)
    {
      return replayAnew(start..<events.upperBound, of: &log, into: &output)
    }
    guard let tracker else { return false }
    // Known events that the tracker did not replay were applied at their own positions, in order.
    for part in log.graph.runParts(in: tracker.end..<events.lowerBound) {
      tracker.replay(part, of: &log)
    }
    return tracker.replay(events, in: order, of: &log, into: &output)
  }

  /// The cost of moving the tracker to the version where the first new run happened. The unit is
  /// the cost of replaying an entry of the operation log. Nil if there is no tracker, or if a new
  /// run has not seen the version where the tracker began.
  private func costOfGoingOn(
    with order: [VersionComparison.Part], of log: SequenceLog
  ) -> Int? {
    guard let tracker, let first = order.first else { return nil }
    for part in order where !hasSeen(allBefore: tracker, part, log.graph) { return nil }
    let isBehind = tracker.end < firstNew
    let unread = isBehind ? log.operations.entryCount(of: tracker.end..<firstNew) : 0
    let distance = tracker.distance(
      to: first.events.lowerBound, first.run, after: isBehind ? firstNew - 1 : nil, of: log)
    return unread + distance / Self.stepsInAReplay
  }

  /// The number of entries that a tracker retreats or advances in about the time of replaying one.
  private static let stepsInAReplay = 4

  /// The number of entries that are replayed anew at almost no cost.
  private static let fewEntries = 4

  /// Whether to begin anew rather than continue the kept tracker.
  ///
  /// A new tracker is smaller. But a branch that parted earlier may still come, and needs the old
  /// tracker or a replay of all events in the old tracker. So the old tracker stays until its extra
  /// cost has reached the cost of that replay.
  private func beginsAnew(
    at start: Int, for events: Range<Int>, insteadOfSpending cost: Int?, of log: SequenceLog
  ) -> Bool {
    guard let cost, let tracker else { return true }
    let spared = cost + Self.fewEntries - log.operations.entryCount(of: start..<events.lowerBound)
    if spared < 0 {
      tracker.spentInVain = 0
      return false
    }
    tracker.spentInVain += spared + log.operations.entryCount(of: events)
    return tracker.spentInVain * Self.stepsInAReplay >= tracker.tree.runs.count
  }

  /// Whether the author of new events has seen all events before the first event of a tracker.
  private func hasSeen(
    allBefore tracker: Tracker, _ part: VersionComparison.Part, _ graph: CausalGraph
  ) -> Bool {
    #if !hasFeature(Embedded)
      if let seen = tracker.views?.haveSeenPrefix(ofRun: part.run, in: graph) { return seen }
    #endif
    let first = tracker.firstEvent
    if first == 0 { return true }
    let latest = graph.latestParent(ofRun: part.run)
    // All events of the tracker have seen all events before the tracker's first event. So have
    // events that build on events of the tracker.
    if graph.start(ofRun: part.run) < part.events.lowerBound || latest >= first { return true }
    return latest == first - 1 && graph.parents(ofRun: part.run).holdAll(graph.parents(of: first))
  }
}
