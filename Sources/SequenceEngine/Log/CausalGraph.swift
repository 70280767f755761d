// SPDX-License-Identifier: MIT

import Causality

/// Who made which event, and what its author had seen: the events of a log by
/// local index, in the order they were learned.
///
/// That order is topological: an event's parents have smaller indexes. Indexes
/// mean nothing outside the log; at the border events have dots.
package struct CausalGraph: Sendable {
  private(set) var runs = SegmentedArray<CausalRun>()
  private var parentPool = SegmentedArray<Int>()

  /// The sessions by their local place.
  private(set) var sessions: [SessionID] = []
  private var places: [SessionID: Int] = [:]
  private var runsOfSession: [ContiguousArray<Int>] = []

  /// How many events there are; the next one gets this index.
  package private(set) var count = 0

  /// The tips: the events that are nobody's parent, ascending. They stand for
  /// all events before them.
  package private(set) var frontier: [Int] = []

  package init() {}

  // MARK: Runs

  /// Which run an event belongs to.
  ///
  /// - Complexity: O(log *n*) in the runs; O(1) for the last.
  func run(of event: Int) -> Int {
    if let last = lastRun, runs[last].start <= event { return last }
    return runs.lastIndex { $0.start <= event }
  }

  var lastRun: Int? { runs.isEmpty ? nil : runs.count - 1 }

  /// The events of a run.
  func events(ofRun index: Int) -> Range<Int> {
    let end = index + 1 < runs.count ? runs[index + 1].start : count
    return runs[index].start..<end
  }

  // MARK: Events

  /// The name of an event.
  package func dot(of event: Int) -> Dot {
    let run = runs[run(of: event)]
    return Dot(session: sessions[run.session], number: run.number + event - run.start)
  }

  /// The Lamport time of an event and its session: the order of siblings.
  func age(of event: Int) -> (lamport: Int, session: SessionID) {
    let run = runs[run(of: event)]
    return (run.lamport + event - run.start, sessions[run.session])
  }

  /// The parents of a run's first event, ascending.
  func parents(ofRun index: Int) -> [Int] {
    runs[index].parents.map { parentPool[$0] }
  }

  /// The parents of an event, ascending.
  package func parents(of event: Int) -> [Int] {
    let index = run(of: event)
    return runs[index].start == event ? parents(ofRun: index) : [event - 1]
  }

  /// How many events of a session are known.
  package func count(of session: SessionID) -> Int {
    guard let place = places[session], let last = runsOfSession[place].last else { return 0 }
    return runs[last].number + events(ofRun: last).count
  }

  /// The index of an event, if it is known.
  ///
  /// - Complexity: O(log *n*) in the runs of its session.
  package func index(of dot: Dot) -> Int? {
    guard let place = places[dot.session], dot.number < count(of: dot.session) else { return nil }
    let ofSession = runsOfSession[place]
    let last = ofSession.indices.last(inPrefixWhere: { runs[ofSession[$0]].number <= dot.number })
    let run = runs[ofSession[last]]
    return run.start + dot.number - run.number
  }

  // MARK: Growing

  /// Adds events of one session, each the only parent of the next.
  ///
  /// - Parameters:
  ///   - session: Its next events these are.
  ///   - length: How many.
  ///   - parents: Those of the first, ascending.
  /// - Returns: Whether a new run was begun for them.
  @discardableResult
  mutating func append(session: SessionID, length: Int, parents: [Int]) -> Bool {
    defer {
      replaceTips(parents, by: count + length - 1)
      count += length
    }
    if extendsLastRun(session: session, parents: parents) { return false }
    beginRun(session: session, parents: parents)
    return true
  }

  private func extendsLastRun(session: SessionID, parents: [Int]) -> Bool {
    guard let last = lastRun, parents.count == 1, parents[0] == count - 1 else { return false }
    return sessions[runs[last].session] == session
  }

  private mutating func beginRun(session: SessionID, parents: [Int]) {
    let number = count(of: session)
    let lamport = (parents.map { age(of: $0).lamport }.max() ?? 0) + 1
    let poolStart = parentPool.count
    for parent in parents { parentPool.append(parent) }
    let place = places[session] ?? addSession(session)
    runsOfSession[place].append(runs.count)
    runs.append(
      CausalRun(
        start: count, session: place, number: number, lamport: lamport,
        parents: poolStart..<parentPool.count))
  }

  private mutating func addSession(_ session: SessionID) -> Int {
    sessions.append(session)
    runsOfSession.append([])
    places[session] = sessions.count - 1
    return sessions.count - 1
  }

  private mutating func replaceTips(_ parents: [Int], by tip: Int) {
    if frontier == parents {
      frontier.removeAll(keepingCapacity: true)
    } else if !parents.isEmpty {
      frontier.removeAll { parents.contains($0) }
    }
    frontier.append(tip)
  }
}

// MARK: Loading

extension CausalGraph {
  /// Makes the graph of a whole history, one run for each chain.
  ///
  /// - Throws: ``MissingHistory`` if it builds on something outside, or if Lamport times do
  ///   not grow along a session.
  /// - Complexity: O(*c* + *p*) in the chains and their parents.
  init(_ columns: EventColumns) throws(MissingHistory) {
    guard columns.externals.isEmpty, columns.sessions.allSatisfy({ $0.firstNumber == 0 }) else {
      throw MissingHistory()
    }
    for session in columns.sessions { _ = addSession(session.id) }
    var numbers = [Int](repeating: 0, count: sessions.count)
    var times = [Int](repeating: 0, count: sessions.count)
    var isTip = [Bool](repeating: true, count: columns.chains.count)
    for chain in columns.chains {
      let first = parentPool.count
      var time = 1
      var (isAscending, latest) = (true, 0)
      // Nearest first.
      for index in chain.parents.reversed() {
        guard case .inside(let event, let owner) = columns.parents[index] else {
          throw MissingHistory()
        }
        let events = columns.chains[owner].events
        time = max(time, runs[owner].lamport + event - events.lowerBound + 1)
        if event == events.upperBound - 1 { isTip[owner] = false }
        isAscending = isAscending && (parentPool.count == first || latest < event)
        latest = event
        parentPool.append(event)
      }
      var last = parentPool.count
      if !isAscending {
        // Only in forged histories, where parents may stand twice.
        let sorted = Set((first..<last).map { parentPool[$0] }).sorted()
        for (offset, event) in sorted.enumerated() { parentPool[first + offset] = event }
        last = first + sorted.count
      }
      guard time > times[chain.session] else { throw MissingHistory() }
      times[chain.session] = time + chain.events.count - 1
      runsOfSession[chain.session].append(runs.count)
      runs.append(
        CausalRun(
          start: chain.events.lowerBound, session: chain.session, number: numbers[chain.session],
          lamport: time, parents: first..<last))
      numbers[chain.session] += chain.events.count
    }
    count = columns.count
    frontier = zip(columns.chains, isTip).filter(\.1).map { $0.0.events.upperBound - 1 }
  }
}
