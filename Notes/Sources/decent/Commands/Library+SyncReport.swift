// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentSync

extension Library {
  /// The report of a sync with a remote. A failure that does not concern other remotes is reported,
  /// not thrown.
  ///
  /// - Parameter sync: Performs the sync.
  /// - Returns: The report of `sync`, or the report of a stopped sync.
  func report(
    ofSyncWith remote: Remote, _ sync: () async throws -> SyncReport
  ) async throws -> SyncReport {
    if remote.isDamaged {
      return .stopped(
        StoreError(
          kind: .needsUser, scope: .store, subject: Library.databasePath(in: folder),
          reason: """
            the remote's \(remote.isFolderDamaged ? "folder" : "name") in it cannot be read; no note \
            is damaged
            """,
          advice: """
            repair the library (decent check --repair), or remove the remote and add it again
            """))
    }
    if let other = try earlierRemote(withFolderOf: remote) {
      // Two syncs of one folder would do everything twice.
      return .stopped(
        StoreError(
          kind: .needsUser, scope: .store, subject: remote.folder,
          reason: "it is the folder of the remote '\(other.name)' too",
          advice: "remove one of the two (decent remote remove \(remote.name))"))
    }
    do {
      return try await sync()
    } catch let failure as LibraryFailure {
      guard case .damagedSyncState(_, let path, let reason) = failure else { throw failure }
      return .stopped(
        StoreError(
          kind: .needsUser, scope: .store, subject: path,
          reason: "what it knows of the remote is damaged (\(reason)); no note is",
          advice: "repair the library (decent check --repair), and sync again"))
    } catch {
      // The sync has already waited for the database, as any command does. A database that is still
      // busy is reported.
      guard let failure = error as? DatabaseFailure, failure.code == .busy else { throw error }
      return .stopped(
        StoreError(
          kind: .tryLater, scope: .store, subject: failure.path,
          reason: "another program has been using it for too long",
          advice: "sync again when that has ended; nothing is lost"))
    }
  }
}

extension SyncReport {
  fileprivate static func stopped(_ error: StoreError) -> SyncReport {
    var report = SyncReport()
    report.stopped = error
    return report
  }
}
