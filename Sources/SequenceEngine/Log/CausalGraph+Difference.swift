// SPDX-License-Identifier: MIT

/// The comparison of two versions. The comparison walks back from the tips of both, latest event
/// first, until both versions have seen all remaining events.
///
/// A caller that compares often reuses the value to keep the buffers.
struct VersionComparison: ~Copyable {
  /// Events of one run.
  struct Part {
    var run: Int
    var events: Range<Int>
  }

  /// The events that only one of the versions has seen, latest first.
  private(set) var onlyFirst: [Part] = []
  private(set) var onlySecond: [Part] = []
  private var queue = TipQueue()
  /// The first event to compare. Both versions have seen all events before it.
  private var floor = 0
  /// The number of visited runs.
  private var walked = 0

  /// The number of runs, or parts of runs, by which the versions differ.
  var count: Int { onlyFirst.count + onlySecond.count }

  /// The memory in bytes, including spare capacity.
  var byteCount: Int {
    (onlyFirst.capacity + onlySecond.capacity) * MemoryLayout<Part>.stride + queue.byteCount
  }

  /// Begins a new comparison.
  ///
  /// - Parameter floor: An event. Both versions have seen all events before it.
  mutating func begin(from floor: Int = 0) {
    self.floor = floor
    walked = 0
    if !onlyFirst.isEmpty { onlyFirst.removeAll(keepingCapacity: true) }
    if !onlySecond.isEmpty { onlySecond.removeAll(keepingCapacity: true) }
    queue.removeAll()
  }

  /// Adds a tip of the first version, and the run that holds the tip.
  mutating func addFirst(_ tip: Int, _ run: Int) { add(tip, run, .first) }

  /// Adds a tip of the second version, and the run that holds the tip.
  mutating func addSecond(_ tip: Int, _ run: Int) { add(tip, run, .second) }

  private mutating func add(_ tip: Int, _ run: Int, _ side: TipQueue.Side) {
    if tip >= floor { queue.insert(tip, run, seenBy: side) }
  }

  /// Walks until both versions know all remaining events.
  ///
  /// - Parameter limit: The number of visited runs after which the walk gives up.
  /// - Returns: False if the walk gave up.
  /// - Complexity: O(*d* log *d*) for *d* runs of the difference. The walk visits at most about
  ///   `limit` runs.
  @discardableResult
  mutating func finish(in graph: CausalGraph, limit: Int = .max) -> Bool {
    while queue.hasTips(of: .first) || queue.hasTips(of: .second) {
      if walked > limit { return false }
      if let pair = queue.pair, walk(pair, in: graph, limit: limit) { return true }
      visitGreatest(in: graph)
    }
    return true
  }

  /// Walks back from the single tips of the two versions, always from the later tip, as long as
  /// each visited run has one parent. This walk needs no queue.
  ///
  /// - Returns: Whether the ways back from the two tips met. If not, the call queues the two tips
  ///   that it reached.
  private mutating func walk(
    _ pair: (first: TipQueue.Tip, second: TipQueue.Tip), in graph: CausalGraph, limit: Int
  ) -> Bool {
    var (first, second) = pair
    while first.event != second.event {
      let isFirst = first.event > second.event
      let (later, other) = isFirst ? (first, second) : (second, first)
      WorkCounter.visitRun()
      walked += 1
      let run = graph.runs[later.run]
      if other.event >= run.start {
        add(Part(run: later.run, events: (other.event + 1)..<(later.event + 1)), later.side)
        return true
      }
      guard walked <= limit, let parent = onlyParent(of: run, later.side, in: graph) else {
        queue.replace(with: first, second)
        return false
      }
      add(Part(run: later.run, events: run.start..<(later.event + 1)), later.side)
      if isFirst { first = parent } else { second = parent }
    }
    return true
  }

  private func onlyParent(
    of run: CausalRun, _ side: TipQueue.Side, in graph: CausalGraph
  ) -> TipQueue.Tip? {
    guard run.parents.count == 1 else { return nil }
    var parent: TipQueue.Tip?
    graph.forEachParent(of: run) { event, parentRun in
      if event >= floor { parent = TipQueue.Tip(event: event, run: parentRun, side: side) }
    }
    return parent
  }

