// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentSync

/// Syncs whenever something changes in a library or in its remotes, until the program is asked to
/// end. Remotes may be added and removed meanwhile.
///
/// Each remote has a task. All tasks run on the main actor, because the library stays there.
@MainActor struct SyncWatch {
  private let library: Library
  private let isJSON: Bool
  private let progress: ProgressDisplay
  private let context: Context
  /// The name of the only remote to sync with; nil for all remotes.
  private let name: String?
  /// The sync of `decent serve`, which prints no summaries; nil for `decent sync --watch`.
  private let served: ServedSync?

  init(
    _ library: Library, only name: String?, isJSON: Bool, telling progress: ProgressDisplay,
    in context: Context
  ) {
    self.library = library
    self.name = name
    self.isJSON = isJSON
    self.progress = progress
    self.context = context
    served = nil
  }

  /// Makes a watch of all remotes for a server.
  init(_ library: Library, for served: ServedSync, in context: Context) {
    self.library = library
    self.served = served
    self.context = context
    name = nil
    isJSON = false
    progress = .silent
  }

  /// Watches and syncs until the program is asked to end.
  ///
  /// - Parameter begin: Called after the handlers of the ending signals are installed.
  /// - Throws: ``CommandFailure/watchedRemoteGone(_:)`` if the only remote to sync with is gone.
  func run(_ begin: () throws -> Void = {}) async throws {
    let task = Task { try await serveAll() }
    defer { task.cancel() }
    let signals = EndingSignals.call { task.cancel() }
    defer { signals.forEach { $0.cancel() } }
    do {
      try begin()
      try await task.value
    } catch is CancellationError {
      // A sync may be cancelled at any point, so nothing is left to do.
    }
  }

  private func serveAll() async throws {
    var served: Set<Remote> = []
    // The task of a removed remote returns the remote. The task that waits for a write returns nil.
    try await withThrowingTaskGroup(of: Remote?.self) { group in
      while true {
        let writes = await library.documents.writes
        for remote in try remotes() where served.insert(remote).inserted {
          group.addTask { try await serve(remote) }
        }
        group.addTask {
          for await _ in writes { break }
          return nil
        }
        while let ended = try await group.next() ?? nil { served.remove(ended) }
        try Task.checkCancellation()
      }
    }
  }

  /// The present remotes.
  private func remotes() throws -> [Remote] {
    let remotes = try library.remotes().filter { name == nil || $0.name == name }
    if let name, remotes.isEmpty { throw CommandFailure.watchedRemoteGone(name) }
    return remotes
  }

  /// Syncs with a remote until it is removed.
  ///
  /// - Returns: The removed remote.
  private func serve(_ remote: Remote) async throws -> Remote {
    let store = FolderStore(reaching: remote.folder)
    let watch = RemoteWatch(library.documents, with: store)
    served?.begin(remote, watch)
    defer { served?.end(remote) }
    var said = SaidOfSync()
    while true {
      do {
        let report = try await watch.next { sendsForOthers in
          guard try remotes().contains(remote) else { throw Removed() }
          // Another remote may have had the name meanwhile.
          served?.begin(remote, watch)
          return try await sync(with: store, as: remote, sendsForOthers: sendsForOthers)
        }
        try tell(report, of: remote, on: store, after: &said)
      } catch is Removed {
        return remote
      }
    }
  }

  /// The error of a sync whose remote was removed.
  private struct Removed: Error {}

  private func sync(
    with store: FolderStore, as remote: Remote, sendsForOthers: Bool
  ) async throws -> SyncReport {
    try await progress.during {
      try await library.report(ofSyncWith: remote) {
        try await library.sync(
          with: store, as: RemoteName(remote.name),
          options: SyncOptions(
            sendsForOthers: sendsForOthers, deviceName: DeviceName.current(context.console)),
          progress: { progress.tell(WorkProgress($0, with: remote)) })
      }
    }
  }

  private func tell(
    _ report: SyncReport, of remote: Remote, on store: FolderStore, after said: inout SaidOfSync
  ) throws {
    let all = report.messages(on: store)
    served?.note(all, of: remote)
    let (messages, isNews) = said.news(of: report, saying: all)
    for message in messages { context.console.complain("decent: \(remote.name): \(message)") }
    guard served == nil, isNews, let summary = report.summary else { return }
    try context.report {
      isJSON ? try SyncRecord(report, with: remote).line() : "\(remote.name): \(summary)"
    }
  }
}
