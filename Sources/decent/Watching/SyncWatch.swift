// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync
import Foundation

/// Syncs whenever something changes in a library or in its remotes, until it is asked to end.
/// Remotes may be added and removed meanwhile.
struct SyncWatch {
  private let library: Library
  private let isJSON: Bool
  private let progress: ProgressDisplay
  private let context: Context
  /// The one remote to sync with; nil for all.
  private let name: String?
  private var watches: [RemoteWatch] = []
  private let wakeup = Wakeup()

  init(
    _ library: Library, only name: String?, isJSON: Bool, telling progress: ProgressDisplay,
    in context: Context
  ) {
    self.library = library
    self.name = name
    self.isJSON = isJSON
    self.progress = progress
    self.context = context
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds / 1_000_000 }

  /// How long to wait if there is no remote, in milliseconds.
  private static let idlePause: UInt64 = 20_000

  /// Watches and syncs until the program is asked to end.
  ///
  /// - Throws: ``CommandFailure/watchedRemoteGone(_:)`` if the one remote was removed.
  mutating func run() async throws {
    let wakeup = wakeup
    let signals = wakeup.endOnSignals()
    defer { signals.forEach { $0.cancel() } }
    let folders = SystemFolderWatch.system { wakeup.noteChange() }
    while !wakeup.isEnding {
      folders.add(library.folder)
      try readRemotes()
      for watch in watches { watch.folders.forEach(folders.add) }
      for place in watches.indices { try await syncIfDue(place) }
      let revision = try library.revision()
      for place in watches.indices { watches[place].noteRevision(revision, at: Self.now) }
      guard !wakeup.isEnding, wakeup.wait(milliseconds: pause) else { continue }
      for place in watches.indices { watches[place].noteChange(at: Self.now) }
    }
  }

  /// How long nothing is to be done.
  private var pause: UInt64 {
    let now = Self.now
    return watches.map { watch in
      if case .wait(let time) = watch.schedule.next(at: now) { time - now } else { 0 }
    }.min() ?? Self.idlePause
  }

  /// Watches the remotes that there are now; those that were there before go on.
  private mutating func readRemotes() throws {
    let remotes = try library.remotes().filter { name == nil || $0.name == name }
    if let name, remotes.isEmpty { throw CommandFailure.watchedRemoteGone(name) }
    guard remotes != watches.map(\.remote) else { return }
    let known = Dictionary(watches.map { ($0.remote, $0) }) { first, _ in first }
    watches = remotes.map { known[$0] ?? RemoteWatch($0) }
  }

  private mutating func syncIfDue(_ place: Int) async throws {
    guard case .sync(let sendsForOthers) = watches[place].schedule.next(at: Self.now),
      !wakeup.isEnding
    else { return }
    watches[place].begin(with: try library.revision(), at: Self.now)
    let result = try await progress.during {
      try await sync(watches[place], sendsForOthers: sendsForOthers)
    }
    guard let report = result else { return }
    let (messages, isNews) = watches[place].end(report, at: Self.now)
    let remote = watches[place].remote
    for message in messages { context.console.complain("decent: \(remote.name): \(message)") }
    guard isNews, let summary = report.summary else { return }
    try context.report {
      isJSON ? try SyncRecord(report, with: remote).line() : "\(remote.name): \(summary)"
    }
  }

  /// - Returns: The report, or nil if the program is to end: a run may end anywhere.
  private func sync(_ watch: RemoteWatch, sendsForOthers: Bool) async throws -> SyncReport? {
    try await library.report(ofSyncWith: watch.remote) {
      var run = try LibrarySync(
        library, with: watch.store, as: RemoteName(watch.remote.name),
        options: SyncOptions(sendsForOthers: sendsForOthers))
      while !wakeup.isEnding {
        progress.tell(WorkProgress(run.progress, with: watch.remote))
        if let report = try await run.step() { return report }
      }
      return nil
    }
  }
}
