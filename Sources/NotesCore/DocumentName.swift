// SPDX-License-Identifier: MIT

/// The name of a document of a library: a note, or the purges of one.
public enum DocumentName: Hashable, Sendable {
  /// A note.
  case note(NoteID)
  /// The purges of a note: a ``ReplicatingTypes/DocumentRemoval``.
  case purge(NoteID)

  private static let notePrefix = "note/"
  /// The prefix sorts before that of notes, so that sync takes purges in before the notes they drop.
  static let purgePrefix = "gone/"

  /// Reads ``text``; nil if no document of this version has it.
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

  /// The text of the id.
  public var text: String {
    switch self {
    case .note(let id): Self.notePrefix + id.description
    case .purge(let id): Self.purgePrefix + id.description
    }
  }

  /// The note, if it is one.
  public var note: NoteID? {
    if case .note(let id) = self { id } else { nil }
  }

  /// The note whose purges it holds, if it is no note.
  public var purged: NoteID? {
    if case .purge(let id) = self { id } else { nil }
  }
}
