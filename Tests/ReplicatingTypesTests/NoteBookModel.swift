// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// A model as a notes app would write it, and needs no repair after a merge: a
/// note has one place, every place has a note, and every field merges by itself.
typealias NoteBook = ReplicatingOrderedDictionary<String, BookNote>

struct BookNote: ReplicatingFields {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var tags = ReplicatingSet<String>()
  /// What people answered, by name.
  var answers = ReplicatingDictionary<String, ReplicatingSet<Int>>()

  static let frameKind = FrameKind(code: 1000, name: "a note")

  var fields:
    Fields<
      ReplicatingRegister<String>, ReplicatingText, ReplicatingSet<String>,
      ReplicatingDictionary<String, ReplicatingSet<Int>>
    >
  {
    get { Fields(title, text, tags, answers) }
    set { (title, text, tags, answers) = newValue.values }
  }
}
