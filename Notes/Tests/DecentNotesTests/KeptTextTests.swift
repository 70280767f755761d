// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import NotesTestInputs
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// The file that repairing keeps of a note's text.
@Suite struct KeptTextTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func sync(_ libraries: Library...) async throws {
    for library in libraries {
      _ = try await library.sync(with: store, as: RemoteName("cloud"))
    }
  }

  /// The file holds the edits that no remote holds yet. Its import is a note of its own beside the
  /// note that other devices edited meanwhile.
  @Test func itBecomesANoteOfItsOwn() async throws {
    let library = try Library(openingOrCreating: folder.path("library"))
    let phone = try Library(openingOrCreating: folder.path("phone"))
    let id = try library.add(NoteDraft(title: "Plan", text: "one\n", tags: ["home"]))
    try await sync(library, phone)
    try library.setText(of: id, to: "one\nmine\n")
    try phone.setText(of: id, to: "one\ntheirs\n")
    try await sync(phone)
    try library.database.execute(script: "UPDATE bases SET content = x'00'")
    let kept = try #require(try library.repair().keptTexts.first)
    try await sync(library)
    #expect(try library.note(id).text.string == "one\ntheirs\n")
    let file = NoteFile(try String(contentsOfFile: kept.path, encoding: .utf8))
    let outcomes = try library.take(in: [(file, "x", kept.path)])
    guard case .added(let copy) = try #require(outcomes.first) else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(try library.note(copy).text.string == "one\nmine\n")
    #expect(try library.summaries().map(\.title) == ["Plan", "Plan"])
    #expect(try library.summaries().map(\.tags) == [["home"], ["home"]])
    #expect(try library.note(id).text.string == "one\ntheirs\n")
  }
}
