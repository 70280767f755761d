// SPDX-License-Identifier: MIT

extension CausalGraph {
  /// The number of events in the greatest critical cut among the first events.
  ///
  /// In the order of the log, which is topological, the events of a critical cut come before all
  /// others. So a cut is a number *k*. It is critical if every later event without a parent behind
  /// the cut builds on all tips of the first *k* events. The latest parent of such an event is the
  /// event before *k*.
  ///
  /// - Parameter limit: The most events that the cut may have.
  /// - Complexity: O(*r* log *t* + *p* + *m t*) in the runs, tips and parents, for *m* runs that
  ///   have several parents.
  func criticalCut(upTo limit: Int) -> Int {
    if limit == count { return count }
    let tips = tipsBeforeRuns
    // Among the passed runs: the lowest end of the latest parents, and the runs with that end.
    var lowest = count
    var reaching: [Int] = []
    for run in (0..<runs.count).reversed() {
      let events = events(ofRun: run)
      if tips[run] != nil {
        let inside = min(limit, lowest, events.upperBound - 1)
        if inside > events.lowerBound { return inside }
      }
      let end = latestParent(ofRun: run) + 1
      if end < lowest {
        lowest = end
        reaching = [run]
      } else if end == lowest {
        reaching.append(run)
      }
      guard let tips = tips[run], lowest == events.lowerBound, lowest <= limit else { continue }
      if reaching.allSatisfy({ parents(ofRun: $0).holdAll(tips) }) { return lowest }
    }
    return 0
  }

  /// For each run, the tips of all events before it if its first event builds on all of them, else
  /// nil.
  private var tipsBeforeRuns: [[Int]?] {
    var result: [[Int]?] = []
    result.reserveCapacity(runs.count)
    var tips: [Int] = []
    for run in 0..<runs.count {
      let parents = parents(ofRun: run)
      result.append(parents.holdAll(tips) ? tips : nil)
      if let parent = parents.first, parents.count == 1 {
        let place = tips.indices.last(inPrefixWhere: { tips[$0] <= parent }, near: .max)
        if place >= 0, tips[place] == parent { tips.remove(at: place) }
      } else {
        tips.removeAll(parents)
      }
      tips.append(events(ofRun: run).upperBound - 1)
    }
    return result
  }
}
