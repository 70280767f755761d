// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

/// Sync of a library with a remote.
///
/// ```swift
/// let sync = try RemoteSync(library, with: FolderStore(path: folder), as: RemoteName("home"))
/// let report = try await sync.run()
/// ```
///
/// All work is done on a queue and a connection of this object, so that other calls can read and
/// edit meanwhile. Runs of several processes with one remote are harmless to each other.
public actor RemoteSync<Store: ObjectStore> {
  private let library: DocumentLibrary
  private let store: Store
  private let remote: RemoteName
  private let sync: LibrarySync
  private let executor: QueueExecutor
  private var isRunning = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Opens a connection to the library. Nothing is synced yet.
  ///
  /// - Parameters:
  ///   - library: The library to sync.
  ///   - store: The store of the remote's objects.
  ///   - remote: The library's name for the remote, under which the remote's sync state is kept.
  /// - Throws: A ``DatabaseFailure`` if the library cannot be opened once more.
  public init(_ library: DocumentLibrary, with store: Store, as remote: RemoteName) throws {
    self.library = library
    self.store = store
    executor = QueueExecutor(label: "sync with \(remote.text)")
    self.remote = remote
    sync = LibrarySync(library, on: try SyncConnection(to: library))
  }

  /// Brings the library and the remote to the same state. If a run is in progress, this call first
  /// waits for its end.
  ///
  /// - Parameters:
  ///   - options: The options of the run.
  ///   - progress: Called with the progress of the run before each request to the store, and at the
  ///     end.
  /// - Returns: The report. It holds the failures of the store, which do not throw.
  /// - Throws: `CancellationError` if the task is cancelled, a ``DatabaseFailure`` if the library
  ///   fails, ``DocumentFailure/damagedSyncState(of:path:reason:)``, and the errors of a
  ///   ``DocumentIndex``. A run may end anywhere: the next run goes on from there.
  @discardableResult
  public func run(
    options: SyncOptions = SyncOptions(),
    progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    await begin()
    defer { end() }
    return try await sync.run(with: store, as: remote, options: options, progress: progress)
  }

  /// Syncs now; then after each change here or in the remote, and at intervals.
  ///
  /// - Parameters:
  ///   - options: The options of each run. The watch sets
  ///     ``DecentSync/SyncOptions/sendsForOthers``.
  ///   - pace: The times between syncs.
  ///   - progress: Called with the progress of each run, as in ``run(options:progress:)``.
  /// - Returns: The report of each sync. A slow reader gets only the last report. Syncing begins
  ///   with this call, and goes on until the reading task is cancelled or the sequence is released.
  ///   The sequence throws the errors of ``run(options:progress:)``, except a `CancellationError`.
  public nonisolated func watch(
    options: SyncOptions = SyncOptions(), pace: RemoteWatch.Pace = RemoteWatch.Pace(),
    progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) -> AsyncThrowingStream<SyncReport, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { reports in
      let task = Task {
        do {
          try await follow(options, pace, progress) { reports.yield($0) }
        } catch is CancellationError {
          reports.finish()
        } catch {
          reports.finish(throwing: error)
        }
      }
      reports.onTermination = { _ in task.cancel() }
    }
  }

  private func follow(
    _ options: SyncOptions, _ pace: RemoteWatch.Pace,
    _ progress: @escaping @Sendable (SyncProgress) -> Void,
    _ tell: (SyncReport) -> Void
  ) async throws {
    let watch = RemoteWatch(library, with: store, pace: pace)
    while true {
      tell(
        try await watch.next { sendsForOthers in
          var options = options
          options.sendsForOthers = sendsForOthers
          return try await self.run(options: options, progress: progress)
        })
    }
  }

  private func begin() async {
    if !isRunning {
      isRunning = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Begins the run that waited longest.
  private func end() {
    guard !waiting.isEmpty else {
      isRunning = false
      return
    }
    waiting.removeFirst().resume()
  }
}
