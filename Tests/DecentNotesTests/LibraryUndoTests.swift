// SPDX-License-Identifier: MIT

import ReplicatingTypes
import TestInputs
import Testing

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

  @Test func undoingTakesBackTheLastChangeAndUndoingThatBringsItBack() throws {
    let id = try at(1) { try library.add(NoteDraft(title: "Plan", text: "One")) }
    try at(2) { try library.setText(of: id, to: "One two") }
    try at(3) { try library.setTitle(of: id, to: "Plans") }
    let last = try versions(id)[0]
    let outcome = try at(4) { try library.undo(id) }
    #expect("\(outcome.version)" == last)
    #expect(outcome.isChanged)
    #expect(try text(id) == "One")
    #expect(try library.note(id).title.value == "Plans")
    for time in [5, 6, 7] as [UInt64] {
      #expect(try at(time) { try library.undo(id) }.isChanged)
      #expect(try text(id) == (time % 2 == 1 ? "One two" : "One"))
    }
    #expect(try versions(id).count == 6)
  }

  @Test func theFirstChangeCanBeUndone() throws {
    let id = try at(1) { try library.add(NoteDraft(title: "Plan", text: "One")) }
    _ = try at(2) { try library.undo(id) }
    #expect(try text(id) == "")
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
    #expect(try at(3) { try library.undo(id) }.isChanged)
    #expect(Array(try text(id).unicodeScalars) == Array("e\u{301}\r\n".unicodeScalars))
  }

  /// Edits of other devices beside the newest change stay, and so do their edits concurrent with
  /// the undo.
  @Test func undoingTouchesNothingElse() throws {
    let id = try at(1) { try library.add(NoteDraft(title: "Plan", text: "milk, bread")) }
    var other = try library.note(id)
    try at(3) { try library.setText(of: id, to: "milk, bread, tea") }
    try at(2) { other.text.update(to: "oat milk, bread") }
    try library.edit(id) { $0.merge(other) }
    var meanwhile = try library.note(id)
    _ = try at(4) { try library.undo(id) }
    #expect(try text(id) == "oat milk, bread")
    try at(5) { meanwhile.text.update(to: "oat milk, dark bread, tea") }
    try library.edit(id) { $0.merge(meanwhile) }
    #expect(try text(id) == "oat milk, dark bread")
  }

  @Test func whereNothingWasWrittenNothingIsUndone() throws {
    let id = try library.add(NoteDraft(title: "Plan"))
    #expect(throws: LibraryFailure.nothingToUndo(title: "Plan")) { try library.undo(id) }
  }

  @Test func droppedHistoryIsNotBroughtBack() throws {
    let id = try at(1) { try library.add(NoteDraft(title: "Plan", text: "One")) }
    try at(2) { try library.setText(of: id, to: "One two") }
    let first = try versions(id)[1]
    try library.edit(id) { $0.text.dropHistory() }
    #expect(try library.history(of: id).isForgotten)
    #expect(try versions(id) == [])
    let forgotten = LibraryFailure.forgottenHistory(title: "Plan")
    #expect(throws: forgotten) { try library.undo(id) }
    #expect(throws: LibraryFailure.unknownVersion(first, title: "Plan", isForgotten: true)) {
      try library.undo(id, to: first)
    }
    #expect(
      throws: forgotten
    ) { try library.history(of: id).text(at: .init(after: Dot(first: library.note(id)))) }
    try at(3) { try library.setText(of: id, to: "One two three") }
    _ = try at(4) { try library.undo(id) }
    #expect(try text(id) == "One two")
  }

  @Test func droppedTextIsNotBroughtBack() throws {
    let id = try at(1) { try library.add(NoteDraft(title: "Plan", text: "One secret")) }
    try at(2) { try library.setText(of: id, to: "One") }
    let first = try versions(id)[1]
    try library.edit(id) { $0.text.dropDeletedText() }
    let history = try library.history(of: id)
    #expect(
      try history.text(at: history.find(first))
        == "One\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")
    #expect(throws: LibraryFailure.forgottenText(title: "Plan")) { try library.undo(id) }
    #expect(throws: LibraryFailure.forgottenText(title: "Plan")) {
      try library.undo(id, to: first)
    }
    #expect(try text(id) == "One")
    try at(3) { try library.setText(of: id, to: "One two") }
    _ = try at(4) { try library.undo(id) }
    #expect(try text(id) == "One")
  }
}

extension Dot {
  /// The first edit of a note's text.
  fileprivate init(first note: Note) throws {
    let session = try #require(note.text.editCounts.counts.keys.min())
    self.init(session: session, number: 0)
  }
}
