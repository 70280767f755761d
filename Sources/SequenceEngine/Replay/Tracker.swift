// SPDX-License-Identifier: MIT

/// Replays concurrent events. For each event, a tracker prepares the version that the event's
/// author saw, and finds the place of the event's effect in the document that shows all events.
///
/// As in Eg-walker (see ``SequenceLog``), each element has a state in two versions. The next event
/// happened at the *prepared* version. The *effect* version shows all events replayed so far.
/// Moving the prepared version *retreats* some events and *advances* other events. Elements from
/// before the tracker's first event are one run of placeholders. The tracker keeps several prepared
/// versions, one for each branch replayed lately: see `Tracker+Lanes.swift`.
///
/// Ids ascend from 0: placeholders come first, then the named elements of a pruned tracker (see
/// ``PrunedTracker``), then the inserted elements in the order of the log.
///
/// Only one merge at a time uses a tracker: see ``TrackerBox``.
final class Tracker: @unchecked Sendable {
  @exclusivity(unchecked) var tree = RunTree()
  @exclusivity(unchecked) var hits = DeleteHits()
  /// The prepared versions, by their lanes in the tree.
  @exclusivity(unchecked) var versions = PreparedVersions()
  /// The first event after the version where the tracker began: the empty version, or the version
  /// of a critical event, a critical cut or the prefix of a pruned tracker.
  @exclusivity(unchecked) private(set) var firstEvent = 0
  @exclusivity(unchecked) private(set) var placeholderCount = 0
  /// The number of known elements from before the first event: the placeholders and, in a pruned
  /// tracker, the named elements (``PrunedTracker``).
  @exclusivity(unchecked) private(set) var knownCount = 0
  /// The event after the latest replayed event.
  @exclusivity(unchecked) private(set) var end = 0

  @exclusivity(unchecked) var comparison = VersionComparison()
  /// The lane and the event that `comparison` was made for: it compares the lane's version with the
  /// version that the event's author saw. Nil if it compares other versions.
  @exclusivity(unchecked) var compared: (event: Int, lane: Int)?
  /// The lanes to compare with the version that an author saw. Stored to reuse the pool's memory.
  @exclusivity(unchecked) var candidates = Pool<Int>()
  /// The estimated extra cost of continuing this tracker instead of making new ones, in entries of
  /// the operation log. A merge for which continuing costs less sets the estimate to 0.
  @exclusivity(unchecked) var spentInVain = 0
  #if !hasFeature(Embedded)
    /// Pruning is tried once the tree has this number of runs.
    @exclusivity(unchecked) var nextPruning = 0
    /// The events that have seen the prefix of a pruned tracker; nil for other trackers.
    @exclusivity(unchecked) var views: TrackerViews?
  #endif
  /// The greatest memory of the lanes, in bytes.
  @exclusivity(unchecked) var laneLimit = 0
  /// For each insert entry of the operation log, from ``firstEntry`` on, the run that its elements
  /// were put into.
  @exclusivity(unchecked) private var places = Pool<Int32>()
  @exclusivity(unchecked) private var firstEntry = 0

  /// The ways in which the effects of replayed events reach the document.
  enum Effects {
    /// The document already shows the effects.
    case shown
    /// Each effect is written to ``Tracker/output`` when its event is replayed.
    case written
    /// The tree gathers the effects: see `RunTree+Effects.swift`.
    case gathered
  }

  @exclusivity(unchecked) private(set) var effects = Effects.shown
  @exclusivity(unchecked) private var output = ReplayOutput(documentLength: 0)

  /// Makes a tracker at the version of a critical event or cut, or at the empty version.
  ///
  /// - Parameters:
  ///   - firstEvent: The event after that version.
  ///   - baseLength: The number of elements in the document at that version.
  init(firstEvent: Int, baseLength: Int) {
    begin(firstEvent: firstEvent, baseLength: baseLength)
  }

  #if !hasFeature(Embedded)
    /// Makes a tracker that continues a pruned tracker.
    init(_ pruned: PrunedTracker) {
      begin(firstEvent: pruned.firstEvent, baseLength: 0)
      placeholderCount = pruned.placeholderCount
      knownCount = pruned.placeholderCount + pruned.namedCount
      end = pruned.end
      views = TrackerViews(firstEvent: firstEvent, tips: pruned.tips)
      plant(pruned)
    }
  #endif

