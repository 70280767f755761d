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

  /// The tips but the last event, which always is one.
  private var earlierTips: [Int] = []

  /// The tips: the events that are nobody's parent, ascending. They stand for
  /// all events before them.
  ///
  /// - Complexity: O(*t*) in the tips.
  package var frontier: [Int] { count == 0 ? [] : earlierTips + [count - 1] }

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
    let beginsRun = parents.count != 1 || parents[0] != count - 1 || lastSession != session
    if beginsRun { beginRun(session: session, parents: parents) }
    earlierTips = frontier.filter { !parents.contains($0) }
    count += length
    return beginsRun
  }

  /// Makes ready for ``extendLastRun(by:)`` with events of one session that
  /// build on everything known.
  ///
  /// - Returns: Whether a new run was begun for them.
  mutating func openRun(of session: SessionID) -> Bool {
    if earlierTips.isEmpty, lastSession == session { return false }
    beginRun(session: session, parents: frontier)
    earlierTips = []
    return true
  }

  /// Adds events to the last run. It must be their session's, and end with the
  /// only tip: see ``openRun(of:)``.
  @inline(__always)
  mutating func extendLastRun(by length: Int) {
    count &+= length
  }

  private var lastSession: SessionID? { lastRun.map { sessions[runs[$0].session] } }

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
}
