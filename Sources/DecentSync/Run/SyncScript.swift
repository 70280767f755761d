// SPDX-License-Identifier: MIT

import BinaryCoding

/// One run of sync with one remote: what to ask of the store, and in which order, without doing any
/// of it. ``SyncPolicy`` decides; the script holds only what one run needs to remember.
///
/// ```
/// list ─ read what is new, take it in ─ ask for what is missing
///      ─ until nothing due is beyond coverage: seal ─ create ─ read back ─ confirm
///      ─ put off what others changed ─ roll up ─ delete what others say ─ acknowledge
/// ```
///
/// A run may be dropped between any two steps: all that must survive stands in rows. What is new is
/// read before missing objects are judged, for it tells which of them were rolled up.
package final class SyncScript<Rows: RowStore, Documents: SyncDocuments> {
  let policy: SyncPolicy<Rows, Documents>
  let options: SyncOptions
  let now: () -> UInt64

  var report = SyncReport()
  var phase = SyncProgress.Phase.listing
  /// What the store listed, and what this run created and deleted since.
  var listing = Listing([])
  /// Acknowledgements and cards to be deleted.
  var outdated: [ObjectName] = []

  // What is read and taken in.
  var unread: [ObjectInfo] = []
  var total = 0
  var readBytes = 0
  var room = PartRoom()
  /// Objects that were read again, which is done once.
  var reread: Set<ObjectName> = []

  /// How often a new device id was taken in a row, without an upload between.
  var renewals = 0
  /// How many roll-ups were made.
  var rollUps = 0

  /// Makes a run.
  ///
  /// - Parameter now: The time in milliseconds since 1970, by a clock that may be wrong. It is asked
  ///   when something happens: a run may be suspended for days.
  package init(
    _ policy: SyncPolicy<Rows, Documents>, options: SyncOptions = SyncOptions(),
    now: @escaping () -> UInt64
  ) {
    self.policy = policy
    self.options = options
    self.now = now
  }

  /// How far the run is.
  package var progress: SyncProgress {
    switch phase {
    case .receiving:
      SyncProgress(
        phase: phase, objectsDone: total - unread.count, objectsTotal: total, bytes: readBytes)
    case .sending:
      SyncProgress(
        phase: phase, objectsDone: report.uploaded.objects, objectsTotal: nil,
        bytes: report.uploaded.bytes)
    case .listing, .finishing:
      SyncProgress(phase: phase, objectsDone: 0, objectsTotal: nil, bytes: 0)
    }
  }

  /// Whether an object could not be read and may be later: it may hold what seems to be lost.
  var isSomethingOnItsWay: Bool {
    report.problems.contains { problem in
      if case .store(let error) = problem.reason { error.kind == .tryLater } else { false }
    }
  }

  /// The first step.
  package func start() throws -> SyncStep {
    try policy.open()
    return .list(prefix: "") { try self.compare($0) }
  }

  func finish(stoppedBy error: StoreError? = nil) -> SyncStep {
    phase = .finishing
    if let error { report.stopped = error }
    return .finished(report)
  }

  func note(_ reason: SyncProblem.Reason, of name: ObjectName) {
    report.problems.append(SyncProblem(name: name, reason: reason))
  }
}
