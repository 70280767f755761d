// SPDX-License-Identifier: MIT

import NotesCore
import ReplicatingTypes

@testable import DecentNotes

/// A note of a version of the program without folders and pins.
struct EarlierNote: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var tags = ReplicatingSet<String>()
  var priority = ReplicatingRegister(default: Priority.normal)
  var created = ReplicatingRegister(default: UInt64(0))
  var isTrashed = ReplicatingRegister(default: false)
  var newerFields = NewerFields()

  static let kind = Note.kind
  static let fields = FieldList(
    ("title", \EarlierNote.title), ("text", \.text), ("tags", \.tags), ("priority", \.priority),
    ("created", \.created), ("trashed", \.isTrashed))
}