  /// Forgets everything and begins at another version.
  func begin(firstEvent: Int, baseLength: Int) {
    removeAll()
    self.firstEvent = firstEvent
    placeholderCount = baseLength
    knownCount = baseLength
    versions.begin(tip: firstEvent - 1)
    end = firstEvent
    spentInVain = 0
    compared = nil
    #if !hasFeature(Embedded)
      views = nil
      nextPruning = 0
    #endif
    if baseLength > 0 {
      let base = RunTree.Run(
        first: 0, length: baseLength, left: RunTree.none, right: RunTree.none,
        fence: RunTree.none, isUnwritten: false)
      _ = tree.insert(base, at: tree.start)
    }
  }

  /// The most memory in bytes that a tracker keeps when it begins anew. Allocating more memory
  /// takes little time, compared with the replay that fills it.
  static let keptMemory = 1 << 20

  private func removeAll() {
    if byteCount > Self.keptMemory {
      tree = RunTree()
      hits = DeleteHits()
      places = Pool()
      comparison = VersionComparison()
      versions = PreparedVersions()
    } else {
      tree.removeAll()
      hits.removeAll()
      places.removeAll()
    }
  }

  /// The memory of this tracker in bytes, including free capacity.
  var byteCount: Int {
    tree.byteCount + hits.byteCount + places.byteCount + comparison.byteCount + versions.byteCount
  }

  /// The memory of the lanes in bytes, including free capacity.
  var laneByteCount: Int { tree.lanes.byteCount + versions.byteCount }

  /// Adds all new runs and hits to their indexes, so that the next search need not add them.
  func completeIndexes() {
    tree.completeIndex()
    hits.completeIndex()
  }

  /// The event that inserted an element.
  func event(of element: Int) -> Int { element - knownCount + firstEvent }

  /// The element that an event inserted, if the event is an insert.
  func element(of event: Int) -> Int { event - firstEvent + knownCount }

  /// The number of elements that no replayed event deleted.
  var effectLength: Int { tree.nodes[tree.root].effectWidth }

  /// Replays new events, and writes their effects as operations to `output`.
  ///
  /// The tree gathers the effects of many events and writes them in one walk over its runs. This
  /// costs less than finding the place of each effect. Text that the events insert and delete again
  /// is then never written. All other text is written in the order of the document.
  ///
  /// - Parameter order: All of the events, in the order of the replay.
  /// - Returns: False if the document has another length than the tracker shows before these
  ///   events. Nothing is replayed then.
  func replay(
    _ events: Range<Int>, in order: [VersionComparison.Part], of log: inout SequenceLog,
    into output: inout ReplayOutput
  ) -> Bool {
    guard effectLength == output.documentLength else { return false }
    let areMany =
      log.operations.entryCount(of: events) * Self.runsWalkedInAWrite > tree.runs.count
    if areMany { tree.gatherEffects() }
    effects = areMany ? .gathered : .written
    self.output = output
    // Leaves the tracker as the only owner of the operations, so that adding to them copies
    // nothing.
    output = ReplayOutput(documentLength: 0)
    for part in order { replay(part, of: &log) }
    output = self.output
    self.output = ReplayOutput(documentLength: 0)
    if areMany { tree.writeEffects(to: &output) }
    effects = .shown
    return true
  }

  /// The number of runs that a walk visits in about the time of finding one place in the document.
  private static let runsWalkedInAWrite = 4

