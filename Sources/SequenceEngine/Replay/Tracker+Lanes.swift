// SPDX-License-Identifier: MIT

/// The choice of the prepared version in which the next event is replayed.
///
/// Moving a prepared version from one branch to another costs in proportion to the events of both
/// branches since they parted. So a tracker keeps several prepared versions, each in a lane of its
/// tree. The next transaction of a branch finds the version that the branch's last transaction
/// left. The tracker copies a lane once the moves since the last copy have taken about the time of
/// a copy. So all copies together cost no more than all moves.
extension Tracker {
  /// The number of runs of the tree that are copied to another lane in the time of one step of a
  /// move.
  private static let copiesInAStep = 64

  /// The number of seen counts, a byte each, that are copied in the time of copying one run of the
  /// tree.
  private static let notesInARun = 16

  /// The number of runs of the graph that the first comparison with a lane may visit.
  private static let fewRuns = 8

  /// The distance from the nearest prepared version to the version that the author of an event saw:
  /// the number of entries of the operation log to retreat or advance.
  ///
  /// - Parameter tip: The tip of the known events that the tracker must replay before `event`, so
  ///   that it also prepares a version with this tip. Nil if there are no such events.
  func distance(
    to event: Int, _ run: Int, after tip: Int?, of log: SequenceLog
  ) -> Int {
    findLane(for: event, run, in: log.graph)
    let found = entriesCompared(of: log)
    guard let tip, found > 0 else { return found }
    compared = nil
    let isNear = compare(
      tip, log.graph.run(of: tip), event, run, in: log.graph, limit: comparison.count)
    return isNear ? min(found, entriesCompared(of: log)) : found
  }

  private func entriesCompared(of log: SequenceLog) -> Int {
    (comparison.onlyFirst + comparison.onlySecond).reduce(0) {
      $0 + log.operations.entryCount(of: $1.events)
    }
  }

  /// Moves a prepared version to the version that the author of an event saw.
  ///
  /// - Complexity: In proportion to the runs by which this version and the nearest prepared one
  ///   differ.
  func prepare(for event: Int, _ run: Int, of log: SequenceLog) {
    if compared?.event != event { findLane(for: event, run, in: log.graph) }
    if let lane = compared?.lane { select(lane) }
    compared = nil
    if comparison.count == 0 { return }
    let session = versions.run < 0 ? nil : log.graph.runs[versions.run].session
    let author = log.graph.runs[run].session
    // Mostly, a version is continued only by the author of its tip.
    let isOwn = session == author
    if !isOwn { leaveVersion(of: session, to: author) }
    var steps = 0
    for part in comparison.onlyFirst {
      steps += retreat(part, of: log)
      noteSeen(part.run, to: part.events.lowerBound, log.graph)
    }
    for part in comparison.onlySecond.reversed() {
      steps += advance(part, of: log)
      noteSeen(part.run, to: part.events.upperBound, log.graph)
    }
    if !isOwn { versions.moved += steps }
  }

  /// Notes which events of a run the current version has seen: those before `end`.
  private func noteSeen(_ run: Int, to end: Int, _ graph: CausalGraph) {
    versions.setSeenCount(ofRun: run, to: end - graph.start(ofRun: run))
  }

  private func select(_ lane: Int) {
    versions.select(lane)
    if tree.lanes.current == lane { return }
    tree.lanes.current = lane
    tree.dropFinger()
  }

  // MARK: The nearest

  /// Finds the lane nearest to the version that the author of an event saw, and compares the two
  /// versions.
  private func findLane(for event: Int, _ run: Int, in graph: CausalGraph) {
    let causal = graph.runs[run]
    if let tip = onlyTip(seenBy: event, causal, in: graph), let lane = versions.lane(at: tip) {
      comparison.begin(from: firstEvent)
      compared = (event, lane)
      return
    }
    // Most authors saw the version of their last event and a few events more. An author who merged
    // many branches did not.
    let own = versions.count == 1 ? versions.current : versions.seat(of: causal.session)
    if let own, causal.parents.count < Self.fewRuns, compareAhead(own, event, run, in: graph) {
      compared = (event, own)
      return
    }
    findCandidates(for: causal, in: graph)
    var limit = candidates.count == 1 ? Int.max : Self.fewRuns
    while true {
      for place in 0..<candidates.count {
        let lane = candidates[place]
        let (tip, tipRun) = (versions.tip(of: lane), versions.run(of: lane))
        if compare(tip, tipRun, event, run, in: graph, limit: limit) {
          compared = (event, lane)
          return
        }
      }
      limit *= 4
    }
  }

