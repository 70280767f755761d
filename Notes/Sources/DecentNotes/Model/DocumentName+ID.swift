// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync

extension DocumentName {
  /// Reads the name from the id under which sync knows a document; nil if this version of the
  /// program does not know the kind of the document.
  public init?(_ id: DocumentID) {
    if let note = id.id(in: Note.self) {
      self = .note(NoteID(note))
    } else if let note = id.removedID(in: Note.self) {
      self = .purge(NoteID(note))
    } else {
      return nil
    }
  }
}
