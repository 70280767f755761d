// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync

extension DocumentName {
  /// Reads the name from the id under which sync knows a document; nil if no document of this
  /// version has such an id.
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
