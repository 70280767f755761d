// SPDX-License-Identifier: MIT

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

  @Test(arguments: ["plan", "Pla", "", "zzzz"])
  func otherTextFindsNothing(_ reference: String) throws {
    _ = try library.add(NoteDraft(title: "Plan"))
    #expect(throws: LibraryFailure.unknownNote(reference)) { try library.find(reference) }
  }

  @Test func threeDigitsAreTooFew() throws {
    let id = try library.add(NoteDraft(title: "Plan"))
    let digits = String("\(id)".prefix(3))
    #expect(throws: LibraryFailure.unknownNote(digits)) { try library.find(digits) }
  }

  @Test func twoOfATitleAreNamedWithTheirIDs() throws {
    let ids = try [library.add(NoteDraft(title: "Plan")), library.add(NoteDraft(title: "Plan"))]
    let failure = try #require(throws: LibraryFailure.self) { try library.find("Plan") }
    let abbreviation = Abbreviation(of: ids)
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
}
