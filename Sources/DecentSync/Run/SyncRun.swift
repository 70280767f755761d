// SPDX-License-Identifier: MIT

/// Performs the steps of a ``SyncScript``, one at a time, where its caller runs.
///
/// Only the questions to the store suspend. Plain functions handle the answers and run every
/// transaction of the rows. So no transaction is open while a run is suspended, and the caller may
/// change documents meanwhile.
package struct SyncRun<Rows: RowStore, Documents: SyncDocuments, Store: ObjectStore> {
  private let script: SyncScript<Rows, Documents>
  private let store: Store
  private var step: SyncStep

  /// Begins a run.
  ///
  /// - Throws: The errors of the rows.
  package init(
    _ policy: SyncPolicy<Rows, Documents>, with store: Store, options: SyncOptions = SyncOptions(),
    now: @escaping () -> UInt64 = { SystemClock.now }
  ) throws {
    script = SyncScript(policy, options: options, now: now)
    self.store = store
    step = try script.start()
  }

  /// The progress of the run.
  package var progress: SyncProgress { script.progress }

  /// Performs the next step.
  ///
  /// - Returns: The report if the run is over, else nil.
  /// - Throws: The errors of rows and documents; `CancellationError` if the task is cancelled
  ///   before a question to the store or while it fails. The run then cannot go on; another may
  ///   begin.
  package mutating func advance() async throws -> SyncReport? {
    switch step {
    case .list(let prefix, let then):
      step = try then(
        try await answer { () throws(StoreError) in try await store.list(prefix: prefix) })
    case .read(let name, let then):
      step = try then(try await answer { () throws(StoreError) in try await store.read(name) })
    case .create(let name, let bytes, let then):
      step = try then(
        try await answer { () throws(StoreError) in try await store.create(name, holding: bytes) })
    case .delete(let name, let then):
      step = try then(try await answer { () throws(StoreError) in try await store.delete(name) })
    case .finished(let report): return report
    }
    return nil
  }

  /// Asks the store. Nothing is concluded from a failure that cancellation may have caused.
  private func answer<Success>(
    _ question: () async throws(StoreError) -> Success
  ) async throws -> Result<Success, StoreError> {
    try Task.checkCancellation()
    do throws(StoreError) {
      return .success(try await question())
    } catch {
      try Task.checkCancellation()
      return .failure(error)
    }
  }
}
