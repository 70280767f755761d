// SPDX-License-Identifier: MIT

import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentDocuments
@testable import DecentNotes

@Suite struct LibraryUndoTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path("library"))
  }

  /// Runs a program at a time.
  private func at<Result>(_ time: UInt64, _ body: () throws -> Result) throws -> Result {
    try ReplicationEnvironment(milliseconds: { time }, random: { .random(in: 0 ... .max) })
      .run(body)
  }

  private func text(_ id: NoteID) throws -> String {
    try Library(opening: folder.path("library")).note(id).text.string
  }

  private func versions(_ id: NoteID) throws -> [String] {
    try library.history(of: id).entries.compactMap { entry in entry.text.map { "\($0.version)" } }
  }

  @Test func undoingGoesBackStepByStepAndRedoingForth() throws {
    let id = try at(1) { try library.add(NoteDraft(title: "Plan", text: "One")) }
    try at(2) { try library.setText(of: id, to: "One two") }
    try at(3) { try library.setTitle(of: id, to: "Plans") }
    try at(4) { try library.setText(of: id, to: "One two three") }
    try at(5) { try library.setText(of: id, to: "One two three") }
    let states = [
      ("Plan", "One"), ("Plan", "One two"), ("Plans", "One two"), ("Plans", "One two three"),
    ]
    func expect(_ state: Int) throws {
      #expect(try library.note(id).title.value == states[state].0)
      #expect(try text(id) == states[state].1)
    }
    for round in 0..<2 as Range<UInt64> {
      for state in [2, 1, 0] {
        let outcome = try at(10 + round) { try library.undo(id) }
        #expect(outcome == StepOutcome(changed: [state == 1 ? .title : .text], kept: []))
        try expect(state)
      }
      #expect(throws: LibraryFailure.nothingToUndo(title: "Plan")) { try library.undo(id) }
      for state in [1, 2, 3] {
        let outcome = try at(20 + round) { try library.redo(id) }
        #expect(outcome == StepOutcome(changed: [state == 2 ? .title : .text], kept: []))
        try expect(state)
      }
      #expect(throws: LibraryFailure.nothingToRedo(title: "Plans")) { try library.redo(id) }
    }
    _ = try at(30) { try library.undo(id) }
    try at(31) { try library.setText(of: id, to: "Four") }
    #expect(throws: LibraryFailure.nothingToRedo(title: "Plans")) { try library.redo(id) }
    _ = try at(32) { try library.undo(id) }
    try expect(2)
    #expect(try library.check() == [])
  }

  @Test func allPartsCanBeUndone() throws {
    let id = try library.add(NoteDraft(title: "a", tags: ["x"]))
    let other = try library.add(NoteDraft(title: "b"))
    let folder = try #require(NoteFolder("Work"))
    let summary = try library.summary(id)
    try library.setPriority(of: id, to: .high)
    try library.setFolder(of: [id, other], to: folder)
    try library.tag(id, adding: ["y", "z"], removing: ["x"])
    try library.move(id, to: .number(1))
    try library.setTrashed(true, id)
    let parts: [NotePart] = [.trash, .order, .tags, .folder, .priority]
    let after = try library.summaries()
    for part in parts { #expect(try library.undo(id) == StepOutcome(changed: [part], kept: [])) }
    #expect(try library.summaries().map(\.id) == [other, id])
    let undone = try library.summary(id)
    #expect(undone.tags == summary.tags && undone.priority == .normal && undone.folder == .none)
    #expect(!undone.isTrashed)
    #expect(try library.summary(other).folder == folder)
    for part in parts.reversed() {
      #expect(try library.redo(id) == StepOutcome(changed: [part], kept: []))
    }
    #expect(try library.summaries().map(\.id) == after.map(\.id))
    #expect(try library.summaries().map(\.tags) == after.map(\.tags))
    #expect(try library.summary(id).isTrashed)
    #expect(try library.summaries() == library.decodedSummaries())
  }

  /// A value that another device set since stays, and the step counts as undone.
  @Test func whatOthersChangedSinceStays() throws {
    let id = try at(1) { try library.add(NoteDraft(title: "Plan", text: "milk\n", tags: ["x"])) }
    try at(2) { try library.setTitle(of: id, to: "Plans") }
    try at(3) { try library.setText(of: id, to: "milk\ntea\n") }
    _ = try at(4) { try library.tag(id, adding: ["y"], removing: ["x"]) }
    try byOthers(id) { note in
      note.title.value = "Theirs"
      note.text.append("bread\n")
      note.text.unicodeScalars.insert("oat ", at: 0)
      note.tags.remove("y")
      note.tags.insert("theirs")
    }
    #expect(try library.undo(id) == StepOutcome(changed: [.tags], kept: []))
    #expect(try library.summary(id).tags == ["theirs", "x"])
    #expect(try library.undo(id) == StepOutcome(changed: [.text], kept: []))
    #expect(try text(id) == "oat milk\nbread\n")
    #expect(try library.undo(id) == StepOutcome(changed: [], kept: [.title]))
    #expect(try library.summary(id).title == "Theirs")
    #expect(try library.redo(id) == StepOutcome(changed: [], kept: [.title]))
    #expect(try library.redo(id) == StepOutcome(changed: [.text], kept: []))
    #expect(try text(id) == "oat milk\ntea\nbread\n")
  }

  @Test func changesOfOthersAreNoSteps() throws {
    let id = try library.add(NoteDraft(title: "Plan", text: "milk"))
    try byOthers(id) { $0.text.append(", tea") }
    #expect(throws: LibraryFailure.nothingToUndo(title: "Plan")) { try library.undo(id) }
  }

  /// A change that another device made.
  private func byOthers(_ id: NoteID, _ change: (inout Note) throws -> Void) throws {
    _ = try at(1_000_000) {
      try library.documents.write { database in
        let table = library.documents.table(in: database)
        _ = try table.change(.note(id), by: .others, change)
        try library.documents.kind(of: .note(id))?.updateIndexes(in: table)
      }
    }
  }

  @Test func onlySoManyStepsAreKept() throws {
    let id = try library.add(NoteDraft(title: "0"))
    for number in 1...150 { try library.setTitle(of: id, to: "\(number)") }
    for number in (50..<150).reversed() {
      _ = try library.undo(id)
      #expect(try library.summary(id).title == "\(number)")
    }
    #expect(throws: LibraryFailure.nothingToUndo(title: "50")) { try library.undo(id) }
  }

  @Test func anImportIsAStepToo() throws {
    let id = try library.add(NoteDraft(title: "Plan", text: "milk"))
    var file = NoteFile(NoteFile(try library.note(id), id: id).content)
    (file.text, file.title) = ("milk, tea", "Plans")
    _ = try library.take(in: [(file, "x", "/nowhere/x.md")])
    #expect(try library.undo(id) == StepOutcome(changed: [.title, .text], kept: []))
    #expect(try text(id) == "milk")
  }

  @Test func undoingToAVersion() throws {
    let id = try at(1) { try library.add(NoteDraft(title: "Plan", text: "One")) }
    try at(2) { try library.setText(of: id, to: "Two") }
    try at(3) { try library.setText(of: id, to: "Three") }
    let versions = try versions(id)
    #expect(try at(4) { try library.undo(id, to: versions[2]) }.isChanged)
    #expect(try text(id) == "One")
    #expect(try at(5) { try library.undo(id, to: versions[1]) }.isChanged)
    #expect(try text(id) == "Two")
    let before = try library.note(id).version
    #expect(try at(6) { try library.undo(id, to: versions[1]) }.isChanged == false)
    #expect(try library.note(id).version == before)
  }

  /// Undoing also restores a spelling of a letter that Swift takes for equal to another.
  @Test func undoingIsExact() throws {
    let id = try at(1) { try library.add(NoteDraft(title: "Plan", text: "e\u{301}\r\n")) }
    try at(2) { try library.setText(of: id, to: "é\n") }
    #expect(try at(3) { try library.undo(id) }.changed == [.text])
    #expect(Array(try text(id).unicodeScalars) == Array("e\u{301}\r\n".unicodeScalars))
  }

  /// Edits of other devices beside the last change stay, and so do their edits concurrent with the
  /// undo.
  @Test func undoingTouchesNothingElse() throws {
    let id = try at(1) { try library.add(NoteDraft(title: "Plan", text: "milk, bread")) }
    var other = try library.note(id)
    try at(3) { try library.setText(of: id, to: "milk, bread, tea") }
    try at(2) { other.text.update(to: "oat milk, bread") }
    try byOthers(id) { $0.merge(other) }
    var meanwhile = try library.note(id)
    _ = try at(4) { try library.undo(id) }
    #expect(try text(id) == "oat milk, bread")
    try at(5) { meanwhile.text.update(to: "oat milk, dark bread, tea") }
    try byOthers(id) { $0.merge(meanwhile) }
    #expect(try text(id) == "oat milk, dark bread")
  }

  @Test func droppedTextIsNotBroughtBack() throws {
    let id = try at(1) { try library.add(NoteDraft(title: "Plan", text: "One secret")) }
    try at(2) { try library.setText(of: id, to: "One") }
    let first = try versions(id)[1]
    try library.edit(id) { $0.text.dropDeleted() }
    let history = try library.history(of: id)
    #expect(
      try history.text(at: history.find(first))
        == "One\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")
    #expect(try library.undo(id) == StepOutcome(changed: [], kept: [.text]))
    #expect(throws: LibraryFailure.forgottenText(title: "Plan")) {
      try library.undo(id, to: first)
    }
    #expect(try text(id) == "One")
    try at(3) { try library.setText(of: id, to: "One two") }
    _ = try at(4) { try library.undo(id) }
    #expect(try text(id) == "One")
  }
}
