// SPDX-License-Identifier: MIT

import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentNotes

@Suite struct LibraryFindTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path)
  }

  @Test func aTitleOrTheBeginningOfAnIDIsEnough() throws {
    let id = try library.add(NoteDraft(title: "Plan"))
    #expect(try library.find("Plan") == id)
    #expect(try library.find("\(id)") == id)
    #expect(try library.find(String("\(id)".prefix(4))) == id)
    #expect(try library.find("\(id)".uppercased()) == id)
  }

  @Test(arguments: ["ln", "", "zzzz", "an"])
  func otherTextFindsNothing(_ reference: String) throws {
    _ = try library.add(NoteDraft(title: "Plan"))
    #expect(throws: LibraryFailure.unknownNote(reference)) { try library.find(reference) }
  }

  @Test(arguments: ["plan", "Plna", "PLÄN", "groceries", "grocer", "Shoping list"])
  func nearTitlesAreOffered(_ reference: String) throws {
    for title in ["Trip", "Plan", "Groceries of May", "Shopping list"] {
      _ = try library.add(NoteDraft(title: title))
    }
    let trashed = try library.add(NoteDraft(title: "plän"))
    try library.setTrashed(true, trashed)
    let failure = try #require(throws: LibraryFailure.self) { try library.find(reference) }
    guard case .noSuchTitle(reference, let near, _) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(near.count == 1 && near[0].title.lowercased().first == reference.lowercased().first)
    #expect(failure.description.contains("; did you mean one of these?\n  "))
  }

  @Test func threeDigitsAreTooFew() throws {
    let id = try library.add(NoteDraft(title: "Plan"))
    let digits = String("\(id)".prefix(3))
    #expect(throws: LibraryFailure.unknownNote(digits)) { try library.find(digits) }
  }

  @Test func twoOfATitleAreNamedWithTheirIDs() throws {
    let ids = try [library.add(NoteDraft(title: "Plan")), library.add(NoteDraft(title: "Plan"))]
    let failure = try #require(throws: LibraryFailure.self) { try library.find("Plan") }
    let abbreviation = try library.abbreviation()
    for id in ids { #expect(failure.description.contains("\n  \(abbreviation.short(id))  Plan")) }
  }

  @Test func whatIsMeantDependsOnTheTrash() throws {
    let trashed = try library.add(NoteDraft(title: "Plan"))
    try library.setTrashed(true, trashed)
    #expect(try library.find("Plan") == trashed)
    let listed = try library.add(NoteDraft(title: "Plan"))
    #expect(try library.find("Plan") == listed)
    #expect(try library.find("Plan", wantsTrashed: true) == trashed)
  }

  /// Adds a note whose id begins and ends with the given 64 bits.
  private func add(_ title: String, id bits: UInt64) throws -> NoteID {
    let environment = ReplicationEnvironment(milliseconds: { 1 }, random: { bits })
    return try environment.run { try library.add(NoteDraft(title: title)) }
  }

  @Test func aTitleWinsOverTheBeginningOfAnID() throws {
    _ = try add("Plan", id: 0xbeef_0000_0000_0000)
    let titled = try add("beef", id: 1)
    #expect(try library.find("beef") == titled)
  }

  /// The two notes with the title differ early. One of them differs only late from a third note.
  @Test func candidatesAreNamedAsNoOtherNoteCouldBe() throws {
    _ = try add("Plan", id: 0x1111_1111_1111_0000)
    _ = try add("Plan", id: 0x2222_0000_0000_0000)
    _ = try add("Other", id: 0x1111_1111_1111_1000)
    let failure = try #require(throws: LibraryFailure.self) { try library.find("Plan") }
    #expect(failure.description.contains("\n  1111111111110  Plan"), "\(failure)")
  }
}
