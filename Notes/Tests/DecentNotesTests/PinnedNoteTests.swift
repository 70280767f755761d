// SPDX-License-Identifier: MIT

import DecentSync
import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentNotes

/// Notes that lists show before the others.
@Suite struct PinnedNoteTests {
  private let directory: TemporaryFolder
  private let library: Library

  init() throws {
    directory = try TemporaryFolder()
    library = try Library(openingOrCreating: directory.path("notes"))
  }

  /// Adds notes, the last one of them first in the list.
  private func add(_ titles: String...) throws -> [NoteID] {
    try titles.map { try library.add(NoteDraft(title: $0)) }
  }

  private func titles() throws -> String { try library.summaries().map(\.title).joined() }

  @Test func pinnedNotesStandFirst() throws {
    let ids = try add("d", "c", "b", "a")
    #expect(try titles() == "abcd")
    try library.setPinned(true, [ids[0], ids[1]])
    #expect(try titles() == "cdab")
    #expect(try library.summaries().map(\.isPinned) == [true, true, false, false])
    #expect(try library.search(SearchWords("-x")).map(\.summary.title) == ["c", "d", "a", "b"])
    #expect(throws: LibraryFailure.self) {
      try library.setPinned(false, [ids[0], NoteID(rawValue: 1)])
    }
    try library.setPinned(false, [ids[1]])
    #expect(try titles() == "dabc")
    _ = try add("e")
    #expect(try titles() == "deabc")
    #expect(try library.summaries() == library.decodedSummaries())
    #expect(try library.check() == [])
  }

  /// A place in the list is one among the notes that are pinned as the moved one is.
  @Test func movesStayAmongNotesPinnedAlike() throws {
    let ids = try add("e", "d", "c", "b", "a")
    try library.setPinned(true, [ids[0], ids[1]])
    #expect(try titles() == "deabc")
    for (note, number, expected) in [
      (0, 1, "edabc"), (0, 2, "deabc"), (0, 5, "deabc"), (1, 4, "edabc"), (2, 1, "edcab"),
      (2, 3, "edcab"), (2, 4, "edacb"), (2, 5, "edabc"), (4, 2, "edabc"), (4, 5, "edbca"),
    ] {
      try library.move(ids[note], to: .number(number))
      #expect(try titles() == expected, "note \(note) to \(number)")
    }
    for number in [0, 6] {
      #expect(throws: LibraryFailure.noSuchPlace(number, count: 5)) {
        try library.move(ids[0], to: .number(number))
      }
    }
    try library.move(ids[4], to: .before(ids[3]))
    #expect(try titles() == "edabc")
    #expect(try library.summaries() == library.decodedSummaries())
  }

  @Test func undoTakesAPinBack() throws {
    let id = try add("b", "a")[0]
    let edited = try library.summary(id).edited
    // A pin of that time would be the last edit.
    let environment = ReplicationEnvironment(milliseconds: { 4_000_000_000_000 }, random: { 7 })
    try environment.run { try library.setPinned(true, [id]) }
    #expect(try library.undo(id) == StepOutcome(changed: [.pin], kept: []))
    #expect(try titles() == "ab")
    #expect(try library.redo(id) == StepOutcome(changed: [.pin], kept: []))
    #expect(try titles() == "ba")
    #expect(try library.summary(id).edited == edited)
    #expect(try library.history(of: id).entries.contains { $0.isPinned == true })
  }

  @Test func aNoteThatWasNeverPinnedTakesNoByte() throws {
    let note = NoteDraft(title: "a", text: "b", tags: ["c"]).note(created: 1)
    let earlier = try EarlierNote(encoded: note.encoded())
    #expect(earlier.newerFields.keys == [])
    #expect(try earlier.encoded() == note.encoded())
    #expect(try earlier.version.encoded() == note.version.encoded())
  }

  @Test func anEarlierVersionPassesThePinOn() throws {
    var note = NoteDraft(title: "a").note(created: 1)
    note.isPinned.value = true
    var earlier = try EarlierNote(encoded: note.encoded())
    #expect(earlier.newerFields.keys == ["pinned"])
    #expect(try earlier.encoded() == note.encoded())
    earlier.title.value = "b"
    note.isPinned.value = false
    try note.merge(Note(encoded: earlier.encoded()))
    try earlier.merge(EarlierNote(encoded: note.encoded()))
    #expect(note.title.value == "b" && !note.isPinned.value)
    #expect(try earlier.encoded() == note.encoded())
  }

  /// Of two changes at once the later stays. A pin that the purge had not seen brings the note back.
  @Test func pinsTravel() async throws {
    let store = MemoryStore()
    let other = try Library(openingOrCreating: directory.path("other"))
    let ids = try add("b", "a")
    func sync() async throws {
      for library in [library, other, library] {
        #expect(try await library.sync(with: store, as: RemoteName("cloud")).isComplete)
      }
    }
    try library.setPinned(true, ids)
    try await sync()
    #expect(try other.summaries().map(\.isPinned) == [true, true])
    try library.setTitle(of: ids[0], to: "c")
    let environment = ReplicationEnvironment(milliseconds: { 4_000_000_000_000 }, random: { 7 })
    try environment.run { try other.setPinned(false, [ids[0]]) }
    try await sync()
    #expect(try titles() == "ac")
    #expect(try library.summaries() == other.summaries())
    try library.setTrashed(true, ids[1])
    try await sync()
    try library.purge([ids[1]])
    try other.setPinned(false, [ids[1]])
    try await sync()
    #expect(try titles() == "ac")
    let back = try library.summary(ids[1])
    #expect(back.wasPurged && back.isTrashed && !back.isPinned)
    #expect(try other.summaries() == library.summaries())
    try library.purge([ids[1]])
    try await sync()
    #expect(try titles() == "c")
    #expect(try other.summaries() == library.summaries())
  }
}
