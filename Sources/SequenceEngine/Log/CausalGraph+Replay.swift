// SPDX-License-Identifier: MIT

extension CausalGraph {
  /// Consecutive events that are either all critical or all not critical.
  ///
  /// An event is critical if every event before it in the log is its ancestor, and every event
  /// after it is its descendant. So before a critical event lies no tip, and no parent of a run
  /// that begins after the event. A stretch also begins after a critical cut (``CutSearch``).
  struct Stretch: Equatable {
    var events: Range<Int>
    var isCritical: Bool
  }

  /// A walk that cuts the log into stretches, from the latest event backwards.
  struct StretchWalk {
    /// The stretches found, latest first.
    fileprivate(set) var stretches: [Stretch] = []
    /// The start of the earliest stretch found. Visited events before this start belong to a
    /// stretch whose start is still to be found. That stretch is not critical.
    fileprivate(set) var start: Int
    /// The run to visit next, and its end. The run is -1 once the first run of the log was visited.
    fileprivate var index: Int
    fileprivate var end: Int
    /// The lowest event that is a tip or a parent of a visited run.
    fileprivate var lowest: Int
    fileprivate var cuts: CutSearch
  }

  /// A new walk.
  func stretchWalk() -> StretchWalk {
    let lowest = frontier.first ?? -1
    return StretchWalk(
      start: count, index: runs.count - 1, end: count, lowest: lowest,
      cuts: CutSearch(lowestTip: lowest))
  }

  /// Continues a walk until all stretches with new events are found, or until the next run has no
  /// new events.
  func walk(_ walk: inout StretchWalk, throughNew firstNew: Int) {
    while walk.index >= 0, walk.start > firstNew, walk.end > firstNew {
      visit(&walk, firstNew: firstNew)
    }
  }

  /// Continues a walk until it finds the start of the stretch that holds the first new event.
  ///
  /// - Parameter limit: The number of visited runs after which the walk gives up.
  /// - Returns: The first event of the stretch, or nil if the walk gave up.
  func walk(_ walk: inout StretchWalk, toStartBefore firstNew: Int, limit: Int) -> Int? {
    var runs = 0
    while walk.index >= 0, walk.start > firstNew {
      if runs > limit { return nil }
      visit(&walk, firstNew: firstNew)
      if walk.start > firstNew { runs += 1 }
    }
    guard walk.start <= firstNew, let last = walk.stretches.last else { return 0 }
    return last.events.lowerBound
  }

  private func visit(_ walk: inout StretchWalk, firstNew: Int) {
    WorkCounter.visitRun()
    let causal = runs[walk.index]
    let run = causal.start..<walk.end
    if walk.lowest >= run.lowerBound {
      let criticalEnd = min(run.upperBound, walk.lowest + 1)
      if criticalEnd < walk.start {
        walk.stretches.append(Stretch(events: criticalEnd..<walk.start, isCritical: false))
      }
      if criticalEnd > firstNew {
        let start = max(run.lowerBound, firstNew)
        walk.stretches.append(Stretch(events: start..<criticalEnd, isCritical: true))
      }
      walk.start = run.lowerBound
    }
    walk.cuts.pass(causal, walk.index, of: self)
    if run.lowerBound < walk.start, walk.cuts.isCut(before: walk.index, of: self) {
      walk.stretches.append(Stretch(events: run.lowerBound..<walk.start, isCritical: false))
      walk.start = run.lowerBound
    }
    walk.lowest = min(walk.lowest, earliestParent(of: causal))
    walk.index -= 1
    walk.end = causal.start
  }

  /// The runs within a range of events, in the order of the log.
  func runParts(in range: Range<Int>) -> [VersionComparison.Part] {
    if range.isEmpty { return [] }
    return (run(of: range.lowerBound)...run(of: range.upperBound - 1)).map { part($0, in: range) }
  }

  private func part(_ run: Int, in range: Range<Int>) -> VersionComparison.Part {
    VersionComparison.Part(run: run, events: events(ofRun: run).clamped(to: range))
  }

  /// The runs within a range of events, branch by branch. A replay in this order seldom changes
  /// between branches.
  ///
  /// - Complexity: O(*r* + log *n*), where *n* counts the runs of the graph, and *r* counts the
  ///   runs of the range and their parents.
  func replayOrder(of range: Range<Int>) -> [VersionComparison.Part] {
    if range.isEmpty { return [] }
    let firstRun = run(of: range.lowerBound)
    let lastRun = run(of: range.upperBound - 1)
    if lastRun <= firstRun + 1 { return runParts(in: range) }
    var branches = Branches(self, range, runs: firstRun...lastRun)
    var order: [VersionComparison.Part] = []
    order.reserveCapacity(lastRun - firstRun + 1)
    while let next = branches.next() { order.append(part(firstRun + next, in: range)) }
    return order
  }

  /// The edges from each run of a range to the runs of the range that build on it.
  private struct Branches: ~Copyable {
    /// The last edge from each run; -1 if there is none.
    private var lastEdges: Pool<Int>
    /// For each run, the number of its parent runs that ``next()`` has not returned yet.
    private var waitsFor: Pool<Int>
    /// Edges from a run to a run that builds on it. An edge names the previous edge from the same
    /// run.
    private var edges: Pool<Edge>
    /// The runs that wait for no other run. ``next()`` returns the last run of this stack.
    private var ready = Pool<Int>()

    private struct Edge {
      var child: Int
      var before: Int
    }

    init(_ graph: CausalGraph, _ range: Range<Int>, runs: ClosedRange<Int>) {
      lastEdges = Pool(capacity: runs.count)
      waitsFor = Pool(capacity: runs.count)
      edges = Pool(capacity: runs.count + runs.count / 2)
      lastEdges.append(repeating: -1, count: runs.count)
      waitsFor.append(repeating: 0, count: runs.count)
      for run in runs.dropFirst() {
        WorkCounter.visitRun()
        graph.forEachParent(ofRun: run) { parent, parentRun in
          guard parent >= range.lowerBound else { return }
          addEdge(from: parentRun - runs.lowerBound, to: run - runs.lowerBound)
        }
      }
      for run in (0..<runs.count).reversed() where waitsFor[run] == 0 { ready.append(run) }
    }

    private mutating func addEdge(from run: Int, to child: Int) {
      edges.append(Edge(child: child, before: lastEdges[run]))
      lastEdges[run] = edges.count - 1
      waitsFor[child] += 1
    }

    /// The next run. The order follows a branch until the branch must wait for another branch.
    mutating func next() -> Int? {
      guard ready.count > 0 else { return nil }
      let next = ready[ready.count - 1]
      ready.remove(at: ready.count - 1)
      var edge = lastEdges[next]
      while edge >= 0 {
        let child = edges[edge].child
        waitsFor[child] -= 1
        if waitsFor[child] == 0 { ready.append(child) }
        edge = edges[edge].before
      }
      return next
    }
  }
}
