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
    var queue = TipQueue(first, second)
    while queue.hasTips(of: .first) || queue.hasTips(of: .second) {
      visitGreatest(&queue, &result)
    }
    result.onlyFirst.reverse()
    result.onlySecond.reverse()
    return result
  }

  /// The events that some tips have seen and others have not, as ascending
  /// ranges.
  ///
  /// Unlike ``difference(_:_:)`` it does not walk back to what is known but old,
  /// once all that is left is known.
  ///
  /// - Complexity: O(*d* log *d*) in the runs from the first event found on.
  func events(seenBy tips: [Int], butNotBy known: [Int]) -> [Range<Int>] {
    var result = Difference()
    var queue = TipQueue(known, tips)
    while queue.hasTips(of: .second) { visitGreatest(&queue, &result) }
    return result.onlySecond.reversed()
  }

  /// Walks from the greatest tip to the next, or to the start of its run.
  private func visitGreatest(_ queue: inout TipQueue, _ result: inout Difference) {
    guard let (tip, side) = queue.popGreatest() else { return }
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
  }

  private var heap = Heap<Int>()
  private var sides: [Int: Side] = [:]
  /// How many tips each combination of sides has.
  private var counts = [0, 0, 0, 0]

  init(_ first: [Int], _ second: [Int]) {
    first.forEach { insert($0, seenBy: .first) }
    second.forEach { insert($0, seenBy: .second) }
  }

  var greatest: Int? { heap.greatest }

  /// Whether some tips are seen by exactly this side.
  func hasTips(of side: Side) -> Bool { counts[Int(side.rawValue)] > 0 }

  mutating func insert(_ tip: Int, seenBy side: Side) {
    let old = sides[tip] ?? []
    let new = old.union(side)
    sides[tip] = new
    if old.isEmpty { heap.insert(tip) } else { counts[Int(old.rawValue)] -= 1 }
    counts[Int(new.rawValue)] += 1
  }

  mutating func popGreatest() -> (tip: Int, side: Side)? {
    guard let tip = heap.popGreatest(), let side = sides.removeValue(forKey: tip)
    else { return nil }
    counts[Int(side.rawValue)] -= 1
    return (tip, side)
  }
}
