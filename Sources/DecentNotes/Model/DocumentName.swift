// SPDX-License-Identifier: MIT

import DecentSync

/// Which document of a library: a note, or the index.
public enum DocumentName: Hashable, Sendable {
  /// The order of the notes.
  case index
  /// A note.
  case note(NoteID)

  private static let notePrefix = "note/"

  /// Reads a name from the id that a document has when it travels; nil if no
  /// document of this version has it.
  public init?(_ id: DocumentID) {
    self.init(text: id.text)
  }

  /// Reads ``text``; nil if no document of this version has it.
  init?(text: String) {
    if text == "index" {
      self = .index
    } else if text.hasPrefix(Self.notePrefix),
      let note = NoteID(text.dropFirst(Self.notePrefix.count))
    {
      self = .note(note)
    } else {
      return nil
    }
  }

  /// The id that the document has in the database, and when it travels.
  var id: DocumentID { DocumentID(knownSound: text) }

  /// The text of the id.
  public var text: String {
    switch self {
    case .index: "index"
    case .note(let id): Self.notePrefix + id.description
    }
  }
}

extension DocumentID {
  /// The order of the notes.
  static var index: DocumentID { DocumentName.index.id }

  /// A note.
  static func note(_ id: NoteID) -> DocumentID { DocumentName.note(id).id }
}