  /// Walks until the first version knows all remaining events that the second version knows.
  ///
  /// - Complexity: O(*d* log *d*) for *d* runs from the first event in ``onlySecond`` on.
  mutating func finishSecond(in graph: CausalGraph) {
    while queue.hasTips(of: .second) { visitGreatest(in: graph) }
  }

  /// Walks back to an older version from the version that the author of an event saw.
  ///
  /// In this comparison, the older version is the first version, and the author's version is the
  /// second. The caller must not add tips before the call. Mostly the older version is a prepared
  /// version, and the author saw all of it and a few more events. Then the walk visits only these
  /// few events.
  ///
  /// - Parameters:
  ///   - event: The event, which is in `run`.
  ///   - tip: The only tip of the older version, or any event before the first event to compare.
  ///   - limit: The number of visited runs after which the walk gives up.
  ///   - seen: Returns the number of a run's events that the older version has seen; nil if that
  ///     number is unknown.
  /// - Returns: False if the author perhaps did not see all of the older version, or if the walk
  ///   gave up. The comparison must then begin anew.
  /// - Complexity: O(*d* log *d*) for *d* runs of the difference. The walk visits at most about
  ///   `limit` runs.
  @inline(__always)
  mutating func walk(
    fromAuthorOf event: Int, _ run: Int, to tip: Int, in graph: CausalGraph, limit: Int,
    _ seen: (_ run: Int) -> Int?
  ) -> Bool {
    var walk = AheadWalk(tip: tip, isTipMet: tip < floor)
    let author = graph.runs[run]
    if author.start < event {
      meet(event - 1, run, &walk, graph, seen)
    } else {
      graph.forEachParent(of: author) { meet($0, $1, &walk, graph, seen) }
    }
    while !walk.isUncertain, let latest = queue.popGreatest() {
      WorkCounter.visitRun()
      walked += 1
      guard walked <= limit else { return false }
      // `meet` queues an event only if `seen` is known for the event's run.
      let (causal, known) = (graph.runs[latest.run], seen(latest.run) ?? 0)
      if let next = queue.greatest, next >= causal.start + known {
        onlySecond.append(Part(run: latest.run, events: (next + 1)..<(latest.event + 1)))
        continue
      }
      let start = max(causal.start + known, floor)
      onlySecond.append(Part(run: latest.run, events: start..<(latest.event + 1)))
      if known > 0 {
        walk.isTipMet = walk.isTipMet || start - 1 == tip
      } else if start > floor {
        graph.forEachParent(of: causal) { meet($0, $1, &walk, graph, seen) }
      }
    }
    return walk.isTipMet && !walk.isUncertain
  }

  /// The state of a walk to an older version.
  private struct AheadWalk {
    /// The tip of the older version.
    let tip: Int
    /// Whether the author saw the tip. True if the walk met the tip as a parent of an event that
    /// the older version has not seen, or if the tip lies before the events to compare.
    var isTipMet: Bool
    /// Whether `seen` returned nil for the run of an event.
    var isUncertain = false
  }

  /// Queues an event unless the older version has seen it.
  @inline(__always)
  private mutating func meet(
    _ event: Int, _ run: Int, _ walk: inout AheadWalk, _ graph: CausalGraph,
    _ seen: (_ run: Int) -> Int?
  ) {
    if event == walk.tip {
      walk.isTipMet = true
    } else if event >= floor {
      guard let known = seen(run) else { return walk.isUncertain = true }
      if event >= graph.start(ofRun: run) + known { queue.insert(event, run, seenBy: .second) }
    }
  }

  /// Walks until it is certain whether the first version contains the second.
  ///
  /// - Parameter limit: The number of visited runs after which the walk gives up.
  /// - Returns: Nil if the walk gave up.
  mutating func isSecondSeen(in graph: CausalGraph, limit: Int) -> Bool? {
    while queue.hasTips(of: .second) {
      if walked > limit { return nil }
      visitGreatest(in: graph)
      if !onlySecond.isEmpty { return false }
    }
    return true
  }

