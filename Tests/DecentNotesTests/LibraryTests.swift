// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import DecentNotes

@Suite struct LibraryTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path("library"))
  }

  private func reopened() throws -> Library {
    try Library(opening: folder.path("library"))
  }

  private func titles() throws -> [String] {
    try reopened().summaries().map(\.title)
  }

  @Test func aNoteHasWhatTheDraftSays() throws {
    let draft = NoteDraft(title: "Plan", text: "One\nTwo", tags: ["work", "home"], priority: .high)
    let id = try library.add(draft)
    let note = try reopened().note(id)
    #expect(note.title.value == "Plan")
    #expect(note.text.string == "One\nTwo")
    #expect(note.tags.values == ["work", "home"])
    #expect(note.priority.value == .high)
    #expect(note.created.value > 1_700_000_000_000)
    #expect(!note.isTrashed.value)
    #expect(try reopened().summaries() == [NoteSummary(of: note, id: id)])
  }

  @Test func newNotesComeFirst() throws {
    for title in ["a", "b", "c"] { _ = try library.add(NoteDraft(title: title)) }
    #expect(try titles() == ["c", "b", "a"])
  }

  @Test func deletedNotesKeepTheirPlace() throws {
    let ids = try ["a", "b", "c"].map { try library.add(NoteDraft(title: $0)) }
    try library.setTrashed(true, ids[1])
    #expect(try reopened().summaries().map(\.isTrashed) == [false, true, false])
    try library.setTrashed(false, ids[1])
    #expect(try reopened().summaries().map(\.isTrashed) == [false, false, false])
    #expect(try titles() == ["c", "b", "a"])
  }

  @Test func anEditOfATrashedNoteLeavesItThere() throws {
    let id = try library.add(NoteDraft(title: "a"))
    try library.setTrashed(true, id)
    try library.setText(of: id, to: "late")
    #expect(try library.note(id).isTrashed.value)
  }

  @Test func tagsAreAddedAndTaken() throws {
    let id = try library.add(NoteDraft(title: "a", tags: ["home", "x"]))
    try library.tag(id, adding: ["work", "x"], removing: ["home", "never"])
    #expect(try library.note(id).tags.values == ["work", "x"])
    #expect(try reopened().summaries().first?.tags == ["work", "x"])
  }

  @Test func doingWhatIsDoneChangesNothing() throws {
    let id = try library.add(NoteDraft(title: "a", text: "b", tags: ["c"]))
    let version = try library.note(id).version
    try library.setText(of: id, to: "b")
    try library.tag(id, adding: ["c"], removing: ["d"])
    try library.setTrashed(false, id)
    #expect(try library.note(id).version == version)
  }

  /// The editor was given one text; meanwhile another process changed it.
  @Test func anEditorsDifferenceIsAgainstWhatItWasGiven() throws {
    let id = try library.add(NoteDraft(title: "a", text: "We leave on Friday. Pack the tent."))
    let given = try library.note(id)
    try library.setText(of: id, to: "We leave on Saturday. Pack the tent.")
    try library.setText(
      of: id, to: "We leave on Friday. Pack the tent and tea.", editedFrom: given)
    #expect(try reopened().note(id).text.string == "We leave on Saturday. Pack the tent and tea.")
  }

  @Test func unknownNotesAreRefused() throws {
    let stranger = NoteID(rawValue: 7)
    #expect(throws: LibraryFailure.self) { try library.note(stranger) }
    #expect(throws: LibraryFailure.self) { try library.setText(of: stranger, to: "x") }
    #expect(try titles() == [])
  }

  @Test func partsBeyondTheLimitsAreRefused() throws {
    #expect(throws: LibraryFailure.emptyTitle) { try library.add(NoteDraft(title: " \n")) }
    #expect(throws: LibraryFailure.titleTooLong(count: 10_000)) {
      try library.add(NoteDraft(title: String(repeating: "x", count: 10_000)))
    }
    #expect(throws: LibraryFailure.unsuitableTag("a\nb")) {
      try library.add(NoteDraft(title: "a", tags: ["a\nb"]))
    }
    let large = String(repeating: "x", count: NoteLimits.textSize + 1)
    #expect(throws: LibraryFailure.textTooLarge(size: large.utf8.count)) {
      try library.add(NoteDraft(title: "a", text: large))
    }
    #expect(try titles() == [])
  }

  @Test func aMissingLibraryIsNotMadeByOpening() throws {
    let path = folder.path("elsewhere")
    #expect(throws: LibraryFailure.noLibrary(folder: path)) { try Library(opening: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
