// SPDX-License-Identifier: MIT

import DecentSync
import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentNotes

/// A note of a later version of the program.
private struct LaterNote: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var tags = ReplicatingSet<String>()
  var priority = ReplicatingRegister(default: Priority.normal)
  var created = ReplicatingRegister(default: UInt64(0))
  var isTrashed = ReplicatingRegister(default: false)
  var colour = ReplicatingRegister(default: "")
  var newerFields = NewerFields()

  static let kind = Note.kind
  static let fields = FieldList(
    ("title", \LaterNote.title), ("text", \.text), ("tags", \.tags), ("priority", \.priority),
    ("created", \.created), ("trashed", \.isTrashed), ("colour", \.colour))
}

/// Documents that hold what only a later version of the program knows.
@Suite struct LaterVersionTests {
  @Test func aNoteKeepsFieldsOfALaterVersion() throws {
    var later = LaterNote()
    later.title.value = "Plan"
    later.colour.value = "red"
    var note = try Note(encoded: later.encoded())
    #expect(note.title.value == "Plan")
    #expect(try note.encoded() == later.encoded())
    note.text.append("text")
    var passedOn = try LaterNote(encoded: note.encoded())
    #expect(passedOn.colour.value == "red")
    passedOn.colour.value = "blue"
    try note.merge(Note(encoded: passedOn.encoded()))
    #expect(try LaterNote(encoded: note.encoded()).colour.value == "blue")
    #expect(note.text.string == "text")
  }

  /// A device with this version carries what it does not know from one device to another.
  @Test func aLibraryPassesThemOn() async throws {
    let folder = try TemporaryFolder()
    let store = MemoryStore()
    let (old, new) = try (
      Library(openingOrCreating: folder.path("old")), Library(openingOrCreating: folder.path("new"))
    )
    let id = try old.add(NoteDraft(title: "Plan", text: "text"))
    try old.edit(id) { note in
      var later = try LaterNote(encoded: note.encoded())
      later.colour.value = "red"
      try note.merge(Note(encoded: later.encoded()))
    }
    for library in [old, new] {
      let report = try await library.sync(with: store, as: RemoteName("cloud"))
      #expect(report.isComplete)
    }
    #expect(try LaterNote(encoded: new.note(id).encoded()).colour.value == "red")
    #expect(try new.note(id) == old.note(id))
    #expect(try new.check() == [])
  }
}
