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
    let count = documents.count { DocumentName($0)?.note != nil }
    let hasOrder = count < documents.count
    let notes = count == 1 ? "1 note" : "\(count) notes"
    guard hasOrder else { return notes }
    return count == 0 ? "the order of the notes" : "\(notes) and the order"
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
    if let words = Self.incompleteness(missing: missing.count, files: notTakenIn.count) {
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
  /// - Parameters:
  ///   - notes: How many notes have a position in the order and are not here.
  ///   - files: How many files of a remote may hold changes that are not here.
  static func incompleteness(missing notes: Int, files: Int) -> String? {
    var parts: [String] = []
    if notes > 0 {
      parts.append(notes == 1 ? "1 note is not here yet" : "\(notes) notes are not here yet")
    }
    if files > 0 {
      let named = files == 1 ? "1 file" : "\(files) files"
      parts.append("\(named) there could not be taken in, and may hold notes or changes of notes")
    }
    return parts.isEmpty ? nil : "this library is incomplete: \(parts.joined(separator: "; "))"
  }

  /// Whether everything was sent and taken in. A damaged object that was taken in before, or is not
  /// needed, is left to other devices to repair.
  var isDone: Bool {
    stopped == nil && damaged.isEmpty && missing.isEmpty && notTakenIn.isEmpty
      && problems.allSatisfy { problem in
        switch problem.reason {
        case .store: problem.isOfForeignFile
        case .notAsWritten: false
        case .unreadable, .tooLarge, .refused, .held: true
        }
      }
  }
}
