// SPDX-License-Identifier: MIT

import NotesTestInputs
import ReplicatingTypes
import ReplicationLaws
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// An edit of one note costs the same in a small library and in a large one.
@Suite struct LibraryCostTests {
  private let folder: TemporaryFolder
  private let small: Library
  private let large: Library

  init() throws {
    folder = try TemporaryFolder()
    (small, large) = (
      try Library(openingOrCreating: folder.path("small")),
      try Library(openingOrCreating: folder.path("large"))
    )
    for (library, count) in [(small, 200), (large, 4000)] {
      let files = (0..<count).map { (file: NoteFile("t"), defaultTitle: "n\($0)", path: "") }
      _ = try library.take(in: files)
      try library.indexWords()
    }
  }

  /// Expects that `body` costs the same in the large library, except for a few levels of a tree.
  ///
  /// - Parameter body: Called with a library and a number that differs in each call: first once, so
  ///   that all statements are prepared, then for each counted time.
  private func expectSameCost(
    _ what: String, _ body: (Library, _ number: Int) throws -> Void
  ) throws {
    func costs(_ library: Library) throws -> Database.Costs {
      try body(library, 0)
      let before = try library.connection.costs
      for number in 1...20 { try body(library, number) }
      return try library.connection.costs.since(before)
    }
    let (one, other) = (try costs(small), try costs(large))
    #expect(one.steps > 0)
    #expect(other.steps < one.steps * 5 / 4 + 100, "\(what): \(one) and \(other)")
    // The number of a note's deltas depends on the sizes of ids and indexes, which are random.
    #expect(other.rows < one.rows * 2 + 100, "\(what): \(one) and \(other)")
    #expect(other.bytes < one.bytes * 5 / 4 + 100, "\(what): \(one) and \(other)")
  }

  private func note(_ number: Int, of library: Library) throws -> NoteID {
    try library.find("n\(number)")
  }

  /// One move among 50,000 notes used to read and rank them all.
  @Test func aMoveReadsTheNotesBesideIt() throws {
    try expectSameCost("first") { try $0.move(note(20 + $1, of: $0), to: .number(1)) }
    try expectSameCost("third") { try $0.move(note(20 + $1, of: $0), to: .number(3)) }
    try expectSameCost("before") {
      try $0.move(note(20 + $1, of: $0), to: .before(note(100 + $1, of: $0)))
    }
    try expectSameCost("after") {
      try $0.move(note(20 + $1, of: $0), to: .after(note(100 + $1, of: $0)))
    }
    for library in [small, large] { #expect(try library.check() == []) }
  }

  @Test func anAddedNoteReadsNoOther() throws {
    try expectSameCost("add") { library, number in
      _ = try library.add(NoteDraft(title: "new \(number)"))
    }
  }

  /// A command that deleted 2,000 notes used to read the ids of all notes for each.
  @Test func deletingANoteReadsNoOther() throws {
    try expectSameCost("delete") { library, number in
      try library.setTrashed(true, note(50 + number, of: library))
    }
    _ = try (small.abbreviation(), large.abbreviation())
    try expectSameCost("report") { library, number in
      _ = try library.abbreviation()
      _ = try library.summary(note(50 + number, of: library))
    }
    try expectSameCost("purge") { library, number in
      try library.purge([note(50 + number, of: library)])
    }
  }

  @Test func digitsThatTellNotesApartAreThoseOfNow() throws {
    let other = try Library(opening: folder.path("small"))
    let bits = try small.summaries()[0].id.rawValue ^ 1
    #expect(try small.abbreviation().digitCount < 32)
    _ = try other.documents.transaction {
      try other.insert(NoteDraft(title: "alike"), id: NoteID(rawValue: bits))
    }
    #expect(try small.abbreviation().digitCount == 32)
    #expect(try other.abbreviation().digitCount == 32)
  }
}
