// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentSync

extension Command {
  /// Syncs with remotes.
  static let sync = Command(
    name: "sync",
    forms: ["[NAME] [--watch] [--json] [--quiet]"],
    summary: "sync with a remote, or with all",
    details: """
      Takes in what other devices left there and leaves what they lack. Files that cannot be read \
      are named, passed over, and tried again next time. A change of another device that the \
      remote lacks is left to that device first, and sent by a later sync. With --watch it goes on \
      until it is interrupted: changes here and new files there are synced at once, also with \
      remotes that are added meanwhile.
      """,
    operands: 0...1,
    options: [.watch, .json, .quiet]
  ) { arguments, context in
    let library = try context.library()
    let name = arguments.operands.first
    let remotes = try name.map { [try library.remote(named: $0)] } ?? library.remotes()
    guard !remotes.isEmpty else { throw CommandFailure.noRemote }
    let progress = context.progress(arguments)
    guard !arguments.has(.watch) else {
      let watch = await SyncWatch(
        library, only: name, isJSON: arguments.has(.json), telling: progress, in: context)
      return try await watch.run()
    }
    try await syncOnce(
      library, with: remotes, isJSON: arguments.has(.json), telling: progress, in: context)
  }

  private static func syncOnce(
    _ library: Library, with remotes: [Remote], isJSON: Bool, telling progress: ProgressDisplay,
    in context: Context
  ) async throws {
    var output = WorkReport(on: context.console)
    var records: [SyncRecord] = []
    var failed: [String] = []
    for remote in remotes {
      let store = FolderStore(reaching: remote.folder)
      let report = try await progress.during {
        try await library.report(ofSyncWith: remote) {
          try await library.sync(
            with: store, as: RemoteName(remote.name),
            options: SyncOptions(deviceName: DeviceName.current(context.console)),
            progress: { progress.tell(WorkProgress($0, with: remote)) })
        }
      }
      records.append(SyncRecord(report, with: remote))
      if report.stopped == nil, !isJSON {
        output.print { "\(remote.name): \(report.summary ?? "nothing new")" }
      }
      for message in report.messages(on: store) {
        context.console.complain("decent: \(remote.name): \(message)")
      }
      if !report.isDone { failed.append(remote.name) }
    }
    if isJSON {
      let text = try SyncRecords(remotes: records).jsonText()
      output.print { String(text.dropLast()) }
    }
    try output.end(failed.isEmpty ? nil : .syncFailed(failed))
  }
}
