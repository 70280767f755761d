// SPDX-License-Identifier: MIT

import DecentSync

/// Syncs a library where its caller runs, on a connection of its own. The caller may read and edit
/// meanwhile. ``RemoteSync`` does so on a queue.
///
/// Documents that were read or written last are kept in memory from one run to the next.
package struct LibrarySync {
  private let library: DocumentLibrary
  let documents: SyncedDocuments

  /// - Throws: A ``DatabaseFailure`` if the library cannot be opened once more, as on a full disk.
  package init(_ library: DocumentLibrary) throws {
    self.library = library
    // The library's own connection reads alone then: another would wait for it.
    guard try !library.read({ $0.lacksRoom }) else {
      throw DatabaseFailure(code: .full, path: library.path)
    }
    let database = try Database.open(at: library.path, format: .documents)
    documents = SyncedDocuments(library: library, database: database)
  }

  /// The rules of sync with a remote.
  package func policy(for remote: RemoteName) -> SyncPolicy<RowTable, SyncedDocuments> {
    SyncPolicy(RowTable(database: documents.database), documents, remote: remote)
  }

  /// Brings the library and a remote to the same state.
  ///
  /// - Throws: As ``RemoteSync/run(options:progress:)``.
  package nonisolated(nonsending) func run(
    with store: some ObjectStore, as remote: RemoteName, options: SyncOptions = SyncOptions(),
    now: @escaping () -> UInt64 = { SystemClock.now },
    progress: @escaping (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    let run = SyncRun(
      policy(for: remote), with: store, options: options, now: now,
      progress: {
        tellNews()
        progress($0)
      })
    defer { tellNews() }
    return try await run.run()
  }

  private func tellNews() {
    guard documents.news.isThere else { return }
    documents.news.isThere = false
    library.changes.notify()
  }
}
