// SPDX-License-Identifier: MIT

/// The name of a document of a library: a note, the index, or the reaches of a purged note.
public enum DocumentName: Hashable, Sendable {
  /// The order of the notes.
  case index
  /// A note.
  case note(NoteID)
  /// The reaches of a purged note, if they are too large for the index.
  case purge(NoteID)

  private static let notePrefix = "note/"
  /// The prefix sorts before the others, so that sync takes purges in before the notes they drop.
  package static let purgePrefix = "gone/"

  /// Reads ``text``; nil if no document of this version has it.
  package init?(text: String) {
    if text == "index" {
      self = .index
    } else if text.hasPrefix(Self.notePrefix),
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

  /// The text of the id.
  public var text: String {
    switch self {
    case .index: "index"
    case .note(let id): Self.notePrefix + id.description
    case .purge(let id): Self.purgePrefix + id.description
    }
  }

  /// The note, if it is one.
  public var note: NoteID? {
    if case .note(let id) = self { id } else { nil }
  }
}
