// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// One run of sync with one remote. ``SyncPolicy`` makes all decisions. The run asks the store, in
/// the order of ``run()``, and holds only the state of one run.
///
/// Only the questions to the store suspend. The body of a transaction is a plain function
/// (``RowStore/transaction(_:)``), so no transaction is open while a run is suspended, and the
/// caller may change documents then. A run may end at any question: all state that later runs need
/// stands in rows.
package struct SyncRun<Rows: RowStore, Documents: SyncDocuments, Store: ObjectStore> {
  let policy: SyncPolicy<Rows, Documents>
  private let store: Store
  let options: SyncOptions
  let now: () -> UInt64
  private let tell: (SyncProgress) -> Void

  var report = SyncReport()
  var phase = SyncProgress.Phase.listing
  /// The objects that the store listed, with this run's creations and deletions since.
  var listing = Listing([])

  // The objects that are read and taken in.
  var queue = ReadingQueue()
  var readBytes = 0
  var buffer: ReceiveBuffer
  /// Whether a listed object was missing when the run asked for it.
  var hasVanished = false
  /// Whether the store was listed a second time, because an object had vanished.
  var isListedAgain = false

  /// The documents of which the run sealed claims.
  var sealedDocuments: Set<DocumentID> = []
  /// The number of successive uploads whose names were found to hold other bytes.
  var renewals = 0
  /// The outcomes of reading objects on which deletions rely.
  var readings = Readings()
  /// Known objects that the run found damaged.
  var damaged: Set<ObjectName> = []
  /// Objects that the store could not open.
  var unopened: Set<ObjectName> = []
  /// Whether an object that the run opened shows that the seal has the right key.
  var hasOpened = false
  /// Whether the store has another key than in earlier runs.
  var isKeyDoubted = false

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - now: The time in milliseconds since 1970, by a clock that may be wrong. The run reads the
  ///     clock whenever it notes a time, because the run may be suspended for days.
  ///   - progress: Called with the progress of the run before each question to the store, and at
  ///     the end.
  package init(
    _ policy: SyncPolicy<Rows, Documents>, with store: Store, options: SyncOptions = SyncOptions(),
    now: @escaping () -> UInt64 = { ReplicationEnvironment.system.now },
    progress: @escaping (SyncProgress) -> Void = { _ in }
  ) {
    self.policy = policy
    self.store = store
    self.options = options
    self.now = now
    tell = progress
    buffer = ReceiveBuffer { policy.documents.isOfRemovals($0) }
  }

  /// Brings the library and the remote to the same state.
  ///
  /// New objects are read before missing objects are judged, because the new objects show which
  /// missing objects were compacted.
  ///
  /// - Returns: The report. It holds the failures of the store, which are not thrown.
  /// - Throws: The errors of rows and documents; `CancellationError` if the task is cancelled
  ///   before a question to the store, or during a question that fails.
  package consuming func run() async throws -> SyncReport {
    try policy.open()
    try compareKey()
    do {
      try await receive()
      try await judgeAbsent()
      try await send()
      try await compact()
      try await delete()
      try await conclude()
    } catch let end as RunEnd {
      report.stopped = end.error
    }
    phase = .finishing
    tell(progress)
    return report
  }

  private var progress: SyncProgress {
    switch phase {
    case .receiving:
      SyncProgress(
        phase: phase, objectsDone: queue.done, objectsTotal: queue.total, bytes: readBytes)
    case .sending:
      SyncProgress(
        phase: phase, objectsDone: report.uploaded.objects, objectsTotal: nil,
        bytes: report.uploaded.bytes)
    case .listing, .finishing:
      SyncProgress(phase: phase, objectsDone: 0, objectsTotal: nil, bytes: 0)
    }
  }

  // MARK: Questions to the store

  func list() async throws -> Result<[ObjectInfo], StoreError> {
    try await ask { () throws(StoreError) in try await store.list(prefix: "") }
  }

  func read(_ name: ObjectName) async throws -> Result<[UInt8], StoreError> {
    try await ask { () throws(StoreError) in try await store.read(name) }
  }

  func create(
    _ name: ObjectName, holding bytes: [UInt8]
  ) async throws -> Result<Void, StoreError> {
    try await ask { () throws(StoreError) in try await store.create(name, holding: bytes) }
  }

  func delete(_ name: ObjectName) async throws -> Result<Void, StoreError> {
    try await ask { () throws(StoreError) in try await store.delete(name) }
  }

  /// Asks the store. Nothing is concluded from a failure that cancellation may have caused.
  private func ask<Answer>(
    _ question: () async throws(StoreError) -> Answer
  ) async throws -> Result<Answer, StoreError> {
    tell(progress)
    try Task.checkCancellation()
    do throws(StoreError) {
      return .success(try await question())
    } catch {
      try Task.checkCancellation()
      return .failure(error)
    }
  }

  var keyedStore: (any KeyedStore)? { store as? any KeyedStore }

  // MARK: Problems

  /// Whether the run uploads changes of other devices that the remote seems to lack.
  var repairsForOthers: Bool { options.sendsForOthers && !isSomethingOnItsWay }

  /// Whether an object that could not be read may be readable later. Such an object may hold
  /// changes that seem to be lost.
  var isSomethingOnItsWay: Bool {
    report.problems.contains { problem in
      if case .store(let error) = problem.reason { error.kind == .tryLater } else { false }
    }
  }

  mutating func note(_ reason: SyncProblem.Reason, of name: ObjectName) {
    report.problems.append(SyncProblem(name: name, reason: reason))
  }

  /// Notes that an object cannot be read. Devices that have its contents send them again.
  mutating func noteDamaged(_ name: ObjectName) throws {
    if try policy.transaction({ try policy.intake.noteUnreadable(name) }) { damaged.insert(name) }
  }

  /// Takes another id, because a second device uses the present one. The changes of both devices
  /// are kept.
  mutating func renewDevice(replacing old: DeviceID) throws {
    try policy.renewDevice(replacing: old)
    report.tookNewDeviceID = true
  }
}

/// The early end of a run.
struct RunEnd: Error {
  /// The failure of the whole store. Nil if a problem in the report says what ended the run.
  let error: StoreError?
}
