// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

extension SyncReport {
  /// What was done, in a line; nil if nothing was.
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

  private static func words(for documents: some Collection<DocumentID>) -> String {
    let hasOrder = documents.contains { DocumentName($0) == .index }
    let count = documents.count - (hasOrder ? 1 : 0)
    let notes = count == 1 ? "1 note" : "\(count) notes"
    guard hasOrder else { return notes }
    return count == 0 ? "the order of the notes" : "\(notes) and the order"
  }

  /// What a person needs to know, a message each.
  func messages(on store: FolderStore) -> [String] {
    var messages = problems.map { $0.message(at: store.place(of: $0.name)) }
    if tookNewDeviceID {
      messages.append(
        "another copy of this library syncs there too; this one took a new device id, and both stay"
      )
    }
    messages += contradicting.map { device in
      """
      device \(device) took in the same changes as this one and shows something else: one of the \
      two libraries is damaged; export both (decent export DIR) and compare, then put a copy \
      of the sound one in place of the other
      """
    }
    if let stopped { messages.append("\(stopped)") }
    // What others named their files must not look like another line.
    return messages.map(\.escapingControls)
  }

  /// Whether nothing of ours is missing there; what others left there in a bad
  /// state is their devices' to repair.
  var isAllSent: Bool {
    stopped == nil
      && problems.allSatisfy { problem in
        switch problem.reason {
        case .store, .notAsWritten: false
        case .unreadable, .tooLarge, .held: true
        }
      }
  }
}
