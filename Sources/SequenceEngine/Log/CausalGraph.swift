// SPDX-License-Identifier: MIT

import Causality

/// Who made which event, and what its author had seen: the events of a log by
/// local index, in the order they were learned.
///
/// That order is topological: an event's parents have smaller indexes. Indexes
/// mean nothing outside the log; at the border events have dots.
package struct CausalGraph: Sendable {
  private(set) var runs = SegmentedArray<CausalRun>()
  private var parentPool = SegmentedArray<Parent>()

  /// What an event builds on, and the run of that.
  struct Parent {
    var event: Int
    var run: Int
  }

  /// The sessions by their local place.
  private(set) var sessions: [SessionID] = []
  private var places: [SessionID: Int] = [:]
  private var runsOfSession: [ContiguousArray<Int>] = []
  /// Those of the sessions that were derived from others.
  private(set) var derivedSessions: Set<SessionID> = []
  /// Their branches, by local place.
  private(set) var branches: [Int: SessionBranch] = [:]
  /// The first event of the derived sessions that may be kin, by what their ids share.
  private var firstBranchings: [SessionID: Int] = [:]
  /// How many runs may still be visited to find what branches branched off.
  private var branchWalk = JoinSize.maximumWalk

  /// The dropped history that all of this comes after; nil if none was.
  ///
  /// Its events are known but have no index.
  package let base: HistoryBase?
  /// How many events of each session are in it, by local place; those beyond are in none.
  private var baseCounts: [Int] = []

  /// How many events there are; the next one gets this index.
  package private(set) var count = 0

  /// The tips but the last event, which always is one.
  private var earlierTips: [Int] = []

  /// The tips: the events that are nobody's parent, ascending. They stand for
  /// all events before them.
  ///
  /// - Complexity: O(*t*) in the tips.
  package var frontier: [Int] { count == 0 ? [] : earlierTips + [count - 1] }

  package init() { base = nil }

  /// Makes the graph of a history of which nothing is left but its base.
  init(after base: HistoryBase?) {
    self.base = base
    guard let base else { return }
    for (session, count) in base.counts.counts.sorted(by: { $0.key < $1.key }) {
      _ = addSession(session)
      baseCounts.append(count)
    }
  }

  // MARK: Runs

  /// Which run an event belongs to.
  ///
  /// - Parameter hint: A run that may be near; by default the last.
  /// - Complexity: O(log *d*) in the runs between.
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

  /// The name of an event.
  package func dot(of event: Int) -> Dot {
    let run = runs[run(of: event)]
    return Dot(session: sessions[run.session], number: run.number + event - run.start)
  }

  /// The Lamport time of an event and its session: the order of siblings.
  func age(of event: Int) -> (lamport: Int, session: SessionAge) {
    let run = runs[run(of: event)]
    let branch = branches.isEmpty ? nil : branches[run.session]
    return (
      run.lamport + event - run.start, SessionAge(session: sessions[run.session], branch: branch)
    )
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

  /// Calls `body` with the parents of a run's first event, ascending, and with
  /// the run of each.
  @inline(__always)
  func forEachParent(ofRun index: Int, _ body: (_ event: Int, _ run: Int) -> Void) {
    forEachParent(of: runs[index], body)
  }

  /// The same, for a run at hand.
  @inline(__always)
  func forEachParent(of run: CausalRun, _ body: (_ event: Int, _ run: Int) -> Void) {
    for place in run.parents {
      let parent = parentPool[place]
      body(parent.event, parent.run)
    }
  }

  /// The latest parent of a run's first event, or -1.
  func latestParent(ofRun index: Int) -> Int { latestParent(of: runs[index]) }

  /// The same, for a run at hand.
  func latestParent(of run: CausalRun) -> Int {
    run.parents.isEmpty ? -1 : parentPool[run.parents.upperBound - 1].event
  }

  /// The earliest parent of the first event of a run at hand, or -1.
  func earliestParent(of run: CausalRun) -> Int {
    run.parents.isEmpty ? -1 : parentPool[run.parents.lowerBound].event
  }

  /// The parents of an event, ascending.
  package func parents(of event: Int) -> [Int] {
    let index = run(of: event)
    return runs[index].start == event ? parents(ofRun: index) : [event - 1]
  }

  /// The local place of a session, if it is known.
  func place(of session: SessionID) -> Int? {
    // A few are compared sooner than hashed.
    sessions.count <= 8 ? sessions.firstIndex(of: session) : places[session]
  }

  /// How many events of a session are known.
  package func count(of session: SessionID) -> Int {
    place(of: session).map { count(ofSession: $0) } ?? 0
  }

  /// How many events of the session at a local place are known.
  func count(ofSession place: Int) -> Int {
    guard let last = runsOfSession[place].last else { return baseCount(ofSession: place) }
    return runs[last].number + events(ofRun: last).count
  }

  /// How many events of the session at a local place are in the base.
  func baseCount(ofSession place: Int) -> Int {
    place < baseCounts.count ? baseCounts[place] : 0
  }

  /// Whether an event is known, be it one of the base.
  package func knows(_ dot: Dot) -> Bool { dot.number < count(of: dot.session) }

  /// Whether an event is one of the base.
  func isInBase(_ dot: Dot) -> Bool { base?.counts.contains(dot) ?? false }

  /// The index of an event, if it is known and not one of the base.
  ///
  /// - Complexity: O(log *n*) in the runs of its session.
  package func index(of dot: Dot) -> Int? {
    guard let place = place(of: dot.session) else { return nil }
    return index(ofNumber: dot.number, inSession: place)
  }

  /// The index of an event, if it is known and not one of the base.
  ///
  /// - Parameter place: The local place of its session.
  /// - Complexity: O(log *d*) in the later runs of its session.
  func index(ofNumber number: Int, inSession place: Int) -> Int? {
    let ofSession = runsOfSession[place]
    let last = ofSession.indices.last(
      inPrefixWhere: { runs[ofSession[$0]].number <= number }, near: .max)
    guard last >= 0 else { return nil }
    let run = ofSession[last]
    let event = runs[run].start + number - runs[run].number
    return events(ofRun: run).contains(event) ? event : nil
  }

  /// About what it takes in memory.
  var byteCount: Int {
    runs.count * MemoryLayout<CausalRun>.stride
      + parentPool.count * MemoryLayout<Parent>.stride
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
    append(session: session, length: length, parents: parents[...])
  }

  /// Adds events, with parents that are a part of an array.
  mutating func append(session: SessionID, length: Int, parents: ArraySlice<Int>) -> Bool {
    let isNewRun = parents.count != 1 || parents.first != count - 1 || lastSession != session
    if isNewRun { beginRun(session: session, parents: parents) }
    retireTips(parents)
    count += length
    return isNewRun
  }

  /// Makes ready for ``extendLastRun(by:)`` with events of one session that
  /// build on everything known.
  ///
  /// - Returns: Whether a new run was begun for them.
  mutating func openRun(of session: SessionID) -> Bool {
    if earlierTips.isEmpty, lastSession == session { return false }
    beginRun(session: session, parents: frontier[...])
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

  private mutating func beginRun(session: SessionID, parents: ArraySlice<Int>) {
    var lamport = firstLamport
    let poolStart = parentPool.count
    for parent in parents {
      let run = run(of: parent)
      lamport = max(lamport, runs[run].lamport + parent - runs[run].start + 1)
      parentPool.append(Parent(event: parent, run: run))
    }
    let place = place(of: session) ?? addSession(session)
    addRun(ofSession: place, lamport: lamport, parents: poolStart..<parentPool.count)
  }

  private mutating func addRun(ofSession place: Int, lamport: Int, parents: Range<Int>) {
    let number = count(ofSession: place)
    runsOfSession[place].append(runs.count)
    runs.append(
      CausalRun(start: count, session: place, number: number, lamport: lamport, parents: parents))
    if number == 0, sessions[place].isDerived { addBranch(ofSession: place) }
  }

  private mutating func addBranch(ofSession place: Int) {
    let kin = sessions[place].kin
    branches[place] = branch(
      beganBy: runs.count - 1, from: firstBranchings[kin], &branchWalk)
    if firstBranchings[kin] == nil { firstBranchings[kin] = count }
  }

  /// Adds a run as it was saved; the tips are left as they are.
  ///
  /// - Parameters:
  ///   - place: The local place of its session, whose next events these are.
  ///   - lamport: The time of the first: above those of its parents.
  ///   - parents: Those of the first, ascending.
  mutating func load(
    length: Int, ofSession place: Int, lamport: Int, parents: some Sequence<Parent>
  ) {
    let poolStart = parentPool.count
    for parent in parents { parentPool.append(parent) }
    addRun(ofSession: place, lamport: lamport, parents: poolStart..<parentPool.count)
    count += length
  }

  /// Says which of the events that were loaded are tips, but for the last.
  mutating func load(earlierTips: [Int]) {
    self.earlierTips = earlierTips
  }

  /// The Lamport time of an event without parents.
  var firstLamport: Int { (base?.lamport ?? 0) + 1 }

  mutating func addSession(_ session: SessionID) -> Int {
    sessions.append(session)
    runsOfSession.append([])
    places[session] = sessions.count - 1
    if session.isDerived { derivedSessions.insert(session) }
    return sessions.count - 1
  }

  /// Makes the tips earlier ones than an event about to be added, but for those
  /// that it builds on.
  private mutating func retireTips(_ parents: ArraySlice<Int>) {
    var parents = parents
    if parents.last == count - 1 {
      // A slice of its own array, not a copy of it.
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
