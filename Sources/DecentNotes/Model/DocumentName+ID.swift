// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync

extension DocumentName {
  /// Reads the name from the id that a document has when it travels; nil if no document of this version has it.
  public init?(_ id: DocumentID) {
    let (place, removed) = (DocumentPlace(id), DocumentPlace(removal: id))
    guard let place = place ?? removed, place.code == Note.frameKind.code else { return nil }
    self = removed == nil ? .note(NoteID(place.id)) : .purge(NoteID(place.id))
  }
}
