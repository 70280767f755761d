// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// Files without an id that are imported again.
@Suite struct LibrarySourceTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path("library"))
  }

  /// Writes a file and imports it.
  @discardableResult
  private func take(
    _ content: String, at name: String, isNew: Bool = false
  ) throws -> ImportOutcome {
    try folder.write(Array(content.utf8), to: name)
    return try #require(
      try library.take(in: [file(content, at: name, isNew: isNew)]).first)
  }

  private func file(_ content: String, at name: String, isNew: Bool = false) -> ImportedFile {
    ImportedFile(NoteFile(content), defaultTitle: name, path: folder.path(name), isNew: isNew)
  }

  private func added(_ outcome: ImportOutcome) throws -> NoteID {
    guard case .added(let id) = outcome else { throw Unexpected(outcome: outcome) }
    return id
  }

  private struct Unexpected: Error {
    let outcome: ImportOutcome
  }

  @Test func aFileThatWasTakenInMakesNoSecondNote() throws {
    let id = try added(take("milk", at: "a"))
    #expect(try take("milk", at: "a") == .unchanged(id))
    #expect(try library.summaries().count == 1)
    // Another file with the same content is another note.
    let other = try added(take("milk", at: "b"))
    #expect(other != id)
    #expect(try take("milk", at: "b") == .unchanged(other))
    #expect(try library.check() == [])
  }

  @Test func itsChangesAreMergedAgainAndAgain() throws {
    let id = try added(take("milk\ntea\n", at: "a"))
    try library.setText(of: id, to: "milk\ntea\nbread\n")
    try library.setTitle(of: id, to: "Shopping")
    #expect(try take("milk\ntea\n", at: "a") == .unchanged(id))
    #expect(try take("oat milk\ntea\n", at: "a") == .changed(id))
    #expect(try library.note(id).text.string == "oat milk\ntea\nbread\n")
    #expect(try take("oat milk\ngreen tea\n", at: "a") == .changed(id))
    #expect(try library.note(id).text.string == "oat milk\ngreen tea\nbread\n")
    #expect(try take("oat milk\ngreen tea\n", at: "a") == .unchanged(id))
    try library.setText(of: id, to: "gone")
    #expect(try take("oat milk\ngreen tea\n", at: "a") == .unchanged(id))
    #expect(try library.summary(id).title == "Shopping")
    #expect(try take("---\ntags: [x]\n---\noat milk\ngreen tea\n", at: "a") == .changed(id))
    #expect(try library.summary(id).tags == ["x"])
    #expect(try library.note(id).text.string == "gone")
  }

  /// The first one is known to the second, although both are stored at once.
  @Test func aFileGivenTwiceMakesOneNote() throws {
    try folder.write(Array("milk".utf8), to: "a")
    let twice = try library.take(in: [file("milk", at: "a"), file("milk", at: "a")])
    #expect(try twice == [.added(added(twice[0])), .unchanged(added(twice[0]))])
    let moved = try library.take(in: [file("tea", at: "b"), file("tea", at: "c")])
    #expect(try moved == [.added(added(moved[0])), .unchanged(added(moved[0]))])
    #expect(try library.summaries().count == 2)
  }

  @Test func aFileThatMovedIsKnownByItsContent() throws {
    let id = try added(take("milk", at: "a"))
    try FileManager.default.removeItem(atPath: folder.path("a"))
    #expect(try take("milk", at: "b") == .unchanged(id))
    #expect(try take("milk, bread", at: "b") == .changed(id))
    #expect(try library.note(id).text.string == "milk, bread")
    try FileManager.default.removeItem(atPath: folder.path("b"))
    #expect(try take("milk, bread", at: "c") == .unchanged(id))
    #expect(try take("oat milk, bread", at: "c") == .changed(id))
    #expect(try library.note(id).text.string == "oat milk, bread")
    // Another file where the first stood is another note.
    #expect(try added(take("tea", at: "a")) != id)
    #expect(try library.note(id).text.string == "oat milk, bread")
    // A file that stands where it was is not the moved one.
    #expect(try added(take("oat milk, bread", at: "d")) != id)
  }

  @Test func aDeletedNoteStaysInTheTrashAndAPurgedOneComesAnew() throws {
    let id = try added(take("milk", at: "a"))
    try library.setTrashed(true, id)
    #expect(try take("milk", at: "a") == .unchanged(id))
    #expect(try library.summary(id).isTrashed)
    try library.purge([id])
    let new = try added(take("milk", at: "a"))
    #expect(new != id)
    #expect(try take("milk", at: "a") == .unchanged(new))
  }

  @Test func doublesAreMadeOnPurpose() throws {
    let id = try added(take("milk", at: "a"))
    let second = try added(take("milk", at: "a", isNew: true))
    #expect(second != id)
    #expect(try take("milk", at: "a") == .unchanged(second))
  }

  /// Files that are named twice in one import, or that two programs import at once.
  @Test func oneFileTwiceAtOnceIsOneNote() throws {
    let twice = file("milk", at: "a")
    try folder.write(Array("milk".utf8), to: "a")
    let outcomes = try library.take(in: [twice, twice])
    let id = try added(outcomes[0])
    #expect(outcomes[1] == .unchanged(id))
    var rest = [file("tea", at: "b"), file("bread", at: "c")]
    let other = try Library(opening: folder.path("library"))
    _ = try library.take {
      if rest.count == 1 { _ = try other.take(in: [file("tea", at: "b")]) }
      return rest.isEmpty ? nil : rest.removeFirst()
    }
    #expect(try library.summaries().map(\.title).sorted() == ["a", "b", "c"])
    #expect(try library.check() == [])
  }

  @Test func aPreviewWritesNothing() throws {
    let id = try added(take("milk", at: "a"))
    let other = try library.database
    let before = try other.outsideVersion()
    var rest = [
      file("milk", at: "a"), file("milk, tea", at: "a"), file("new", at: "b"),
    ]
    let outcomes = try library.preview { rest.isEmpty ? nil : rest.removeFirst() }
    #expect(Array(outcomes.prefix(2)) == [.unchanged(id), .changed(id)])
    #expect(throws: Never.self) { try added(outcomes[2]) }
    #expect(try other.outsideVersion() == before)
    #expect(try library.summaries().count == 1)
  }

  @Test func timeAndTagsOfANewNote() throws {
    var old = file("---\ntags: [x]\n---\nmilk", at: "a")
    (old.modified, old.tags) = (1_000_000, ["inbox", "x"])
    var dated = file("---\ncreated: 2026-01-31\n---\ntea", at: "b")
    dated.modified = 5
    let ids = try library.take(in: [old, dated]).map(added)
    #expect(try library.summary(ids[0]).created == 1_000_000)
    #expect(try library.summary(ids[0]).tags == ["inbox", "x"])
    #expect(try library.summary(ids[1]).created == 1_769_817_600_000)
    #expect(try library.summaries().map(\.id) == [ids[1], ids[0]])
  }
}
