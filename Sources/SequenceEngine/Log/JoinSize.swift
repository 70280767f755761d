// SPDX-License-Identifier: MIT

/// What a ``ContradictionJoin`` of a log costs.
///
/// A join looks at each event by itself. A few bytes of a forged history claim any number of
/// deletes, so the number of events is held against the stored elements and runs.
struct JoinSize {
  /// Whether the log has all of its history.
  private let isWhole: Bool
  private let events: Int
  /// Elements and runs of operations.
  private let stored: Int
  private let causalRuns: Int
  private let derivedSessions: Int

  /// The most events of a log that is joined. A join takes some 500 bytes for each.
  static let maximumEvents = 1 << 20
  /// The most events of a log that is joined, for each of its elements and runs. Devices that each
  /// delete the same text have one event an element each.
  static let maximumEventsPerStored = 8
  /// The most runs that are looked at for the events before derived sessions. Each of these may
  /// take a walk through all runs.
  static let maximumWalk = 1 << 24

  /// The size of a log.
  init(of log: SequenceLog) {
    self.init(of: log, with: EventBatch(), derivedSessions: log.graph.derivedSessions.count)
  }

  /// The size of a log with the events of a batch, all of which may be new.
  ///
  /// - Parameter derivedSessions: How many both have together.
  /// - Complexity: O(*r*) in the runs of the batch.
  init(of log: SequenceLog, with batch: EventBatch, derivedSessions: Int) {
    isWhole = log.base == nil && log.droppedTips.isEmpty && log.floorTips.isEmpty
    events = log.graph.count + batch.count
    stored =
      log.operations.elementCount + log.operations.entries.count + batch.elementCount
      + batch.chains.reduce(0) { $0 + $1.operations.count }
    causalRuns = log.graph.runs.count + batch.chains.count
    self.derivedSessions = derivedSessions
  }

  /// Whether the join is worth what it costs: see FORMAT.md, "Derived sessions".
  var isAllowed: Bool {
    isWhole && events <= Self.maximumEvents && events / Self.maximumEventsPerStored <= stored
      && derivedSessions <= Self.maximumWalk / max(1, causalRuns)
  }
}
