// SPDX-License-Identifier: MIT

/// The cost of a ``ContradictionJoin`` of a log.
///
/// A join visits each event by itself. A few bytes of a forged history claim any number of deletes,
/// so the number of events is limited by the number of stored elements and runs.
struct JoinSize {
  /// Whether the log has dropped no elements.
  private let isWhole: Bool
  private let events: Int
  /// The number of elements and runs of operations.
  private let stored: Int
  private let causalRuns: Int
  private let derivedSessions: Int

  /// The most events of a log that is joined. A join takes some 500 bytes for each event.
  static let maximumEvents = 1 << 20
  /// The most events of a log that is joined, for each of its elements and runs. Devices that each
  /// delete the same text make one event each for an element.
  static let maximumEventsPerStored = 8
  /// The most runs that are visited in search of the events before derived sessions. Each derived
  /// session may need a walk through all runs.
  static let maximumWalk = 1 << 24

  /// The size of a log.
  init(of log: SequenceLog) {
    self.init(of: log, with: EventBatch(), derivedSessions: log.graph.derivedSessions.count)
  }

  /// The size of a log with the events of a batch, all of which may be new.
  ///
  /// - Parameter derivedSessions: The number of derived sessions of both together.
  /// - Complexity: O(*r*) in the runs of the batch.
  init(of log: SequenceLog, with batch: EventBatch, derivedSessions: Int) {
    isWhole = log.droppedTips.isEmpty
    events = log.graph.count + batch.count
    stored =
      log.operations.elementCount + log.operations.entries.count + batch.elementCount
      + batch.operations.count
    causalRuns = log.graph.runs.count + batch.chains.count
    self.derivedSessions = derivedSessions
  }

  /// Whether the join is worth its cost: see FORMAT.md, "Derived sessions".
  var isAllowed: Bool {
    isWhole && events <= Self.maximumEvents && events / Self.maximumEventsPerStored <= stored
      && derivedSessions <= Self.maximumWalk / max(1, causalRuns)
  }
}
