// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// Imports of exported files, changed or not.
@Suite struct LibraryImportTests {
  private let folder: TemporaryFolder
  private let library: Library
  private let id: NoteID

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path("library"))
    id = try library.add(NoteDraft(title: "Plan", text: "milk", tags: ["a", "b"]))
  }

  private var text: String {
    get throws { try library.note(id).text.string }
  }

  private func exported() throws -> NoteFile {
    let content = NoteFile(try library.note(id), id: id).content
    let file = NoteFile(content)
    #expect(file.exported != nil)
    return file
  }

  @discardableResult
  private func take(_ file: NoteFile, at path: String = "/nowhere/x.md") throws -> ImportOutcome? {
    try library.take(in: [(NoteFile(file.content), "x", path)]).first
  }

  private func lacks(_ file: NoteFile, at path: String = "/nowhere/x.md") throws -> Bool {
    try library.lacks(file, at: path, of: library.note(id), id)
  }

  @Test func whatWasNotTouchedChangesNothing() throws {
    let file = try exported()
    try library.setText(of: id, to: "tea")
    try library.setTitle(of: id, to: "New")
    try library.tag(id, adding: ["c"], removing: ["a"])
    let note = try library.note(id)
    #expect(try !lacks(file))
    #expect(try take(file) == .unchanged(id))
    #expect(try library.note(id) == note)
    // The order of tags does not count.
    var other = file
    other.tags = ["b", "a"]
    #expect(try take(other) == .unchanged(id))
  }

  @Test func eachPartIsMergedByItself() throws {
    var file = try exported()
    try library.setTitle(of: id, to: "New")
    try library.setText(of: id, to: "oat milk")
    try library.tag(id, adding: ["c"], removing: ["a"])
    file.priority = .high
    file.tags = ["a", "d"]
    #expect(try take(file) == .changed(id))
    let note = try library.note(id)
    #expect(note.title.value == "New")
    #expect(note.priority.value == .high)
    #expect(note.tags.values == ["c", "d"])
    #expect(note.text.string == "oat milk")
  }

  /// Only the new changes in the file count, also without a new export in between.
  @Test func aFileIsEditedAndTakenInAgainAndAgain() throws {
    var file = try exported()
    try library.setText(of: id, to: "oat milk")
    file.text = "milk, bread"
    #expect(try lacks(file))
    #expect(try take(file) == .changed(id))
    #expect(try text == "oat milk, bread")
    #expect(try !lacks(file))
    #expect(try take(file) == .unchanged(id))
    #expect(try take(file, at: "/nowhere/copied.md") == .unchanged(id))
    file.text = "milk, bread, tea"
    #expect(try lacks(file))
    #expect(try take(file, at: "/nowhere/moved.md") == .changed(id))
    #expect(try text == "oat milk, bread, tea")
    try library.setTitle(of: id, to: "New")
    file.tags = []
    file.text = "milk"
    #expect(try take(file, at: "/nowhere/moved.md") == .changed(id))
    #expect(try text == "oat milk")
    #expect(try library.note(id).title.value == "New")
    #expect(try library.note(id).tags.values == [])
  }

  @Test func ifItCannotBeToldWhatTagsAFileHadNoneIsTaken() throws {
    var file = try exported()
    let many = (0..<13).map { "tag \($0)" }
    try library.tag(id, adding: many, removing: ["a"])
    file.tags = ["a", "new"]
    #expect(try take(file) == .changed(id))
    #expect(try library.note(id).tags.values == Set(many + ["a", "b", "new"]))
    // The contents of the file are known from now on.
    file.tags = ["new"]
    #expect(try take(file) == .changed(id))
    #expect(try library.note(id).tags.values == Set(many + ["b", "new"]))
  }

  /// The place of the last import counts, not an earlier one.
  @Test func aFileIsMovedAgainAndAgain() throws {
    for path in ["/nowhere/a.md", "/nowhere/z.md"] {
      var file = try exported()
      file.tags = ["a"]
      try take(file, at: path)
      file.tags = ["a", "c"]
      try take(file, at: "/nowhere/m.md")
      try library.tag(id, adding: [], removing: ["c"])
      file.text = "milk, bread"
      #expect(try take(file, at: "/nowhere/n.md") == .changed(id))
      #expect(try library.note(id).tags.values == ["a"])
      try library.setText(of: id, to: "milk")
      try library.tag(id, adding: ["b"], removing: [])
    }
  }

  @Test func whatWasExportedAnewIsWhatCounts() throws {
    var file = try exported()
    file.title = "Mine"
    try take(file)
    try library.setTitle(of: id, to: "Plan")
    file = try exported()
    try library.noteExport(of: id, to: "/nowhere/x.md")
    try library.setTitle(of: id, to: "New")
    #expect(try take(file) == .unchanged(id))
    #expect(try library.note(id).title.value == "New")
  }

  /// Two copies were changed apart. The note was changed too, and merged.
  @Test func copiesAreMergedInTurn() throws {
    let given = try library.note(id)
    try library.setText(of: id, to: "1 milk")
    try library.setText(of: id, to: "milk 2", editedFrom: given)
    #expect(try text == "1 milk 2")
    #expect(try library.note(id).text.version.tips.count == 2)
    let file = try exported()
    for number in [5, 6] {
      try Data().write(to: URL(fileURLWithPath: folder.path("\(number).md")))
    }
    try library.setText(of: id, to: "1 milk 2 3")
    var (mine, yours) = (file, file)
    mine.text = "5 1 milk 2"
    yours.text = "1 oat milk 2"
    try take(mine, at: folder.path("5.md"))
    try take(yours, at: folder.path("6.md"))
    #expect(try text == "5 1 oat milk 2 3")
  }

  /// The file wins if nothing is known of its export. But a file that was not changed since the
  /// last import changes nothing here either.
  @Test func aFileOfAnotherLibrary() throws {
    let file = try exported()
    let other = try Library(openingOrCreating: folder.path("other"))
    #expect(try other.take(in: [(file, "x", "/nowhere/x.md")]) == [.added(id)])
    try other.setText(of: id, to: "oat milk")
    #expect(try other.take(in: [(file, "x", "/nowhere/x.md")]) == [.unchanged(id)])
    var changed = file
    changed.text = "milk, bread"
    #expect(try other.take(in: [(changed, "x", "/nowhere/x.md")]) == [.changed(id)])
    #expect(try other.note(id).text.string == "oat milk, bread")
    // Nothing is known of the export of this file.
    let third = try Library(openingOrCreating: folder.path("third"))
    var plain = file
    plain.exported = nil
    _ = try third.take(in: [(plain, "x", "/nowhere/x.md")])
    try third.setText(of: id, to: "oat milk")
    #expect(try third.take(in: [(changed, "x", "/nowhere/x.md")]) == [.changed(id)])
    #expect(try third.note(id).text.string == "milk, bread")
    #expect(try third.take(in: [(plain, "x", "/nowhere/x.md")]) == [.changed(id)])
    #expect(try third.note(id).text.string == "milk")
  }

  /// An export to a place without an earlier import needs no room in the library.
  @Test func exportsAreNotedOnlyWhereTheyMustBe() throws {
    var file = try exported()
    file.text = "milk, bread"
    try take(file, at: folder.path("a.md"))
    let disk = FillingDisk(at: folder.path("library"), roomFor: 0)
    try withExtendedLifetime(disk) {
      let library = try Library(opening: folder.path("library"))
      try library.noteExport(of: id, to: folder.path("b.md"))
      let failure = try #require(throws: DatabaseFailure.self) {
        try library.noteExport(of: id, to: folder.path("a.md"))
      }
      #expect(failure.code == .full)
    }
  }

  /// A library that only synced has no id of this device yet.
  @Test func aPreviewWritesNothing() throws {
    var file = try exported()
    file.text = "milk, bread"
    try library.database.run("DELETE FROM sync_rows")
    var files = [
      ImportedFile(file, defaultTitle: "x", path: "/nowhere/x.md", isNew: true),
      ImportedFile(NoteFile("tea"), defaultTitle: "y", path: "/nowhere/y.md", isNew: true),
    ][...]
    let outcomes = try library.preview(from: { files.popFirst() })
    #expect(outcomes.first == .changed(id) && outcomes.count == 2)
    #expect(try library.device() == nil)
    #expect(try text == "milk")
    // The import itself names the device.
    #expect(try take(file) == .changed(id))
    #expect(try library.device() != nil)
  }

  @Test func purgingForgetsFiles() throws {
    var file = try exported()
    file.text = "milk, bread"
    try take(file)
    try library.setTrashed(true, id)
    try library.purge([id])
    #expect(try library.database.row("SELECT count(*) FROM imports") { $0.integer(at: 0) } == 0)
    #expect(try library.check() == [])
  }
}
