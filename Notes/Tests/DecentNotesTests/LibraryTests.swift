// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import NotesTestInputs
import ReplicatingTypes
import Synchronization
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

  @Test func aNoteIsNotChangedByAnotherCallWhileItIsEdited() throws {
    let id = try library.add(NoteDraft(title: "Plan"))
    #expect(throws: DocumentFailure.editWithinEdit) {
      try library.edit(id) { note in
        try library.setPinned(true, [id])
        note.title.value = "Other"
      }
    }
    let note = try library.note(id)
    #expect(note.title.value == "Plan" && !note.isPinned.value)
    #expect(throws: DocumentFailure.editWithinEdit) {
      try library.edit(id) { note in _ = try library.add(NoteDraft(title: "Another")) }
    }
    #expect(try titles() == ["Plan"])
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

  /// The tags of few notes are looked up. The tags of many notes are read all at once.
  @Test(arguments: [99, 101]) func notesHaveTheirTagsHoweverManyTheyAre(_ count: Int) throws {
    let files = (0..<count).map { number in
      var file = NoteFile("word")
      file.tags = (0..<number % 4).map { "\(9 - $0) of \(number)" }
      return (file, "\(number)", "/\(number).md")
    }
    _ = try library.take(in: files)
    let summaries = try reopened().summaries()
    #expect(summaries.count == count)
    #expect(summaries == (try library.decodedSummaries()))
    let found = try library.search(SearchWords("word"))
    #expect(Set(found.map(\.summary)) == Set(summaries))
  }

  @Test func filesAreTakenInAllAtOnceOrNotAtAll() throws {
    #expect(throws: Interruption.self) { try takeFiles(150, then: Interruption()) }
    #expect(try reopened().summaries() == [])
    #expect(try takeFiles(150).count == 150)
    #expect(try titles() == (1...150).reversed().map { "\($0)" })
  }

  private struct Interruption: Error {}

  /// Takes in files until an error, if one is given. A concurrent reader sees the state before.
  private func takeFiles(
    _ end: Int, then error: Interruption? = nil
  ) throws -> [ImportOutcome] {
    let other = try reopened()
    var count = 0
    return try library.take {
      #expect(try other.summaries() == [])
      if count == end {
        if let error { throw error }
        return nil
      }
      count += 1
      return (NoteFile("text"), "\(count)", "")
    }
  }

  /// More than one file is taken in each millisecond. No note may need an index of its own.
  @Test func manyFilesAtOneTimeNeedNoPlaces() throws {
    let files = (1...1200).map { (NoteFile(""), "\($0)", "") }
    _ = try at(1_000_000) { try library.take(in: files) }
    #expect(try library.movedNotes() == [])
    #expect(try titles().prefix(2) == ["1200", "1199"])
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

  @Test func titlesAndPrioritiesAreSet() throws {
    let id = try library.add(NoteDraft(title: "a"))
    try library.setTitle(of: id, to: "b")
    try library.setPriority(of: id, to: .high)
    let summary = try #require(try reopened().summaries().first)
    #expect(summary.title == "b")
    #expect(summary.priority == .high)
    #expect(throws: NoteFault.emptyTitle) { try library.setTitle(of: id, to: "") }
    #expect(throws: NoteFault.titleTooLong(count: 10_000)) {
      try library.setTitle(of: id, to: String(repeating: "x", count: 10_000))
    }
    #expect(try titles() == ["b"])
  }

  @Test func everyEditIsSeenInTheTimeOfTheLastOne() throws {
    let id = try at(1000) { try library.add(NoteDraft(title: "a", tags: ["x"])) }
    let edits: [(UInt64, () throws -> Void)] = [
      (2000, { try library.setTitle(of: id, to: "b") }),
      (3000, { try library.setText(of: id, to: "text") }),
      (4000, { try library.tag(id, adding: [], removing: ["x"]) }),
      (5000, { try library.setPriority(of: id, to: .low) }),
      (6000, { try library.setTrashed(true, id) }),
      (7000, { try library.setText(of: id, to: "") }),
    ]
    for (time, edit) in edits {
      try at(time, edit)
      #expect(try library.summaries().map(\.edited) == [time])
      #expect(try library.summaries().map(\.created) == [1000])
    }
  }

  /// A large import gives notes times ahead of the clock, one millisecond each.
  @Test func noNoteIsEditedBeforeItWasMade() throws {
    let files = (1...20).map { (NoteFile(""), "\($0)", "") }
    _ = try at(1000) { try library.take(in: files) }
    let summaries = try library.summaries()
    #expect(summaries.contains { $0.created == 1019 })
    #expect(summaries.allSatisfy { $0.edited >= $0.created })
  }

  /// A program that runs for long edits tags long after it began.
  @Test func anEditOfTagsIsSeenAtItsTimeInALongRun() throws {
    let clock = Atomic<UInt64>(1000)
    let environment = ReplicationEnvironment(
      milliseconds: { clock.load(ordering: .relaxed) }, random: { .random(in: 0 ... .max) })
    try environment.run {
      let id = try library.add(NoteDraft(title: "a", tags: ["x"]))
      for (time, adding, removing) in [(5000, ["y"], []), (6000, [], ["x"])]
        as [(UInt64, [String], [String])]
      {
        clock.store(time, ordering: .relaxed)
        try library.tag(id, adding: adding, removing: removing)
        #expect(try library.summaries().map(\.edited) == [time])
      }
    }
  }

  /// Edits of texts used to have the time of the first edit of the program.
  @Test func anEditOfATextIsSeenAnHourLaterInALongRun() throws {
    let hour: UInt64 = 3_600_000
    let clock = Atomic<UInt64>(hour)
    let environment = ReplicationEnvironment(
      milliseconds: { clock.load(ordering: .relaxed) }, random: { .random(in: 0 ... .max) })
    try environment.run {
      let id = try library.add(NoteDraft(title: "a"))
      for time in [2 * hour, 3 * hour] {
        clock.store(time, ordering: .relaxed)
        try library.setText(of: id, to: "at \(time)")
        #expect(try library.note(id).edited == time)
        #expect(try library.summaries().map(\.edited) == [time])
      }
    }
  }

  /// A program that began before another edits after it: the last edit carries the start of the first.
  @Test func theTimeOfTheLastEditDoesNotGoBack() throws {
    let clock = Atomic<UInt64>(1_000_000)
    let programs = (0..<2).map { _ in
      ReplicationEnvironment(
        milliseconds: { clock.load(ordering: .relaxed) }, random: { .random(in: 0 ... .max) })
    }
    let id = try programs[0].run { try library.add(NoteDraft(title: "a", text: "one")) }
    clock.store(1_020_000, ordering: .relaxed)
    try programs[1].run { try library.setText(of: id, to: "one, two") }
    #expect(try library.note(id).edited == 1_020_000)
    clock.store(1_040_000, ordering: .relaxed)
    try programs[0].run { try library.setText(of: id, to: "one") }
    #expect(try library.note(id).edited == 1_020_000)
    #expect(try library.summaries().map(\.edited) == [1_020_000])
  }

  /// Runs a program at a time.
  private func at<Result>(_ time: UInt64, _ body: () throws -> Result) throws -> Result {
    try ReplicationEnvironment(milliseconds: { time }, random: { .random(in: 0 ... .max) })
      .run(body)
  }

  @Test func doingWhatIsDoneChangesNothing() throws {
    let id = try library.add(NoteDraft(title: "a", text: "b", tags: ["c"]))
    let version = try library.note(id).version
    try library.setText(of: id, to: "b")
    try library.tag(id, adding: ["c"], removing: ["d"])
    try library.setTrashed(false, id)
    try library.setTitle(of: id, to: "a")
    try library.setPriority(of: id, to: .normal)
    #expect(try library.note(id).version == version)
  }

  /// Another process changes the text while the editor has it.
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
    #expect(throws: NoteFault.emptyTitle) { try library.add(NoteDraft(title: " \n")) }
    #expect(throws: NoteFault.titleTooLong(count: 10_000)) {
      try library.add(NoteDraft(title: String(repeating: "x", count: 10_000)))
    }
    #expect(throws: NoteFault.unsuitableTag("a\nb")) {
      try library.add(NoteDraft(title: "a", tags: ["a\nb"]))
    }
    // One character may have any number of bytes.
    let marked = "e" + String(repeating: "\u{301}", count: 10_000)
    #expect(throws: NoteFault.titleTooLarge(size: 20_001)) {
      try library.add(NoteDraft(title: marked))
    }
    #expect(throws: NoteFault.tagTooLarge(size: 20_001)) {
      try library.add(NoteDraft(title: "a", tags: [marked]))
    }
    let large = String(repeating: "x", count: NoteLimits.textSize + 1)
    #expect(throws: NoteFault.textTooLarge(size: large.utf8.count)) {
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
