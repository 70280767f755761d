// SPDX-License-Identifier: MIT

extension CausalGraph {
  /// Consecutive events that are all critical, or none of which is.
  ///
  /// An event is critical if every event before it in the log is its ancestor,
  /// and every event after it its descendant: no tip and no edge from a later
  /// run reaches below it. A stretch also begins behind a critical cut (``CutSearch``).
  struct Stretch: Equatable {
    var events: Range<Int>
    var isCritical: Bool
  }

  /// A walk back from the latest event that cuts the log into stretches.
  struct StretchWalk {
    /// Those found, latest first.
    fileprivate(set) var stretches: [Stretch] = []
    /// Where the first stretch found begins. What lies before it and was walked
    /// over is concurrent, back to an event still to be found.
    fileprivate(set) var start: Int
    /// The run to visit next; -1 after the first.
    fileprivate var index: Int
    /// The lowest event that a tip or an edge from a later run reaches.
    fileprivate var lowest: Int
    fileprivate var cuts: CutSearch
  }

  /// A walk that has found nothing yet.
  func stretchWalk() -> StretchWalk {
    let lowest = frontier.first ?? -1
    return StretchWalk(
      start: count, index: runs.count - 1, lowest: lowest, cuts: CutSearch(lowestTip: lowest))
  }

  /// Goes on until all stretches that hold new events are found, or until the
  /// next run has none.
  func walk(_ walk: inout StretchWalk, throughNew firstNew: Int) {
    var end = walk.index + 1 < runs.count ? runs[walk.index + 1].start : count
    while walk.index >= 0, walk.start > firstNew, end > firstNew {
      end = runs[walk.index].start
      visit(&walk, firstNew: firstNew)
    }
  }

  /// Goes on until the start of the stretch is found that holds the first new
  /// event and began before it.
  ///
  /// - Parameter limit: Gives up after that many runs.
  /// - Returns: The stretch's first event.
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
    let run = events(ofRun: walk.index)
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
    walk.cuts.pass(walk.index, of: self)
    if run.lowerBound < walk.start, walk.cuts.isCut(before: walk.index, of: self) {
      walk.stretches.append(Stretch(events: run.lowerBound..<walk.start, isCritical: false))
      walk.start = run.lowerBound
    }
    walk.lowest = min(walk.lowest, earliestParent(of: runs[walk.index]))
    walk.index -= 1
  }

  /// The runs within a range of events, as they stand.
  func runPieces(in range: Range<Int>) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    forEachRunPiece(in: [range]) { pieces.append($0.events) }
    return pieces
  }

  /// The runs within a range of events, branch by branch, so that replaying
  /// them goes back and forth between branches as little as possible.
  ///
  /// - Complexity: O(*r* + log *n*) in the runs of the range and their parents.
  func replayOrder(of range: Range<Int>) -> [Range<Int>] {
    if range.isEmpty { return [] }
    let firstRun = run(of: range.lowerBound)
    let lastRun = run(of: range.upperBound - 1)
    if firstRun == lastRun { return [range] }
    if lastRun == firstRun + 1 {
      let middle = runs[lastRun].start
      return [range.lowerBound..<middle, middle..<range.upperBound]
    }
    let branches = Branches(self, range, runs: firstRun...lastRun)
    return branches.depthFirst.map { events(ofRun: firstRun + $0).clamped(to: range) }
  }

  /// Which of some runs build on which.
  private struct Branches {
    /// Of each run the last edge from it, or -1.
    private var lastEdges: [Int]
    /// How many edges lead to each run.
    private var waitsFor: [Int]
    /// Each from a run to one that builds on it, with the edge from the same run
    /// before.
    private var edges: [(child: Int, before: Int)] = []

    init(_ graph: CausalGraph, _ range: Range<Int>, runs: ClosedRange<Int>) {
      lastEdges = [Int](repeating: -1, count: runs.count)
      waitsFor = [Int](repeating: 0, count: runs.count)
      for run in runs.dropFirst() {
        WorkCounter.visitRun()
        graph.forEachParent(ofRun: run) { parent, parentRun in
          guard parent >= range.lowerBound else { return }
          let from = parentRun - runs.lowerBound
          edges.append((run - runs.lowerBound, lastEdges[from]))
          lastEdges[from] = edges.count - 1
          waitsFor[run - runs.lowerBound] += 1
        }
      }
    }

    /// A branch is followed until it must wait for another.
    var depthFirst: [Int] {
      var waitsFor = waitsFor
      var ready = waitsFor.indices.reversed().filter { waitsFor[$0] == 0 }
      var order: [Int] = []
      order.reserveCapacity(waitsFor.count)
      while let next = ready.popLast() {
        order.append(next)
        var edge = lastEdges[next]
        while edge >= 0 {
          let child = edges[edge].child
          waitsFor[child] -= 1
          if waitsFor[child] == 0 { ready.append(child) }
          edge = edges[edge].before
        }
      }
      return order
    }
  }
}
