// SPDX-License-Identifier: MIT

import Causality
import DecentSync

/// A connection that only syncs use. So the app can use the library's own connection while a sync
/// runs. For the next sync, it keeps the documents that were read or written last.
// Only one run at a time uses a connection.
final class SyncConnection: @unchecked Sendable {
  let database: Database
  let memory = DocumentMemory()

  /// - Throws: A ``DatabaseFailure`` if the library cannot be opened once more, as after it was
  ///   opened on a full disk.
  init(to library: DocumentLibrary) throws {
    // A connection that was opened on a full disk keeps all others away until it is closed. A new
    // connection would wait for it.
    guard try !library.read({ $0.lackedRoom }) else {
      throw DatabaseFailure(
        code: .full, path: library.path,
        detail: "it was when the library was opened; once there is room, open it again")
    }
    database = try Database.open(at: library.path, format: .documents)
    if let folder = library.folder { try database.keep(folder) }
  }
}

/// Sync of a library on a connection of its own.
struct LibrarySync {
  private let library: DocumentLibrary
  let documents: SyncedDocuments

  init(_ library: DocumentLibrary, on connection: SyncConnection) {
    self.library = library
    documents = SyncedDocuments(
      library: library, database: connection.database, memory: connection.memory)
  }

  /// The rules of sync with a remote.
  func policy(for remote: RemoteName) -> SyncPolicy<RowTable, SyncedDocuments> {
    SyncPolicy(RowTable(database: documents.database), documents, remote: remote)
  }

  /// Brings the library and a remote to the same state.
  nonisolated(nonsending) func run(
    with store: some ObjectStore, as remote: RemoteName, options: SyncOptions,
    now: @escaping () -> UInt64 = { ReplicationEnvironment.system.now },
    progress: @escaping (SyncProgress) -> Void
  ) async throws -> SyncReport {
    let run = SyncRun(
      policy(for: remote), with: store, options: options, now: now,
      progress: {
        tellNews()
        progress($0)
      })
    defer { tellNews() }
    do {
      return try await run.run()
    } catch {
      throw library.naming(remote, in: error)
    }
  }

  private func tellNews() {
    guard documents.news.isThere else { return }
    documents.news.isThere = false
    library.changes.notify()
  }
}