  /// Walks back from the greatest tip to the start of its run, or to the next tip in this run.
  @inline(__always)
  private mutating func visitGreatest(in graph: CausalGraph) {
    guard let tip = queue.popGreatest() else { return }
    WorkCounter.visitRun()
    walked += 1
    let run = graph.runs[tip.run]
    if let next = queue.greatest, next >= run.start {
      add(Part(run: tip.run, events: (next + 1)..<(tip.event + 1)), tip.side)
      queue.insert(next, tip.run, seenBy: tip.side)
    } else {
      add(Part(run: tip.run, events: max(run.start, floor)..<(tip.event + 1)), tip.side)
      if run.start > floor { graph.forEachParent(of: run) { add($0, $1, tip.side) } }
    }
  }

  private mutating func add(_ part: Part, _ side: TipQueue.Side) {
    if side == .first {
      onlyFirst.append(part)
    } else if side == .second {
      onlySecond.append(part)
    }
  }
}

extension CausalGraph {
  /// The events that only one of two versions has seen, as ascending ranges.
  struct Difference {
    var onlyFirst: [Range<Int>] = []
    var onlySecond: [Range<Int>] = []
  }

  /// Compares two versions, each given by its tips.
  ///
  /// - Complexity: O(*d* log *d*) for *d* runs of the difference.
  func difference(_ first: [Int], _ second: [Int]) -> Difference {
    if first == second { return Difference() }
    var comparison = comparison(of: first, second)
    comparison.finish(in: self)
    return Difference(
      onlyFirst: comparison.onlyFirst.reversed().map { $0.events },
      onlySecond: comparison.onlySecond.reversed().map { $0.events })
  }

  /// The events that `tips` have seen and `known` have not, as ascending ranges.
  ///
  /// - Complexity: O(*d* log *d*) for *d* runs from the first event of the result on.
  func events(seenBy tips: [Int], butNotBy known: [Int]) -> [Range<Int>] {
    var comparison = comparison(of: known, tips)
    comparison.finishSecond(in: self)
    return comparison.onlySecond.reversed().map { $0.events }
  }

  /// The events of a list that no other event of the list has seen, ascending.
  ///
  /// - Complexity: O(*d* log *d*) for *d* runs from the first of the events to the last.
  func withoutAncestors(_ events: [Int]) -> [Int] {
    if events.count < 2 { return events }
    return self.events(seenBy: events, butNotBy: events.flatMap { parents(of: $0) }).flatMap { $0 }
  }

  /// Whether a version, given by its tips, has seen all events of a list.
  ///
  /// Two walks take turns, and go twice as far in each turn. One leads from the version back to the
  /// events. The other leads from the latest events of the graph back to the version, and finds the
  /// first event that the version has not seen. The version has seen all events before that event.
  /// If the listed events are old and the version is late, no walk crosses the history between
  /// them.
  ///
  /// - Parameter firstWalk: The number of runs that each walk may visit in its first turn. Visiting
  ///   so few runs takes less time than beginning another walk.
  /// - Complexity: O(*d* log *d*), where *d* counts the tips and the runs that the shorter walk
  ///   visits.
  func isSeen(_ events: [Int], by version: [Int], firstWalk: Int = 32) -> Bool {
    guard let last = events.max() else { return true }
    guard let latest = version.max(), last <= latest else { return false }
    var limit = firstWalk
    while true {
      var back = comparison(of: version, events)
      if let isSeen = back.isSecondSeen(in: self, limit: limit) { return isSeen }
      var ahead = comparison(of: frontier, version)
      if ahead.finish(in: self, limit: limit), last < ahead.onlyFirst.last?.events.first ?? count {
        return true
      }
      limit *= 2
    }
  }

  private func comparison(of first: [Int], _ second: [Int]) -> VersionComparison {
    var comparison = VersionComparison()
    first.forEach { comparison.addFirst($0, run(of: $0)) }
    second.forEach { comparison.addSecond($0, run(of: $0)) }
    return comparison
  }
}

