// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

extension SyncReport {
  /// The work done, in a line; nil if the sync did no work.
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
    // A file name from another device must not look like another line.
    return messages.map(\.escapingControls)
  }

  private static func name(of document: DocumentID) -> String {
    DocumentName(document)?.meaning ?? "\(document)"
  }

  /// A message that this library is incomplete; nil if `files` is 0.
  ///
  /// - Parameter files: The number of a remote's files that may hold changes this library lacks.
  static func incompleteness(files: Int) -> String? {
    guard files > 0 else { return nil }
    return """
      this library is incomplete: \(files == 1 ? "1 file" : "\(files) files") there could not be taken in, \
      and may hold notes or changes of notes
      """
  }

  /// Whether everything was sent and taken in. Ignores a damaged object if this library took it in
  /// before or does not need it: other devices repair the object.
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