  /// Replays events, each the only parent of the next.
  func replay(_ part: VersionComparison.Part, of log: inout SequenceLog) {
    let (events, run) = (part.events, part.run)
    prepare(for: events.lowerBound, run, of: log)
    WorkCounter.replay(events.count)
    var next = events.lowerBound
    var entry = log.operations.entry(of: next, inRun: run)
    while next < events.upperBound {
      let piece = log.operations.piece(entry, within: events)
      let isFirst = log.operations.entries.start(ofEntry: entry) == next
      if effects != .shown, isFirst {
        log.operations.setDocumentLength(tree.preparedLength, ofEntry: entry)
      }
      switch piece.run.kind {
      case .insert:
        let place = insert(piece, log.graph)
        if isFirst { note(place, ofEntry: entry) }
      case .deleteForward: deleteForward(piece)
      case .deleteBackward: deleteBackward(piece)
      }
      next = piece.events.upperBound
      entry += 1
    }
    let causal = log.graph.runs[run]
    versions.setTip(events.upperBound - 1, run, of: causal.session)
    versions.setSeenCount(ofRun: run, to: events.upperBound - causal.start)
    end = max(end, events.upperBound)
    tree.checkInvariants()
  }

  private func note(_ place: Int, ofEntry entry: Int) {
    if places.count == 0 { firstEntry = entry }
    let offset = entry - firstEntry
    // Entries before the first noted entry have no place.
    guard offset >= 0 else { return }
    if places.count <= offset { places.append(repeating: 0, count: offset + 1 - places.count) }
    places[offset] = Int32(place)
  }

  /// The run that the elements of an entry were put into; 0 if unknown.
  private func place(ofEntry entry: Int) -> Int {
    let offset = entry - firstEntry
    return offset >= 0 && offset < places.count ? Int(places[offset]) : 0
  }

  // MARK: The prepared version

  /// Prepares the version with the given tips, calls `body`, and prepares the former version again.
  ///
  /// - Complexity: In proportion to the runs by which the two versions differ.
  func withPrepared<Result>(
    _ tips: [Int], of log: SequenceLog, _ body: () -> Result
  ) -> Result {
    compared = nil
    comparison.begin(from: firstEvent)
    comparison.addFirst(versions.tip, versions.run)
    tips.forEach { comparison.addSecond($0, log.graph.run(of: $0)) }
    comparison.finish(in: log.graph)
    let (away, towards) = (comparison.onlyFirst, comparison.onlySecond)
    for part in away { retreat(part, of: log) }
    for part in towards.reversed() { advance(part, of: log) }
    defer {
      for part in towards { retreat(part, of: log) }
      for part in away.reversed() { advance(part, of: log) }
    }
    return body()
  }

  /// Takes events out of the prepared version.
  ///
  /// - Returns: The number of runs of the tree that changed.
  @discardableResult
  func retreat(_ part: VersionComparison.Part, of log: SequenceLog) -> Int {
    changeStates(ofRunsTouchedBy: part, of: log, by: -1)
  }

  /// Takes events into the prepared version.
  ///
  /// - Returns: The number of runs of the tree that changed.
  @discardableResult
  func advance(_ part: VersionComparison.Part, of log: SequenceLog) -> Int {
    changeStates(ofRunsTouchedBy: part, of: log, by: 1)
  }

  @inline(__always)
  private func changeStates(
    ofRunsTouchedBy part: VersionComparison.Part, of log: SequenceLog, by step: Int
  ) -> Int {
    var runs = 0
    forEachRun(touchedBy: part, of: log) {
      runs += 1
      tree.changeState(of: $0, by: step)
    }
    return runs
  }

  /// Calls `body` with runs that hold exactly the elements that some events inserted or hit. Splits
  /// runs that also hold other elements.
  @inline(__always)
  func forEachRun(
    touchedBy part: VersionComparison.Part, of log: SequenceLog, _ body: (Int) -> Void
  ) {
    // Mostly, the events inserted all elements of one run and no others.
    let place = self.place(ofEntry: log.operations.firstEntry(ofRun: part.run))
    if tree.runs.count > 0, tree.runs[place].first == element(of: part.events.lowerBound),
      tree.runs[place].length == part.events.count
    {
      return body(place)
    }
    var next = part.events.lowerBound
    var entry = log.operations.entry(of: next, inRun: part.run)
    while next < part.events.upperBound {
      let piece = log.operations.piece(entry, within: part.events)
      if piece.run.isInsert {
        let first = element(of: next)
        forEachRun(
          in: first..<(first + piece.events.count), hint: self.place(ofEntry: entry), body)
      } else {
        hits.forEachTarget(of: piece.events) { forEachRun(in: $0, hint: 0, body) }
      }
      next = piece.events.upperBound
      entry += 1
    }
  }

