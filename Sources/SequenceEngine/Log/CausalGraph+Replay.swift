// SPDX-License-Identifier: MIT

extension CausalGraph {
  /// Consecutive events that are all critical, or none of which is.
  struct Stretch: Equatable {
    var events: Range<Int>
    var isCritical: Bool
  }

  /// The stretches that hold all events from `firstNew` on, in order. The first
  /// begins earlier if new events are concurrent with known ones.
  ///
  /// An event is critical if every event before it in the log is its ancestor,
  /// and every event after it its descendant: no tip and no edge from a later
  /// run reaches below it.
  ///
  /// - Complexity: O(*w*) in the runs after the last critical event that is not new.
  func stretches(from firstNew: Int) -> [Stretch] {
    var stretches: [Stretch] = []
    var concurrentEnd = count
    var lowest = frontier.first ?? -1
    var index = runs.count - 1
    while index >= 0, concurrentEnd > firstNew {
      WorkCounter.visitRun()
      let run = events(ofRun: index)
      if lowest >= run.lowerBound {
        let criticalEnd = min(run.upperBound, lowest + 1)
        if criticalEnd < concurrentEnd {
          stretches.append(Stretch(events: criticalEnd..<concurrentEnd, isCritical: false))
        }
        if criticalEnd > firstNew {
          let start = max(run.lowerBound, firstNew)
          stretches.append(Stretch(events: start..<criticalEnd, isCritical: true))
        }
        concurrentEnd = run.lowerBound
      }
      lowest = min(lowest, parents(ofRun: index).first ?? -1)
      index -= 1
    }
    if concurrentEnd > firstNew {
      stretches.append(Stretch(events: 0..<concurrentEnd, isCritical: false))
    }
    return stretches.reversed()
  }

  /// The runs within a range of events, branch by branch, so that replaying
  /// them goes back and forth between branches as little as possible.
  ///
  /// - Complexity: O(*r* log *n*) in the runs of the range.
  func replayOrder(of range: Range<Int>) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    forEachRunPiece(in: [range]) { pieces.append($0.events) }
    guard pieces.count > 1 else { return pieces }
    var children = [[Int]](repeating: [], count: pieces.count)
    var waitsFor = [Int](repeating: 0, count: pieces.count)
    let firstRun = run(of: range.lowerBound)
    for (index, piece) in pieces.enumerated() {
      let within = parents(of: piece.lowerBound).filter { $0 >= range.lowerBound }
      for parent in Set(within.map { run(of: $0) - firstRun }) {
        children[parent].append(index)
        waitsFor[index] += 1
      }
    }
    return order(pieces, children: children, waitsFor: waitsFor)
  }

  /// Depth first: a branch is followed until it must wait for another.
  private func order(
    _ pieces: [Range<Int>], children: [[Int]], waitsFor: [Int]
  ) -> [Range<Int>] {
    var waitsFor = waitsFor
    var ready = pieces.indices.filter { waitsFor[$0] == 0 }.reversed() as [Int]
    var order: [Range<Int>] = []
    while let next = ready.popLast() {
      order.append(pieces[next])
      for child in children[next].reversed() {
        waitsFor[child] -= 1
        if waitsFor[child] == 0 { ready.append(child) }
      }
    }
    return order
  }
}
