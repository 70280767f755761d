// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentSync

extension Library {
  /// What a sync with a remote did, or why it could not be done and others can.
  ///
  /// - Parameter sync: Performs the sync.
  /// - Returns: What `sync` returns, or the report of a sync that was stopped.
  func report(
    ofSyncWith remote: Remote, _ sync: () async throws -> SyncReport
  ) async throws -> SyncReport {
    if let other = try twin(of: remote) {
      // Two syncs of one folder would do everything twice.
      return .stopped(
        StoreError(
          kind: .needsUser, scope: .store, subject: remote.folder,
          reason: "it is the folder of the remote '\(other.name)' too",
          advice: "remove one of the two (decent remote remove \(remote.name))"))
    }
    do {
      return try await sync()
    } catch {
      // The database has been waited for already, as in any command.
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
