// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

extension Command {
  /// Syncs with remotes.
  static let sync = Command(
    name: "sync",
    forms: ["[NAME]"],
    summary: "sync with a remote, or with all",
    details: """
      Takes in what other devices left there and leaves what they lack. What cannot be read is \
      named, passed over, and tried again next time. What others changed and seems to be missing \
      there is left to them first, and sent by a later sync.
      """,
    operands: 0...1
  ) { arguments, context in
    let library = try context.library()
    let remotes =
      try arguments.operands.first.map { [try library.remote(named: $0)] } ?? library.remotes()
    guard !remotes.isEmpty else {
      throw CommandFailure.noRemote
    }
    let failed = try remotes.filter { !(try sync(library, with: $0, in: context)) }
    guard failed.isEmpty else { throw CommandFailure.syncFailed(failed.map(\.name)) }
  }

  /// Syncs with one remote and reports on it.
  ///
  /// - Returns: Whether everything of ours is there.
  private static func sync(
    _ library: Library, with remote: Remote, in context: Context
  ) throws -> Bool {
    let store = FolderStore(path: remote.folder)
    let report = try LibraryJournal(of: library).sync(with: store, as: RemoteName(remote.name))
    if report.stopped == nil {
      try context.report { "\(remote.name): \(report.summary)" }
    }
    for message in messages(of: report, on: store) {
      // What others named their files must not look like another line.
      context.console.complain("decent: \(remote.name): \(message.escapingControls)")
    }
    return report.isAllSent
  }

  private static func messages(of report: SyncReport, on store: FolderStore) -> [String] {
    var messages = report.problems.map { $0.message(at: store.place(of: $0.name)) }
    if report.tookNewDeviceID {
      messages.append(
        "another copy of this library syncs there too; this one took a new device id, and both stay"
      )
    }
    messages += report.contradicting.map { device in
      """
      device \(device) took in the same changes as this one and shows something else: one of the \
      two libraries is damaged; export both (decent export DIR) and compare, then put a copy \
      of the sound one in place of the other
      """
    }
    if let failure = report.stopped { messages.append("\(failure)") }
    return messages
  }
}

extension SyncReport {
  /// What was done, in a line.
  fileprivate var summary: String {
    var parts: [String] = []
    if !changedDocuments.isEmpty {
      parts.append("\(Self.documents(changedDocuments.count)) changed here")
    }
    if downloaded.objects > 0 { parts.append("\(downloaded.bytes) bytes received") }
    if uploaded.objects > 0 { parts.append("\(uploaded.bytes) bytes sent") }
    if !postponed.isEmpty {
      parts.append("\(Self.documents(postponed.count)) of other devices left to a later sync")
    }
    return parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
  }

  private static func documents(_ count: Int) -> String {
    count == 1 ? "1 document" : "\(count) documents"
  }

  /// Whether nothing of ours is missing there; what others left there in a bad
  /// state is their devices' to repair.
  fileprivate var isAllSent: Bool {
    stopped == nil
      && problems.allSatisfy { problem in
        switch problem.reason {
        case .store, .notAsWritten: false
        case .unreadable, .tooLarge, .held: true
        }
      }
  }
}
