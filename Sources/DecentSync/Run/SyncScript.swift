// SPDX-License-Identifier: MIT

import BinaryCoding

/// One run of sync with one remote: the questions to the store, in their order, without asking
/// them. ``SyncPolicy`` decides; the script holds only the state of one run.
///
/// ```
/// list ─ read what is new, take it in ─ if something vanished: list again, once
///      ─ ask for what is missing
///      ─ until nothing due is beyond coverage: seal ─ create ─ read back ─ confirm
///      ─ put off what others changed ─ roll up ─ delete what others say ─ acknowledge
/// ```
///
/// A run may be dropped between any two steps: all state that must survive stands in rows. New
/// objects are read before missing ones are judged, because they tell which of those were rolled
/// up.
package final class SyncScript<Rows: RowStore, Documents: SyncDocuments> {
  let policy: SyncPolicy<Rows, Documents>
  let options: SyncOptions
  let now: () -> UInt64

  var report = SyncReport()
  var phase = SyncProgress.Phase.listing
  /// The objects that the store listed, with this run's creations and deletions since.
  var listing = Listing([])
  /// Acknowledgements and cards to be deleted.
  var outdated: [ObjectName] = []

  // The objects that are read and taken in.
  var unread: [ObjectInfo] = []
  /// The number of objects to be read, over all listings of the run.
  var total = 0
  var readBytes = 0
  var room: PartRoom
  /// Whether an object was listed and then missing, as one that its writer rolled up meanwhile.
  var hasVanished = false
  /// Whether the store was listed again for that, once.
  var isListedAgain = false
  /// The objects that were read again. Each is read again once at most.
  var reread: Set<ObjectName> = []

  /// The documents of which the run sealed claims.
  var sealedDocuments: Set<DocumentID> = []
  /// How often a new device id was taken in a row, without an upload between.
  var renewals = 0
  /// The objects that were read, to rely on them when others are deleted.
  var readings = SyncPolicy<Rows, Documents>.Readings()
  /// Known objects that are damaged since.
  var damaged: Set<ObjectName> = []
  /// Objects that the store could not open.
  var unopened: Set<ObjectName> = []
  /// Whether an object that was there before the run could be opened: a seal has the right key.
  var hasOpened = false
  /// How many roll-ups were made.
  var rollUps = 0

  /// Makes a run.
  ///
  /// - Parameter now: The time in milliseconds since 1970, by a clock that may be wrong. The clock
  ///   is read at each event, because a run may be suspended for days.
  package init(
    _ policy: SyncPolicy<Rows, Documents>, options: SyncOptions = SyncOptions(),
    now: @escaping () -> UInt64
  ) {
    self.policy = policy
    self.options = options
    room = PartRoom { policy.documents.isOfRemovals($0) }
    self.now = now
  }

  /// The progress of the run.
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

  /// Whether an object that could not be read may be readable later: it may hold changes that seem
  /// to be lost.
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

  /// Notes that an object cannot be read. What it said is sent again.
  func noteDamaged(_ name: ObjectName) throws {
    if try policy.noteUnreadable(name) { damaged.insert(name) }
  }

  func note(_ reason: SyncProblem.Reason, of name: ObjectName) {
    report.problems.append(SyncProblem(name: name, reason: reason))
  }
}
