// SPDX-License-Identifier: MIT

extension CausalGraph {
  /// The events that only one of two versions has seen, as ascending ranges.
  struct Difference {
    var onlyFirst: [Range<Int>] = []
    var onlySecond: [Range<Int>] = []
  }

  /// Compares two versions, each given by its tips.
  ///
  /// Walks back from the tips, latest event first, until all that is left is
  /// known to both.
  ///
  /// - Complexity: O(*d* log *d*) in the runs of the difference.
  func difference(_ first: [Int], _ second: [Int]) -> Difference {
    var result = Difference()
    if first == second { return result }
    var queue = TipQueue()
    first.forEach { queue.insert($0, seenBy: .first) }
    second.forEach { queue.insert($0, seenBy: .second) }
    while let (tip, side) = queue.popUnshared() {
      WorkCounter.visitRun()
      let index = run(of: tip)
      let start = runs[index].start
      if let next = queue.greatest, next >= start {
        result.add((next + 1)..<(tip + 1), side)
        queue.insert(next, seenBy: side)
      } else {
        result.add(start..<(tip + 1), side)
        parents(ofRun: index).forEach { queue.insert($0, seenBy: side) }
      }
    }
    result.onlyFirst.reverse()
    result.onlySecond.reverse()
    return result
  }
}

extension CausalGraph.Difference {
  fileprivate mutating func add(_ range: Range<Int>, _ side: TipQueue.Side) {
    if side == .first {
      onlyFirst.append(range)
    } else if side == .second {
      onlySecond.append(range)
    }
  }
}

/// The tips of two versions still to be walked back from, latest first, each
/// once.
private struct TipQueue {
  struct Side: OptionSet {
    let rawValue: UInt8
    static let first = Side(rawValue: 1)
    static let second = Side(rawValue: 2)
    static let both: Side = [.first, .second]
  }

  private var heap = Heap<Int>()
  private var sides: [Int: Side] = [:]
  private var unshared = 0

  var greatest: Int? { heap.greatest }

  mutating func insert(_ tip: Int, seenBy side: Side) {
    let old = sides[tip]
    let new = old.map { $0.union(side) } ?? side
    sides[tip] = new
    if old == nil { heap.insert(tip) }
    unshared += (new == .both ? 0 : 1) - (old == nil || old == .both ? 0 : 1)
  }

  /// Takes the greatest tip, unless all that are left are seen by both.
  mutating func popUnshared() -> (tip: Int, side: Side)? {
    guard unshared > 0, let tip = heap.popGreatest(), let side = sides.removeValue(forKey: tip)
    else { return nil }
    if side != .both { unshared -= 1 }
    return (tip, side)
  }
}