/// The tips from which a comparison of two versions must still walk back, latest first.
///
/// The latest few tips are sorted, without duplicates. Further tips lie in a heap, which may hold a
/// tip twice. Duplicates may lengthen the walk, but do not change its result.
struct TipQueue: ~Copyable {
  struct Side: OptionSet {
    let rawValue: UInt8
    static let first = Side(rawValue: 1)
    static let second = Side(rawValue: 2)
  }

  struct Tip: Comparable {
    var event: Int
    var run: Int
    var side: Side

    static func < (left: Self, right: Self) -> Bool { left.event < right.event }
  }

  private static var few: Int { NodeSizes.sortedTips }

  /// The latest tips, ascending. Empty only if the heap is empty, too.
  private var latest = Pool<Tip>(capacity: few)
  private var earlier = Heap<Tip>()
  /// Two numbers of tips: those that only the first version has seen, and those that only the
  /// second version has seen.
  private var firstCount = 0
  private var secondCount = 0

  /// The memory in bytes, including spare capacity.
  var byteCount: Int { latest.byteCount + earlier.byteCount }

  var greatest: Int? { latest.count == 0 ? nil : latest[latest.count - 1].event }

  /// The tips, if there is exactly one for each version.
  var pair: (first: Tip, second: Tip)? {
    guard latest.count == 2, firstCount == 1, secondCount == 1, earlier.greatest == nil
    else { return nil }
    return latest[0].side == .first ? (latest[0], latest[1]) : (latest[1], latest[0])
  }

  /// Replaces both tips of ``pair``, one for each version.
  mutating func replace(with first: Tip, _ second: Tip) {
    latest[0] = min(first, second)
    latest[1] = max(first, second)
  }

  /// Whether there are tips that only the version of `side` has seen.
  func hasTips(of side: Side) -> Bool { side == .first ? firstCount > 0 : secondCount > 0 }

  mutating func removeAll() {
    latest.removeAll()
    earlier.removeAll()
    firstCount = 0
    secondCount = 0
  }

  mutating func insert(_ event: Int, _ run: Int, seenBy side: Side) {
    var place = latest.count
    while place > 0, latest[place - 1].event > event { place -= 1 }
    if place > 0, latest[place - 1].event == event {
      let old = latest[place - 1].side
      count(old, by: -1)
      count(old.union(side), by: 1)
      latest[place - 1].side = old.union(side)
      return
    }
    count(side, by: 1)
    let tip = Tip(event: event, run: run, side: side)
    if place == 0, latest.count == Self.few || earlier.greatest != nil {
      earlier.insert(tip)
    } else if latest.count == Self.few {
      earlier.insert(latest[0])
      latest.remove(at: 0)
      insertLatest(tip, at: place - 1)
    } else {
      insertLatest(tip, at: place)
    }
  }

  /// Inserts a tip. Most tips belong near the end, so few tips are moved.
  private mutating func insertLatest(_ tip: Tip, at place: Int) {
    latest.append(tip)
    var free = latest.count - 1
    while free > place {
      latest[free] = latest[free - 1]
      free -= 1
    }
    latest[place] = tip
  }

  @inline(__always)
  mutating func popGreatest() -> Tip? {
    guard latest.count > 0 else { return nil }
    let tip = latest[latest.count - 1]
    latest.remove(at: latest.count - 1)
    count(tip.side, by: -1)
    if latest.count == 0, earlier.greatest != nil { refill() }
    return tip
  }

  /// Moves the latest tips out of the heap, without duplicates.
  private mutating func refill() {
    while let next = earlier.greatest {
      if latest.count > 0, latest[0].event == next.event {
        let side = latest[0].side
        count(side, by: -1)
        count(next.side, by: -1)
        latest[0].side = side.union(next.side)
        count(side.union(next.side), by: 1)
      } else {
        if latest.count == Self.few { break }
        latest.insert(next, at: 0)
      }
      _ = earlier.popGreatest()
    }
  }

  private mutating func count(_ side: Side, by step: Int) {
    if side == .first { firstCount += step }
    if side == .second { secondCount += step }
  }
}
