// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The causal graph of a log: its events, their sessions and their parents. The graph names events
/// by local index, in the order in which the log learned of the events.
///
/// That order is topological: an event's parents have smaller indexes. Indexes have no meaning
/// outside the log. Batches and versions name events by dots.
package struct CausalGraph: Sendable {
  private(set) var runs = SegmentedArray<CausalRun>()
  private var parentPool = SegmentedArray<Parent>()

  /// A parent of an event, and the run of that parent.
  struct Parent {
    var event: Int
    var run: Int
  }

  /// The sessions. The index of a session here is its local place.
  private(set) var sessions = SessionTable()
  private var runsOfSession = SegmentedArray<SessionRuns>()
  /// For each session with several runs, the runs after the first.
  ///
  /// The outer array and the inner arrays are segmented. So an edit of a copied graph copies only
  /// one segment of the outer array and one segment of an inner array.
  private var laterRuns = SegmentedArray<SegmentedArray<Int>>()
  /// The runs of a session. Most sessions have one run.
  private struct SessionRuns {
    /// The first run; -1 if there is none.
    var first = -1
    /// The place of the session's other runs in ``laterRuns``; -1 if there are none.
    var later = -1

    @inline(__always)
    mutating func note(_ run: Int, _ laterRuns: inout SegmentedArray<SegmentedArray<Int>>) {
      if first < 0 {
        first = run
      } else if later < 0 {
        later = laterRuns.count
        laterRuns.append(SegmentedArray([run]))
      } else {
        laterRuns[later].append(run)
      }
    }
  }

  /// The number of events, and the index that the next event gets.
  package private(set) var count = 0

  /// The tips except the last event, which is always a tip.
  private var earlierTips: [Int] = []

  /// The tips, ascending: the events that are no event's parent.
  ///
  /// - Complexity: O(*t*) for *t* tips.
  package var frontier: [Int] { count == 0 ? [] : earlierTips + [count - 1] }

  /// The tips of the events before a run, ascending.
  ///
  /// - Complexity: O(*r* + *p*) for *r* runs from the earliest of these tips to the end of the log,
  ///   and *p* parents of these runs.
  func tips(beforeRun run: Int) -> [Int] {
    let end = start(ofRun: run)
    // Each of these tips is a tip of the whole graph, or a parent of this run or of a later run.
    var tips = Set(frontier.filter { $0 < end })
    for later in run..<runs.count {
      forEachParent(ofRun: later) { parent, _ in if parent < end { tips.insert(parent) } }
    }
    guard let first = tips.min() else { return [] }
    for earlier in self.run(of: first)..<run {
      forEachParent(ofRun: earlier) { parent, _ in tips.remove(parent) }
    }
    return tips.filter { $0 + 1 == events(ofRun: self.run(of: $0)).upperBound }.sorted()
  }

  /// The tip, if there is exactly one.
  var onlyTip: Dot? { count > 0 && earlierTips.isEmpty ? dot(of: count - 1) : nil }

  package init() {}

  // MARK: Runs

  /// The run of an event.
  ///
  /// - Parameter hint: A run that may be near the result; by default the last run.
  /// - Complexity: O(log *d*) for *d* runs between the hint and the result.
  func run(of event: Int, near hint: Int = .max) -> Int {
    (0..<runs.count).last(inPrefixWhere: { runs[$0].start <= event }, near: hint)
  }

  /// The first event of a run.
  func start(ofRun index: Int) -> Int { runs[index].start }

  var lastRun: Int? { runs.isEmpty ? nil : runs.count - 1 }

  /// The events of a run.
  func events(ofRun index: Int) -> Range<Int> {
    let end = index + 1 < runs.count ? runs[index + 1].start : count
    return runs[index].start..<end
  }

  // MARK: Events

  /// The dot of an event.
  package func dot(of event: Int) -> Dot {
    let run = runs[run(of: event)]
    return Dot(session: sessions[run.session], number: run.number + event - run.start)
  }

  /// The Lamport time of an event, and its session. Siblings are ordered by both.
  func age(of event: Int) -> (lamport: Int, session: SessionID) {
    let run = runs[run(of: event)]
    return (run.lamport + event - run.start, sessions[run.session])
  }

  /// The Lamport time of an event.
  func lamport(of event: Int) -> Int {
    let run = run(of: event)
    return runs[run].lamport + event - runs[run].start
  }

  /// The parents of a run's first event, ascending.
  func parents(ofRun index: Int) -> [Int] {
    runs[index].parents.map { parentPool[$0].event }
  }

  /// Calls `body` with each parent of a run's first event, ascending, and with the parent's run.
  @inline(__always)
  func forEachParent(ofRun index: Int, _ body: (_ event: Int, _ run: Int) -> Void) {
    forEachParent(of: runs[index], body)
  }

  /// Calls `body` with each parent of the first event of `run`, ascending, and with the parent's
  /// run.
  @inline(__always)
  func forEachParent(of run: CausalRun, _ body: (_ event: Int, _ run: Int) -> Void) {
    for place in run.parents {
      let parent = parentPool[place]
      body(parent.event, parent.run)
    }
  }

  /// The latest parent of a run's first event; -1 if there is none.
  func latestParent(ofRun index: Int) -> Int { latestParent(of: runs[index]) }

  /// The latest parent of the first event of `run`; -1 if there is none.
  func latestParent(of run: CausalRun) -> Int {
    run.parents.isEmpty ? -1 : parentPool[run.parents.upperBound - 1].event
  }

  /// The earliest parent of the first event of `run`; -1 if there is none.
  func earliestParent(of run: CausalRun) -> Int {
    run.parents.isEmpty ? -1 : parentPool[run.parents.lowerBound].event
  }

  /// The parents of an event, ascending.
  package func parents(of event: Int) -> [Int] {
    let index = run(of: event)
    return runs[index].start == event ? parents(ofRun: index) : [event - 1]
  }

  /// The local place of a session; nil if the session is not known.
  func place(of session: SessionID) -> Int? { sessions.place(of: session) }

  /// The number of known events of a session.
  package func count(of session: SessionID) -> Int {
    place(of: session).map { count(ofSession: $0) } ?? 0
  }

  /// The number of known events of the session at a local place.
  func count(ofSession place: Int) -> Int {
    let known = runsOfSession[place]
    var last = known.first
    if known.later >= 0 {
      let later = laterRuns[known.later]
      last = later[later.count - 1]
    }
    return last < 0 ? 0 : runs[last].number + events(ofRun: last).count
  }

  /// Whether an event is known.
  package func knows(_ dot: Dot) -> Bool { dot.number < count(of: dot.session) }

  /// The index of an event; nil if the event is not known.
  ///
  /// - Complexity: O(log *n*) for *n* runs of the event's session.
  package func index(of dot: Dot) -> Int? {
    guard let place = place(of: dot.session) else { return nil }
    return index(ofNumber: dot.number, inSession: place)
  }

  /// The index of an event; nil if the event is not known.
  ///
  /// - Parameter place: The local place of the event's session.
  /// - Complexity: O(log *d*) for *d* runs of the session after the event's run.
  func index(ofNumber number: Int, inSession place: Int) -> Int? {
    guard let run = run(ofSession: place, upTo: number) else { return nil }
    let event = runs[run].start + number - runs[run].number
    return events(ofRun: run).contains(event) ? event : nil
  }

  /// The last of a session's runs that begin at or before `number`; nil if no run does.
  private func run(ofSession place: Int, upTo number: Int) -> Int? {
    let known = runsOfSession[place]
    if known.later >= 0 {
      let later = laterRuns[known.later]
      let last = (0..<later.count).last(
        inPrefixWhere: { runs[later[$0]].number <= number }, near: .max)
      if last >= 0 { return later[last] }
    }
    return known.first >= 0 && runs[known.first].number <= number ? known.first : nil
  }

  /// The approximate memory in bytes.
  var byteCount: Int {
    runs.count * MemoryLayout<CausalRun>.stride
      + parentPool.count * MemoryLayout<Parent>.stride
  }

  // MARK: Growing

  /// Adds events of one session, each the only parent of the next.
  ///
  /// - Parameters:
  ///   - session: The session. The events follow the known events of the session.
  ///   - length: The number of events.
  ///   - parents: The parents of the first event, ascending.
  /// - Returns: Whether the events began a new run.
  @discardableResult
  mutating func append(session: SessionID, length: Int, parents: [Int]) -> Bool {
    append(session: session, length: length, parents: parents[...])
  }

  /// Adds events. The slice holds the parents of the first event.
  mutating func append(session: SessionID, length: Int, parents: ArraySlice<Int>) -> Bool {
    let isNewRun = parents.count != 1 || parents.first != count - 1 || lastSession != session
    if isNewRun { beginRun(session: session, parents: parents) }
    retireTips(parents)
    count += length
    return isNewRun
  }

  /// Prepares for ``extendLastRun(by:)``. The new events must belong to `session`, and build on all
  /// known events.
  ///
  /// - Returns: Whether a new run was begun for these events.
  mutating func openRun(of session: SessionID) -> Bool {
    if earlierTips.isEmpty, lastSession == session { return false }
    beginRun(session: session, parents: frontier[...])
    earlierTips = []
    return true
  }

  /// Adds events to the last run. The last run must belong to the session of the events and end
  /// with the only tip: see ``openRun(of:)``.
  @inline(__always)
  mutating func extendLastRun(by length: Int) {
    count &+= length
  }

  private var lastSession: SessionID? { lastRun.map { sessions[runs[$0].session] } }

  private mutating func beginRun(session: SessionID, parents: ArraySlice<Int>) {
    var lamport = Self.firstLamport
    let poolStart = parentPool.count
    for parent in parents {
      let run = run(of: parent)
      lamport = max(lamport, runs[run].lamport + parent - runs[run].start + 1)
      parentPool.append(Parent(event: parent, run: run))
    }
    let place = place(of: session) ?? addSession(session)
    addRun(
      ofSession: place, number: count(ofSession: place), lamport: lamport,
      parents: poolStart..<parentPool.count)
  }

  private mutating func addRun(
    ofSession place: Int, number: Int, lamport: Int, parents: Range<Int>
  ) {
    runsOfSession[place].note(runs.count, &laterRuns)
    runs.append(
      CausalRun(start: count, session: place, number: number, lamport: lamport, parents: parents))
  }

  /// Sets the runs of a whole history. The caller must load the sessions before.
  ///
  /// - Parameters:
  ///   - parents: The parents of the runs' first events. The parents of each run ascend.
  ///   - count: The number of events.
  ///   - earlierTips: The tips, except the last event.
  /// - Complexity: O(*n*) for *n* runs and sessions.
  mutating func load(
    runs: SegmentedArray<CausalRun>, parents: SegmentedArray<Parent>, count: Int,
    earlierTips: [Int]
  ) {
    self.runs = runs
    parentPool = parents
    self.count = count
    self.earlierTips = earlierTips
    var known = ContiguousArray(repeating: SessionRuns(), count: sessions.count)
    known.withUnsafeMutableBufferPointer { known in
      for index in 0..<runs.count { known[runs[index].session].note(index, &laterRuns) }
    }
    runsOfSession = SegmentedArray(known)
  }

  /// The Lamport time of an event without parents.
  static var firstLamport: Int { 1 }

  /// Adds the sessions of a whole history to an empty graph.
  mutating func load(_ sessions: SessionTable) {
    self.sessions = sessions
  }

  mutating func addSession(_ session: SessionID) -> Int {
    sessions.append(session)
    runsOfSession.append(SessionRuns())
    return sessions.count - 1
  }

  /// Updates the tips before the caller adds events. The first event's parents stop being tips.
  private mutating func retireTips(_ parents: ArraySlice<Int>) {
    var parents = parents
    if parents.last == count - 1 {
      // This takes a slice of the caller's array, not a copy.
      parents = parents.dropLast()
    } else if count > 0 {
      earlierTips.append(count - 1)
    }
    if parents.isEmpty || earlierTips.isEmpty { return }
    if earlierTips[...] == parents {
      earlierTips.removeAll(keepingCapacity: true)
    } else if parents.count <= 4 {
      for parent in parents {
        let place = earlierTips.indices.last(
          inPrefixWhere: { earlierTips[$0] <= parent }, near: .max)
        if place >= 0, earlierTips[place] == parent { earlierTips.remove(at: place) }
      }
    } else {
      let parents = Set(parents)
      earlierTips.removeAll { parents.contains($0) }
    }
  }
}
