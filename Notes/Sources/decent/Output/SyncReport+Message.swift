// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

extension SyncReport {
  /// The work done, in a line; nil if there was none.
  var summary: String? {
    var parts: [String] = []
    if !changedDocuments.isEmpty {
      parts.append("\(Self.words(for: changedDocuments)) changed here")
    }
    if downloaded.objects > 0 { parts.append("\(downloaded.bytes) bytes received") }
    if uploaded.objects > 0 { parts.append("\(uploaded.bytes) bytes sent") }
    if !postponed.isEmpty {
      parts.append("\(Self.words(for: postponed)) of other devices left to a later sync")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  static func words(for documents: some Collection<DocumentID>) -> String {
    let notes = documents.count { DocumentName($0)?.note != nil }
    let purges = documents.count - notes
    let parts = [(notes, "note"), (purges, "purge")].filter { $0.0 > 0 }
    return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " and ")
  }

  /// The messages to the user.
  func messages(on store: FolderStore) -> [String] {
    var messages = problems.map { $0.message(at: store.place(of: $0.name)) }
    if tookNewDeviceID {
      messages.append(
        "another copy of this library syncs there too; this one took a new device id, and both stay"
      )
    }
    if wasRetired {
      messages.append(
        """
        this device was retired on another one; it took a new device id, and all it holds is synced \
        as ever. If you do not use it any more, remove its remotes (decent remote remove NAME) and \
        retire it again (decent devices retire DEVICE, on another device)
        """)
    }
    messages += contradicting.map { device in
      """
      device \(device) took in the same changes as this one and shows something else: one of the \
      two libraries is damaged; export both (decent export DIR) and compare, then put a copy \
      of the sound one in place of the other
      """
    }
    messages += damaged.map { document in
      """
      \(Self.name(of: document)) is damaged in this library and was not synced, unlike all else: \
      repair it (decent check --repair), then sync again
      """
    }
    if let words = Self.incompleteness(files: notTakenIn.count) {
      messages.append("\(words): sync again when other devices have synced")
    }
    if let stopped { messages.append("\(stopped)") }
    // A name that others gave a file must not look like another line.
    return messages.map(\.escapingControls)
  }

  private static func name(of document: DocumentID) -> String {
    DocumentName(document)?.meaning ?? "\(document)"
  }

  /// The missing parts of this library, in words; nil if none are known.
  ///
  /// - Parameter files: How many files of a remote may hold changes that are not here.
  static func incompleteness(files: Int) -> String? {
    guard files > 0 else { return nil }
    return """
      this library is incomplete: \(files == 1 ? "1 file" : "\(files) files") there could not be taken in, \
      and may hold notes or changes of notes
      """
  }

  /// Whether everything was sent and taken in. Ignores damaged objects that were taken in before or
  /// are not needed: other devices repair them.
  var isDone: Bool {
    stopped == nil && damaged.isEmpty && notTakenIn.isEmpty
      && problems.allSatisfy { problem in
        switch problem.reason {
        case .store: problem.isOfForeignFile
        case .notAsWritten: false
        case .unreadable, .tooLarge, .refused, .held: true
        }
      }
  }
}
