// SPDX-License-Identifier: MIT

import DecentSync

extension DocumentName {
  /// Reads a name from the id that a document has when it travels; nil if no
  /// document of this version has it.
  public init?(_ id: DocumentID) {
    self.init(text: id.text)
  }

  /// The id that the document has in the database, and when it travels.
  var id: DocumentID { DocumentID(knownSound: text) }
}

extension DocumentID {
  /// A note.
  static func note(_ id: NoteID) -> DocumentID { DocumentName.note(id).id }

  /// The purges of a note.
  static func purge(_ id: NoteID) -> DocumentID { DocumentName.purge(id).id }
}
