// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The outcome of undoing a change.
public struct UndoOutcome: Hashable, Sendable {
  /// The version that was restored; or, if the caller named none, the version after the change that
  /// was undone.
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

  /// Restores an earlier text of a note, by the smallest difference. This is an edit like any
  /// other, and can be undone too.
  ///
  /// - Parameter reference: The version to restore, in the form of ``NoteHistory/find(_:)``. Nil
  ///   undoes the newest entry of the history that changed the text.
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, and the reason why that version cannot be
  ///   restored; nothing is changed then.
  public func undo(_ id: NoteID, to reference: String? = nil) throws -> UndoOutcome {
    var outcome: UndoOutcome?
    try edit(id) { note in
      let history = NoteHistory(of: note)
      let (version, state) = try history.target(reference)
      let text = try history.wholeText(at: state)
      let isChanged = !text.utf8.elementsEqual(note.text.string.utf8)
      note.text.update(to: text)
      outcome = UndoOutcome(version: version, isChanged: isChanged)
    }
    guard let outcome else { throw LibraryFailure.unknownNote("\(id)") }
    return outcome
  }
}

extension NoteHistory {
  fileprivate func target(
    _ reference: String?
  ) throws(LibraryFailure) -> (version: VersionID, state: ReplicatingText.Version) {
    if let reference {
      let version = try find(reference)
      return (version.id, version.state)
    }
    let (change, before) = try lastChange()
    return (change.version, before)
  }
}
