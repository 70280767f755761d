// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

/// A remote that is watched: when to sync with it, and what was said of it.
struct RemoteWatch {
  let remote: Remote
  let store: FolderStore
  private(set) var schedule = WatchSchedule()
  /// The state of the library that the last sync began with.
  private var revision = -1
  /// What was said after the last sync, so that it is said once.
  private var said: Set<String> = []
  /// What was left to a later sync then.
  private var postponed: [DocumentID] = []

  init(_ remote: Remote) {
    self.remote = remote
    store = FolderStore(path: remote.folder)
  }

  /// The folders where changes of the remote show.
  var folders: [String] {
    [remote.folder, "\(remote.folder)/decent-1", "\(remote.folder)/decent-1/log"]
  }

  /// Notes that something may have changed in the remote.
  mutating func noteChange(at time: UInt64) { schedule.noteChange(at: time) }

  /// Notes the state of the library.
  mutating func noteRevision(_ revision: Int, at time: UInt64) {
    if revision != self.revision { schedule.noteChange(at: time) }
  }

  /// Notes that a sync begins.
  mutating func begin(with revision: Int, at time: UInt64) {
    self.revision = revision
    schedule.begin(at: time)
  }

  /// Notes how a sync ended.
  ///
  /// - Returns: What there is to say that was not said after the last one, and whether it did
  ///   anything that the last one did not.
  mutating func end(
    _ report: SyncReport, at time: UInt64
  ) -> (messages: [String], isNews: Bool) {
    var chance = SystemRandomNumberGenerator()
    schedule.end(report, at: time, chance: &chance)
    let messages = report.messages(on: store)
    let moved = report.downloaded.objects + report.uploaded.objects
    let isNews = report.stopped == nil && (moved > 0 || report.postponed != postponed)
    defer {
      said = Set(messages)
      postponed = report.postponed
    }
    return (messages.filter { !said.contains($0) }, isNews)
  }
}
