// SPDX-License-Identifier: MIT

import NotesTestInputs
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// Notes and purges that a newer version of the program wrote, or that are damaged.
@Suite struct NewerNoteTests {
  private let folder: TemporaryFolder
  private let library: Library
  private let id: NoteID
  /// A note that was purged.
  private let gone: NoteID
  /// The revision before all but the first change.
  private let start: Int

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path)
    _ = try library.add(NoteDraft(title: "Other"))
    start = try library.lastRevision()
    id = try library.add(NoteDraft(title: "Plan", text: "milk"))
    gone = try library.add(NoteDraft(title: "Gone"))
    try library.setTrashed(true, gone)
    try library.purge([gone])
  }

  private func damage(_ name: DocumentName) throws {
    let key = try #require(try library.table.key(of: name.id))
    try library.database.run(
      "UPDATE bases SET content = x'00' WHERE document = ?", .integer(key))
  }

  private func unread() throws -> [DocumentName] {
    let changes = try library.changes(after: start)
    let documents = try library.documents(0..<changes.count, of: changes)
    #expect(Set(documents.map(\.name)) == [.note(id), .purge(gone)])
    return documents.filter { $0.version == nil }.map(\.name)
  }

  @Test func aNewerNoteSaysToUpdate() throws {
    try library.makeNewer(.note(id))
    for body in [
      { _ = try library.note(id) }, { try library.setText(of: id, to: "bread") },
      { _ = try library.exchange(DocumentExchange(), of: .note(id)) },
    ] as [() throws -> Void] {
      let failure = #expect(throws: LibraryFailure.self) { try body() }
      guard case .newerDocument(.note(id), library.documents.path, _) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      let words = failure.map { "\($0)" } ?? ""
      #expect(words.hasPrefix("the note \(id) in ") && words.contains("; update "), "\(words)")
    }
    #expect(try unread() == [.note(id)])
  }

  @Test func aRepairPassesOverANewerNote() throws {
    try library.makeNewer(.note(id))
    let key = try #require(try library.table.key(of: .note(id)))
    let bytes = try library.table.storedBytes(of: key)
    let problem = try #require(try library.check().first)
    guard case .newerDocument(.note(id), "Plan", _) = problem else {
      Issue.record("\(problem)")
      return
    }
    #expect(!problem.isRepairable && "\(problem)".contains("; update "), "\(problem)")
    let report = try library.repair()
    #expect(report.remaining.first == problem)
    #expect(report.keptFolder == nil)
    #expect(report.steps.contains("left the note 'Plan' (\(id)) as it is: update decent"))
    #expect(try library.table.storedBytes(of: key) == bytes)
  }

  @Test func anUnreadablePurgeIsNamedAsOne() throws {
    try damage(.purge(gone))
    #expect(try unread() == [.purge(gone)])
    // The note is made anew, and is to be purged again.
    _ = try library.documents.transaction {
      try library.insert(NoteDraft(title: "Gone"), id: gone)
    }
    try library.setTrashed(true, gone)
    for body in [
      { _ = try library.exchange(DocumentExchange(), of: .purge(gone)) },
      { try library.purge([gone]) },
    ] as [() throws -> Void] {
      let failure = #expect(throws: LibraryFailure.self) { try body() }
      guard case .damagedDocument(.purge(gone), _, _) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(failure.map { "\($0)" }?.hasPrefix("the purge of the note \(gone) in ") == true)
    }
    #expect(try library.note(gone).title.value == "Gone")
  }
}