  /// Calls `body` with the elements that the deletes among some events hit.
  func forEachHit(of events: Range<Int>, in log: SequenceLog, _ body: (Range<Int>) -> Void) {
    log.operations.forEachPiece(in: events) { piece in
      if !piece.run.isInsert { hits.forEachTarget(of: piece.events, body) }
    }
  }

  @inline(__always)
  func forEachRun(in elements: Range<Int>, hint: Int, _ body: (Int) -> Void) {
    var next = elements.lowerBound
    while next < elements.upperBound, var run = tree.run(of: next, hint: hint) {
      run = tree.isolate(next..<elements.upperBound, of: run)
      body(run)
      next = tree.runs[run].end
    }
  }

  // MARK: Events

  /// - Returns: The run that the elements of the piece were put into.
  private func insert(_ piece: OperationLog.Piece, _ graph: CausalGraph) -> Int {
    let position = min(piece.run.position, tree.preparedLength)
    let first = element(of: piece.events.lowerBound)
    let place = placement(of: piece.events.lowerBound, at: position, graph)
    if effects == .written {
      output.insert(
        elements: piece.firstElement..<(piece.firstElement + piece.run.length),
        at: effectPosition(of: place))
    }
    if let before = place.precedingRun, tree.runs[before].end == first,
      place.right == RunTree.none, !tree.runs[before].isDeletedInEffect,
      tree.runs[before].isUnwritten == (effects == .gathered),
      tree.lanes.existsOnlyHere(before)
    {
      tree.extend(before, by: piece.run.length)
      return before
    }
    let new = RunTree.Run(
      first: first, length: piece.run.length, left: place.left, right: place.right,
      fence: place.fence, isUnwritten: effects == .gathered)
    if let (run, offset) = place.split {
      return tree.insert(
        new, content: piece.firstElement, into: run, at: offset, place.cursor)
    }
    return tree.insert(new, content: piece.firstElement, at: place.cursor)
  }

  private func effectPosition(of place: Placement) -> Int {
    let position = tree.effectPosition(of: place.cursor)
    guard let (run, offset) = place.split, !tree.runs[run].isDeletedInEffect else {
      return position
    }
    return position - tree.runs[run].length + offset
  }

  private func deleteForward(_ piece: OperationLog.Piece) {
    let misses = piece.run.misses(documentLength: tree.preparedLength)
    var event = piece.events.lowerBound
    var left = piece.run.length - misses
    while left > 0 {
      let (run, offset) = tree.visibleElement(at: piece.run.position)
      let count = min(left, tree.runs[run].length - offset)
      let first = tree.runs[run].first + offset
      hits.record(event, count: count, target: first, step: 1)
      delete(first..<(first + count), of: run)
      event += count
      left -= count
    }
    if misses > 0 { hits.recordMisses(event, count: misses) }
  }

  private func deleteBackward(_ piece: OperationLog.Piece) {
    let misses = piece.run.misses(documentLength: tree.preparedLength)
    if misses > 0 { hits.recordMisses(piece.events.lowerBound, count: misses) }
    var event = piece.events.lowerBound + misses
    var position = piece.run.position - misses
    while event < piece.events.upperBound {
      let (run, offset) = tree.visibleElement(at: position)
      let count = min(piece.events.upperBound - event, offset + 1)
      let last = tree.runs[run].first + offset
      hits.record(event, count: count, target: last, step: -1)
      delete((last - count + 1)..<(last + 1), of: run)
      event += count
      position -= count
    }
  }

  /// Deletes elements of one run.
  private func delete(_ elements: Range<Int>, of run: Int) {
    let run = tree.isolate(elements, of: run)
    if tree.runs[run].isDeletedInEffect {
      tree.changeState(of: run, by: 1)
    } else {
      if effects == .written {
        let position = tree.effectPosition(of: run)
        output.delete(position..<(position + elements.count))
      }
      tree.delete(run, isGathered: effects == .gathered)
    }
  }
}
