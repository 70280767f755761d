// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import DecentSync
import Foundation

extension DocumentLibrary {
  /// Brings the library and a remote to the same state.
  ///
  /// ```swift
  /// let report = try await library.sync(with: FolderStore(path: folder), as: RemoteName("home"))
  /// ```
  ///
  /// All work, including work on the disk, is done on the actor of the caller. An app whose main
  /// actor must not wait uses a ``RemoteSync``, which works on a queue of its own and can sync
  /// whenever something changes. A ``DecentSync/RemoteWatch`` says when to make this call.
  ///
  /// No transaction is open during a request to the store, so other calls can read and edit
  /// meanwhile. Runs of several processes with one remote are harmless to each other. A run may end
  /// anywhere, as when its task is cancelled: the next run goes on from there.
  ///
  /// - Parameters:
  ///   - store: The store of the remote's objects.
  ///   - remote: The library's name for the remote, under which the remote's sync state is kept.
  ///   - options: The options of the run.
  ///   - now: Returns the time in milliseconds since 1970, by a clock that may be wrong.
  ///   - progress: Called with the progress of the run before each request to the store, and at the
  ///     end.
  /// - Returns: The report. It holds the failures of the store, which do not throw.
  /// - Throws: `CancellationError` if the task is cancelled, a ``DatabaseFailure`` if the library
  ///   fails, ``DocumentFailure/damagedSyncState(of:path:reason:)``, and what a ``DocumentIndex``
  ///   throws.
  @discardableResult
  public nonisolated(nonsending) func sync(
    with store: some ObjectStore, as remote: RemoteName, options: SyncOptions = SyncOptions(),
    now: @escaping () -> UInt64 = { ReplicationEnvironment.system.now },
    progress: @escaping (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    // Concurrent runs have a connection each. No connection is closed, because closing changes the
    // library's folder, and would make the watches of all remotes sync again.
    let connection = try syncConnections.withLock { $0.popLast() } ?? SyncConnection(to: self)
    defer { syncConnections.withLock { $0.append(connection) } }
    return try await LibrarySync(self, on: connection).run(
      with: store, as: remote, options: options, now: now, progress: progress)
  }

  /// Adds the name of the remote to an error for unreadable sync state. A nil remote stands for the
  /// state that all remotes share. Other errors stay as they are.
  func naming(_ remote: RemoteName?, in error: any Error) -> any Error {
    guard error is DamagedRow || error is DecodingFailure else { return error }
    return DocumentFailure.damagedSyncState(of: remote, path: path, reason: "\(error)")
  }

  /// Runs `body`, which reads the sync state.
  ///
  /// - Throws: ``DocumentFailure/damagedSyncState(of:path:reason:)``, and the errors of `body`.
  func readingSyncState<Result>(
    of remote: RemoteName? = nil, _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch { throw naming(remote, in: error) }
  }

  /// The id of this device; nil if the device has none yet, or if the row of the id is damaged. The
  /// first edit gives the device an id.
  public func device() throws -> DeviceID? {
    try readingSyncState { try read { try CommonRows.device(in: RowTable(database: $0)) } }
  }

  /// The id by which remotes know this device; nil if the library has no sync state of any remote.
  public func knownDevice() throws -> DeviceID? {
    try readingSyncState { try read { try policy(in: $0).knownDevice() } }
  }

  /// The remotes that the library has synced with, except forgotten ones.
  public func remotes() throws -> [RemoteName] {
    try read { try CommonRows.remotes(in: RowTable(database: $0)) }
  }

  /// Forgets the sync state of a remote. The objects in the remote stay.
  public func forget(_ remote: RemoteName) throws {
    try write { try policy(in: $0, of: remote).close() }
  }
}

extension RemoteWatch {
  /// Makes a watch of a library and a remote. The first sync is due at once.
  ///
  /// - Parameters:
  ///   - library: The library to watch.
  ///   - store: The store of the remote's objects.
  ///   - pace: The times between syncs.
  public convenience init(
    _ library: DocumentLibrary, with store: some ObjectStore,
    pace: RemoteWatch.Pace = RemoteWatch.Pace()
  ) {
    let paths = library.watchedPaths
    self.init(in: { paths + store.watchedFolders }, pace: pace)
  }
}
