// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync

extension Library {
  /// Adds the name of a remote to the error for unreadable sync state. Returns any other error
  /// unchanged.
  func naming(_ remote: RemoteName, in error: any Error) -> any Error {
    guard case DocumentFailure.damagedSyncState(_, let path, let reason) = error else {
      return error
    }
    return LibraryFailure.damagedSyncState(remote: remote.text, path: path, reason: reason)
  }

  /// Brings this library and a remote to the same state.
  ///
  /// The sync runs on its caller's actor, and uses the library in its caller's task. No transaction
  /// is open during a request to the store, so the caller may edit notes meanwhile.
  ///
  /// A cancelled sync loses nothing: received and sent changes stay, and the next sync does the
  /// rest.
  ///
  /// - Parameters:
  ///   - store: The store of the remote's objects.
  ///   - remote: The name of the remote in the sync state.
  ///   - now: The time in milliseconds since 1970, by a clock that may be wrong.
  ///   - progress: Called with the progress of the sync before each request to the store, and at
  ///     the end.
  /// - Returns: The report. It holds the failures of the store, which are not thrown.
  /// - Throws: `CancellationError` if the task was cancelled;
  ///   ``LibraryFailure/damagedSyncState(remote:path:reason:)``; or another error of the library.
  public nonisolated(nonsending) func sync(
    with store: some ObjectStore, as remote: RemoteName, options: SyncOptions = SyncOptions(),
    now: @escaping () -> UInt64 = { ReplicationEnvironment.system.now },
    progress: @escaping (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    do {
      let report = try await documents.sync(
        with: store, as: remote, options: options, now: now, progress: progress)
      // The next search indexes the words that cannot be indexed now.
      try? indexWords()
      return report
    } catch {
      throw naming(remote, in: error)
    }
  }

  /// The id by which remotes know this device; nil if the device has synced with none of its
  /// present remotes.
  public func knownDevice() throws -> DeviceID? {
    try documents.knownDevice()
  }
}
