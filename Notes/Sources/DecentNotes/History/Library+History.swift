// SPDX-License-Identifier: MIT

/// The outcome of restoring an earlier text.
public struct UndoOutcome: Hashable, Sendable {
  /// The version that was restored.
  public let version: VersionID
  /// Whether the text changed.
  public let isChanged: Bool
}

extension Library {
  /// The history of a note.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``.
  public func history(of id: NoteID) throws -> NoteHistory {
    NoteHistory(of: try note(id))
  }

  /// Restores an earlier text of a note, by a small difference. The restoration is an edit like any
  /// other, and can be undone too.
  ///
  /// - Parameter reference: The version to restore, in the form of ``NoteHistory/find(_:)``.
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, and the failure to find or restore the version.
  ///   Nothing is changed then.
  public func undo(_ id: NoteID, to reference: String) throws -> UndoOutcome {
    var outcome: UndoOutcome?
    try edit(id) { note in
      let history = NoteHistory(of: note)
      let version = try history.find(reference)
      let text = try history.wholeText(at: version.state)
      let isChanged = !text.utf8.elementsEqual(note.text.string.utf8)
      note.text.update(to: text)
      outcome = UndoOutcome(version: version.id, isChanged: isChanged)
    }
    guard let outcome else { throw LibraryFailure.unknownNote("\(id)") }
    return outcome
  }
}
