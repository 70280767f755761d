// SPDX-License-Identifier: MIT

/// The name of a document in a library: a note, or the purges of a note.
public enum DocumentName: Hashable, Sendable {
  /// A note.
  case note(NoteID)
  /// The purges of a note: a ``ReplicatingTypes/DocumentRemoval``.
  case purge(NoteID)

  private static let notePrefix = "note/"
  static let purgePrefix = "gone/"

  /// Reads ``text``; nil for a text of a form that this version of the program does not know.
  public init?(text: String) {
    if text.hasPrefix(Self.notePrefix),
      let note = NoteID(text.dropFirst(Self.notePrefix.count))
    {
      self = .note(note)
    } else if text.hasPrefix(Self.purgePrefix),
      let note = NoteID(text.dropFirst(Self.purgePrefix.count))
    {
      self = .purge(note)
    } else {
      return nil
    }
  }

  /// The name as text.
  public var text: String {
    switch self {
    case .note(let id): Self.notePrefix + id.description
    case .purge(let id): Self.purgePrefix + id.description
    }
  }

  /// The id of the note; nil if the document is not a note.
  public var note: NoteID? {
    if case .note(let id) = self { id } else { nil }
  }

  /// The id of the note whose purges the document holds; nil if the document is a note.
  public var purged: NoteID? {
    if case .purge(let id) = self { id } else { nil }
  }
}
