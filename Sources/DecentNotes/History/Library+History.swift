// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// What was undone.
public struct UndoOutcome: Hashable, Sendable {
  /// The version that the text is as it was at; or, if none was named, the one that the
  /// change led to that was taken back.
  public let version: VersionID
  /// Whether the text is another now.
  public let isChanged: Bool
}

extension Library {
  /// What became of a note.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``.
  public func history(of id: NoteID) throws -> NoteHistory {
    NoteHistory(of: try note(id))
  }

  /// Makes the text of a note what it was, by the smallest difference: an edit as any other,
  /// that can be undone too.
  ///
  /// - Parameter reference: The version that it was at, as ``NoteHistory/find(_:)`` takes it;
  ///   nil for all but the newest entry of the history that changed the text.
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, and why that version cannot be had; nothing
  ///   is changed then.
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
