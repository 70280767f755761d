// SPDX-License-Identifier: MIT

/// Performs what a ``SyncScript`` wants done, one step at a time.
package struct SyncRun<Rows: RowStore, Documents: SyncDocuments, Store: ObjectStore> {
  private let script: SyncScript<Rows, Documents>
  private let store: Store
  private var step: SyncStep

  /// Begins a run.
  ///
  /// - Throws: What the rows throw.
  package init(
    _ policy: SyncPolicy<Rows, Documents>, with store: Store, options: SyncOptions = SyncOptions(),
    now: @escaping () -> UInt64 = { SystemClock.now }
  ) throws {
    script = SyncScript(policy, options: options, now: now)
    self.store = store
    step = try script.start()
  }

  /// How far the run is.
  package var progress: SyncProgress { script.progress }

  /// Performs the next step.
  ///
  /// - Returns: The report if the run is over, else nil.
  /// - Throws: What rows and documents throw. The run then cannot go on; another may begin.
  package mutating func advance() throws -> SyncReport? {
    switch step {
    case .list(let prefix, let then):
      step = try then(result { () throws(StoreError) in try store.list(prefix: prefix) })
    case .read(let name, let then):
      step = try then(result { () throws(StoreError) in try store.read(name) })
    case .create(let name, let bytes, let then):
      step = try then(result { () throws(StoreError) in try store.create(name, holding: bytes) })
    case .delete(let name, let then):
      step = try then(result { () throws(StoreError) in try store.delete(name) })
    case .finished(let report): return report
    }
    return nil
  }

  private func result<Success>(
    _ body: () throws(StoreError) -> Success
  ) -> Result<Success, StoreError> {
    do throws(StoreError) {
      return .success(try body())
    } catch {
      return .failure(error)
    }
  }
}
