// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality

  /// The pruned tracker that a device saves beside a history in its own bytes.
  extension SequenceLog {
    /// The number of turns that a saved tracker keeps: enough for some rounds of a few devices.
    ///
    /// A turn is the edits of a device between two merges. Each launch of the program during a turn
    /// begins a new chain, which continues the chain before it.
    package static let savedTurns = 24

    /// The kept tracker, pruned to the last turns of a saved history. Its events are numbered in
    /// the order of that history.
    ///
    /// - Returns: Nil if no tracker is kept, if the tracker cannot be pruned, or if a critical
    ///   event or a critical cut lies so near the end of the log that the next replay will find it.
    ///
    /// - Complexity: O(*n* log *n* + *c*) for *n* runs of the tracker and *c* chains of the batch.
    private func prunedTracker(for batch: EventBatch, keeping turns: Int) -> PrunedTracker? {
      guard let trackerBox, !hasCritical(near: turns) else { return nil }
      let places = SavedPlaces(batch, keeping: turns)
      return trackerBox.withTracker { tracker in
        guard tracker.end > tracker.firstEvent, let cut = places.cut(tracker, of: self) else {
          return nil
        }
        return tracker.pruned(cut, of: self)
      }
    }

    /// Appends a pruned tracker to own bytes, as a part with a length. The part is empty if there
    /// is no tracker. (See FORMAT.md, "Own bytes".)
    ///
    /// - Parameters:
    ///   - batch: The whole history.
    ///   - turns: The number of turns that the tracker keeps; at least two.
    package func encodeTracker(
      of batch: EventBatch, to writer: inout ByteWriter, keeping turns: Int = savedTurns
    ) {
      var part = ByteWriter()
      prunedTracker(for: batch, keeping: turns)?.encode(to: &part, of: graph.count)
      writer.writePrefixed(part.bytes)
    }

    /// Takes in a tracker that ``encodeTracker(of:to:keeping:)`` wrote. A tracker that does not fit
    /// this log is dropped. Nothing is lost, because a tracker follows from the history.
    package mutating func readTracker(from reader: inout ByteReader) throws(DecodingFailure) {
      var part = ByteReader(try reader.readPrefixed())
      guard !part.isAtEnd, let pruned = try? PrunedTracker(from: &part, of: self) else { return }
      trackerBox = TrackerBox(Tracker(pruned))
      believe()
    }

    /// The tracker that the next merge may continue, for tests: whether it is pruned, and its
    /// memory in bytes.
    package var keptTracker: (isPruned: Bool, byteCount: Int)? {
      trackerBox?.withTracker { ($0.views != nil, $0.byteCount) }
    }

    /// Whether a critical event or cut lies in the earlier half of the last `runs` causal runs.
    /// Future events may not have seen the later half. Also true for a log of at most `runs` runs.
    private func hasCritical(near runs: Int) -> Bool {
      let late = graph.runs.count - runs / 2
      guard late > 0 else { return true }
      var walk = graph.stretchWalk()
      return graph.walk(&walk, toStartBefore: graph.start(ofRun: late), limit: runs) != nil
    }
  }

  /// Trackers that are kept in memory.
  extension SequenceLog {
    /// Prunes a large tracker to the later half of its events, if all events of the last quarter
    /// have seen the first half. If some have not, returns the tracker unchanged: for example while
    /// two branches arrive side by side. Most future events will have seen what the last quarter
    /// has seen.
    func smaller(_ tracker: Tracker) -> Tracker {
      guard tracker.byteCount > Self.smallTracker, tracker.tree.runs.count >= tracker.nextPruning
      else { return tracker }
      // The next try waits for twice the runs, because a try costs in proportion to them.
      tracker.nextPruning = 2 * tracker.tree.runs.count
      let entries = operations.entryCount(of: tracker.firstEvent..<tracker.end)
      let last = operations.entry(of: tracker.end - 1)
      let middle = graph.run(of: operations.entries.start(ofEntry: last - entries / 2))
      let late = graph.run(of: operations.entries.start(ofEntry: last - entries / 4))
      guard let cut = tracker.cut(beforeRun: middle, of: self) else { return tracker }
      var views = TrackerViews(firstEvent: cut.firstEvent, tips: cut.tips)
      for run in late...graph.run(of: tracker.end - 1) {
        guard views.haveSeenPrefix(ofRun: run, in: graph) else { return tracker }
      }
      guard let pruned = tracker.pruned(cut, of: self).map({ Tracker($0) }) else { return tracker }
      pruned.nextPruning = 2 * pruned.tree.runs.count
      return pruned
    }
  }

  /// The places that a log's events have in a batch that holds the whole history of the log.
  private struct SavedPlaces {
    private let batch: EventBatch
    private let wanted: Int
    /// The place of each chain's first event in the batch, and the number of that event in its
    /// session.
    private var chains: [(start: Int, number: Int)] = []

    init(_ batch: EventBatch, keeping wanted: Int) {
      self.batch = batch
      self.wanted = wanted
      chains.reserveCapacity(batch.chains.count)
      var numbers = batch.sessions.map { $0.firstNumber }
      for chain in batch.chains {
        chains.append((chain.events.lowerBound, numbers[chain.session]))
        numbers[chain.session] += chain.events.count
      }
    }

    /// The cut that keeps the last turns. Nil if no chain can be kept, if the prefix would have too
    /// many tips, or if a replayed event follows an unreplayed event in the batch.
    func cut(_ tracker: Tracker, of log: SequenceLog) -> TrackerCut? {
      guard let (first, firstKept) = firstChain(tracker, of: log),
        chains[first].start < tracker.end
      else { return nil }
      let firstRun = log.graph.run(of: tracker.firstEvent)
      var starts: [Int?] = []
      for run in firstRun..<log.graph.runs.count {
        let events = log.graph.events(ofRun: run)
        let isOlder = events.lowerBound < firstKept
        let start = isOlder ? nil : place(of: events.lowerBound, in: log.graph, from: first)
        guard isInOrder(events, at: start, replayedTo: tracker.end) else { return nil }
        starts.append(start)
      }
      let tips = tracker.tips(beforeRunsWith: starts, from: firstRun, in: log.graph)
      let newTips = tips.compactMap { place(of: $0, in: log.graph, from: 0) }
      guard tips.count <= TrackerViews.mostTips, newTips.count == tips.count else { return nil }
      return TrackerCut(
        firstEvent: chains[first].start, tips: tips, newTips: newTips.sorted(), firstRun: firstRun,
        starts: starts)
    }

    /// The first chain to keep, and the place in the log of the first event to keep. Nil if no
    /// chain can be kept, because the last chain is too large or began before the tracker.
    private func firstChain(_ tracker: Tracker, of log: SequenceLog) -> (chain: Int, event: Int)? {
      let most = max(Self.fewEntries, log.operations.entries.count / 8)
      var (first, firstKept, entries, turns) = (chains.count, Int.max, 0, 0)
      while first > 0, turns < wanted, chains.count - first < Self.mostChains {
        let chain = batch.chains[first - 1]
        let dot = Dot(session: batch.session(of: chain), number: chains[first - 1].number)
        entries += chain.operations.count
        guard let event = log.graph.index(of: dot), event >= tracker.firstEvent, entries <= most
        else { break }
        firstKept = min(firstKept, event)
        if beginsTurn(chain) { turns += 1 }
        first -= 1
      }
      return first < chains.count ? (first, firstKept) : nil
    }

    /// Whether a chain begins a turn. A chain continues a turn if its only parent is the last event
    /// of another chain.
    private func beginsTurn(_ chain: EventBatch.Chain) -> Bool {
      guard chain.parents.count == 1,
        case .inside(let event, let other) = batch.parents[chain.parents.lowerBound]
      else { return true }
      return event != batch.chains[other].events.upperBound - 1
    }

    /// The most chains in a saved tracker. The search for an event's place visits them one by one.
    private static let mostChains = 512

    /// A saved tracker may cover this many entries of the operation log, or an eighth of all
    /// entries if that is more.
    private static let fewEntries = 1024

    /// Whether the replayed events of a run come before all events that were not replayed, both in
    /// the batch and in the log.
    private func isInOrder(_ run: Range<Int>, at start: Int?, replayedTo end: Int) -> Bool {
      if run.upperBound <= end { return start.map { $0 + run.count <= end } ?? true }
      guard let start else { return false }
      return run.lowerBound < end ? start == run.lowerBound : start >= end
    }

    /// The place of an event in the batch; nil if the event is in no chain from `first` on.
    private func place(of event: Int, in graph: CausalGraph, from first: Int) -> Int? {
      let dot = graph.dot(of: event)
      // Sessions are in the order in which they begin, and most sessions looked up here begin late.
      guard let session = batch.sessions.lastIndex(where: { $0.id == dot.session }) else {
        return nil
      }
      var chain = chains.count - 1
      while chain >= first {
        if batch.chains[chain].session == session, chains[chain].number <= dot.number {
          return chains[chain].start + dot.number - chains[chain].number
        }
        chain -= 1
      }
      return nil
    }
  }
#else
  import BinaryCoding

  /// Modules for browsers have no pruning, so that they stay small. They have no storage that could
  /// hold a tracker.
  extension SequenceLog {
    func smaller(_ tracker: Tracker) -> Tracker { tracker }

    package func encodeTracker(of batch: EventBatch, to writer: inout ByteWriter) {
      writer.writeCount(0)
    }

    package mutating func readTracker(from reader: inout ByteReader) throws(DecodingFailure) {
      _ = try reader.readPrefixed()
    }
  }
#endif