  /// The tip of the version that the author of an event saw; nil if the version has several tips.
  private func onlyTip(seenBy event: Int, _ run: CausalRun, in graph: CausalGraph) -> Int? {
    if run.start < event { return event - 1 }
    if graph.latestParent(of: run) < firstEvent { return firstEvent - 1 }
    return run.parents.count == 1 ? graph.latestParent(of: run) : nil
  }

  /// Finds the lanes that may be nearest to the version where a run begins. These are the lanes
  /// where the run's session and the sessions of its parents were replayed last, and the current
  /// lane.
  private func findCandidates(for run: CausalRun, in graph: CausalGraph) {
    candidates.removeAll()
    if versions.count > 1 {
      addCandidate(versions.seat(of: run.session))
      var left = 3
      graph.forEachParent(of: run) { _, parentRun in
        let other = graph.runs[parentRun].session
        if left > 0, other != run.session { addCandidate(versions.seat(of: other)) }
        left -= 1
      }
    }
    addCandidate(versions.current)
  }

  private func addCandidate(_ lane: Int?) {
    guard let lane else { return }
    for place in 0..<candidates.count where candidates[place] == lane { return }
    candidates.append(lane)
  }

  /// Compares a lane's version with the version that the author of an event saw, if the author saw
  /// all of the lane's version and few events more.
  ///
  /// - Returns: Whether the author saw all of the lane's version and few events more.
  private func compareAhead(
    _ lane: Int, _ event: Int, _ run: Int, in graph: CausalGraph
  ) -> Bool {
    let tip = versions.tip(of: lane)
    comparison.begin(from: firstEvent)
    let isAhead = comparison.walk(
      fromAuthorOf: event, run, to: tip, in: graph, limit: Self.fewRuns,
      { versions.seenCount(ofRun: $0, in: lane) })
    if isAhead { checkAhead(of: tip, versions.run(of: lane), event, run, in: graph) }
    return isAhead
  }

  /// Compares the versions once more by the graph alone, if invariant checks are on.
  private func checkAhead(
    of tip: Int, _ tipRun: Int, _ event: Int, _ run: Int, in graph: CausalGraph
  ) {
    #if DECENT_INVARIANTS
      WorkCounter.pause {
        let found = comparison.onlySecond.map { $0.events }
        _ = compare(tip, tipRun, event, run, in: graph, limit: .max)
        let events = comparison.onlySecond.map { $0.events }
        precondition(comparison.onlyFirst.isEmpty, "an author who did not see a lane's version")
        precondition(events == found, "the author saw \(events), not \(found)")
      }
    #endif
  }

  /// Compares a version with the version that the author of an event saw.
  ///
  /// - Parameter limit: The most runs of the graph to visit.
  /// - Returns: Whether the comparison came to its end within the limit.
  private func compare(
    _ tip: Int, _ tipRun: Int, _ event: Int, _ run: Int, in graph: CausalGraph, limit: Int
  ) -> Bool {
    comparison.begin(from: firstEvent)
    comparison.addFirst(tip, tipRun)
    let causal = graph.runs[run]
    if causal.start < event {
      comparison.addSecond(event - 1, run)
    } else {
      graph.forEachParent(of: causal) { comparison.addSecond($0, $1) }
    }
    return comparison.finish(in: graph, limit: limit)
  }

  // MARK: Lanes

  /// Copies the current version and selects the copy, if moves since the last copy took enough
  /// steps. The original stays with `session`, the session of its tip.
  ///
  /// - Parameter other: The session that continues the copy. The copy overwrites the lane of this
  ///   session's last event, if there is such a lane.
  private func leaveVersion(of session: Int?, to other: Int) {
    let steps = versions.moved + comparison.count
    let copied = tree.runs.count + versions.notedRunCount / Self.notesInARun
    guard steps * Self.copiesInAStep > copied else { return }
    if let seat = versions.seat(of: other), seat != versions.current {
      copyCurrent(to: seat)
    } else if versions.count < NodeSizes.lanes,
      laneByteCount + tree.lanes.byteCountOfOne + versions.notedRunCount <= laneLimit
    {
      versions.add(leaving: session)
      tree.lanes.add()
    } else if let lane = versions.leastNeeded {
      copyCurrent(to: lane)
    }
  }

  private func copyCurrent(to lane: Int) {
    versions.copyCurrent(to: lane)
    tree.lanes.copyCurrent(to: lane)
  }

  /// Drops prepared versions until the lanes take no more memory than ``laneLimit``.
  func dropLanes() {
    while laneByteCount > laneLimit, versions.count > 1 {
      tree.lanes.keep(versions.keepHalf())
      tree.dropFinger()
      compared = nil
    }
  }
}
