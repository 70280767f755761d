// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// A model as a notes app would write it, and needs no repair after a merge: a
/// note has one place, every place has a note, and every field merges by itself.
typealias NoteBook = ReplicatingOrderedDictionary<String, BookNote>

struct BookNote: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var tags = ReplicatingSet<String>()
  /// What people answered, by name.
  var answers = ReplicatingDictionary<String, ReplicatingSet<Int>>()

  static let kind = "com.example.note"

  static let fields = FieldList(
    ("title", \BookNote.title), ("text", \.text), ("tags", \.tags), ("answers", \.answers))
}
