// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

extension Library {
  /// Whether a new text of a note undoes changes that other devices made to the text after the last
  /// edit on this device. The author of the new text may have read the note before a sync brought
  /// those changes.
  ///
  /// If the text was never edited on this device, only the last change of the text is considered,
  /// unless that change created the text.
  ///
  /// - Parameter note: The note before the new text.
  public func takesBackOthersChanges(_ text: String, of note: Note) throws -> Bool {
    let device = try documents.device()
    guard let before = device.flatMap({ note.textVersion(beforeChangesNotBy: $0.mark) }),
      let ways = try? note.text.unicodeScalars.changes(from: note.text.version, to: before)
    else { return false }
    var edited = note.text
    edited.update(to: text)
    guard let edits = try? edited.unicodeScalars.changes(since: note.text.version) else {
      return false
    }
    return ways.contains { way in
      edits.contains { edit in
        way.old.isEmpty
          ? edit.old == way.old && edit.string == way.string : edit.old.overlaps(way.old)
      }
    }
  }
}

extension Note {
  /// The version of the text before the latest changes by other devices. Nil if this device made
  /// the latest changes, or if the text had no edit before.
  ///
  /// - Parameter device: The mark of this device.
  fileprivate func textVersion(
    beforeChangesNotBy device: DeviceMark
  ) -> ReplicatingText.Version? {
    if text.version.tips.allSatisfy({ $0.session.run.device == device }) { return nil }
    let changes = NoteHistory(of: self).entries.lazy.filter { $0.text != nil }
    if let own = changes.first(where: { $0.run.device == device })?.text?.last {
      return ReplicatingText.Version(seen: [own])
    }
    guard let parents = changes.first?.text?.parents, !parents.isEmpty else { return nil }
    return ReplicatingText.Version(seen: parents)
  }
}
