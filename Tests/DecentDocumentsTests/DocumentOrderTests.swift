// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// Orders of documents on one device.
@Suite(.seeded) struct DocumentOrderTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let chores: DocumentCollection<Chore>

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    chores = try library.collection(of: Chore.self)
  }

  /// Opens the library as a program that begins now.
  private func again() throws -> DocumentCollection<Chore> {
    try folder.library().collection(of: Chore.self)
  }

  @Test func addedDocumentsStandLast() throws {
    _ = try chores.add("a", "b")
    let drafts = try ["c", "d"].map { try chores.draft(adding: Chore($0)) }
    for draft in drafts { #expect(try draft.commit()) }
    _ = try chores.add("e")
    #expect(try chores.names() == ["a", "b", "c", "d", "e"])
    #expect(try again().names() == ["a", "b", "c", "d", "e"])
  }

  @Test func aDocumentMovesBesideAnotherOrToAnEnd() throws {
    let ids = try chores.add("a", "b", "c", "d")
    try chores.move(ids[3], before: ids[1])
    #expect(try chores.names() == ["a", "d", "b", "c"])
    try chores.move(ids[0], after: ids[1])
    #expect(try chores.names() == ["d", "b", "a", "c"])
    try chores.move(ids[0], after: nil)
    #expect(try chores.names() == ["a", "d", "b", "c"])
    try chores.move(ids[3], before: nil)
    #expect(try chores.names() == ["a", "b", "c", "d"])
    // Beside the first, and beside the last.
    try chores.move(ids[2], before: ids[0])
    try chores.move(ids[1], after: ids[3])
    #expect(try chores.names() == ["c", "a", "d", "b"])
    #expect(try again().names() == ["c", "a", "d", "b"])
    #expect(try again().ids() == [ids[2], ids[0], ids[3], ids[1]])
  }

  @Test func aMoveIsOneEditOfTheMovedDocument() throws {
    let ids = try chores.add("a", "b", "c")
    let before = try library.revision()
    let others = try ids.dropLast().map { try chores.document(of: $0) }
    try chores.move(ids[2], before: ids[0])
    #expect(try chores.changes(after: before).documents.map(\.id) == [ids[2]])
    #expect(try library.revision() == before + 1)
    #expect(try ids.dropLast().map { try chores.document(of: $0) } == others)
  }

  @Test func aDocumentThatStandsThereIsNotEdited() throws {
    let ids = try chores.add("a", "b", "c")
    let before = try library.revision()
    try chores.move(ids[0], before: ids[1])
    try chores.move(ids[1], after: ids[0])
    try chores.move(ids[0], after: nil)
    try chores.move(ids[2], before: nil)
    #expect(try library.revision() == before)
    let only = try folder.library("only").collection(of: Chore.self)
    let id = try only.add(Chore("a"))
    try only.move(id, before: nil)
    try only.move(id, after: nil)
    #expect(try only.names() == ["a"])
  }

  @Test func aMoveThatCannotBeIsRefusedInWords() throws {
    let ids = try chores.add("a", "b")
    let (unknown, kind) = (UUID(), Chore.kind)
    try chores.remove(ids[1])
    let before = try library.revision()
    #expect(throws: DocumentFailure.movedBesideItself(ids[0], kind: kind)) {
      try chores.move(ids[0], before: ids[0])
    }
    let failure = #expect(throws: DocumentFailure.movedBesideItself(ids[0], kind: kind)) {
      try chores.move(ids[0], after: ids[0])
    }
    #expect(try #require(failure).localizedDescription.contains("beside itself"))
    for other in [unknown, ids[1]] {
      #expect(throws: DocumentFailure.unknownDocument(other, kind: kind)) {
        try chores.move(ids[0], after: other)
      }
      #expect(throws: DocumentFailure.unknownDocument(other, kind: kind)) {
        try chores.move(other, before: nil)
      }
      #expect(throws: DocumentFailure.unknownDocument(other, kind: kind)) {
        try chores.ids(after: other, atMost: 1)
      }
    }
    #expect(try library.revision() == before)
  }

  @Test func pagesFollowOneAnother() throws {
    let ids = try chores.add("a", "b", "c", "d", "e")
    try chores.move(ids[4], after: nil)
    var (pages, page): ([[UUID]], [UUID]) = ([], [])
    repeat {
      page = try chores.ids(after: page.last, atMost: 2)
      pages.append(page)
    } while !page.isEmpty
    #expect(pages.map(\.count) == [2, 2, 1, 0])
    #expect(try pages.flatMap(\.self) == chores.ids())
    #expect(try chores.ids(after: nil, atMost: -1) == [])
  }

  /// The documents are there when the new version of the app begins.
  @Test func documentsOfAnOlderVersionAreInOneOrder() throws {
    let old = try folder.library("old").collection(of: PlainChore.self)
    let ids = try ["a", "b", "c"].map { try old.add(PlainChore($0)) }.sorted {
      $0.uuidString > $1.uuidString
    }
    let new = try folder.library("old").collection(of: Chore.self)
    #expect(try new.ids() == ids)
    let last = try new.add(Chore("last"))
    try new.move(ids[2], after: nil)
    let order = [ids[2], ids[0], ids[1], last]
    #expect(try new.ids() == order)
    // The older version still runs. What it adds gets its row with the next move.
    let late = try old.add(PlainChore("late"))
    try old.remove(ids[1])
    #expect(try new.ids() == [ids[2], ids[0], last, late])
    #expect(try new.ids(after: ids[0], atMost: 9) == [last, late])
    #expect(try new.ids(after: ids[2], atMost: 2) == [ids[0], last])
    #expect(try new.ids(after: late, atMost: 9) == [])
    try new.move(late, after: ids[0])
    #expect(try new.ids() == [ids[2], ids[0], late, last])
    #expect(try new.ids(after: ids[0], atMost: 9) == [late, last])
  }

  @Test func aModelMayStandByAnOrderOfItsOwn() throws {
    let entries = try library.collection(of: Entry.self)
    let ids = try [3, 1, 2].map { try entries.add(Entry(time: $0)) }
    #expect(try ids.allSatisfy { try entries.document(of: $0)?.place.value == .unset })
    #expect(try entries.ids() == [ids[0], ids[2], ids[1]])
    try entries.move(ids[1], after: ids[0])
    #expect(try entries.ids() == [ids[0], ids[1], ids[2]])
  }

  @Test func anIndexOfTheAppHoldsPlaces() throws {
    struct Short: DocumentIndex {
      let name = "short"
      let steps = ["CREATE TABLE short (id TEXT PRIMARY KEY, name TEXT, place BLOB)"]

      func update(_ id: UUID, to chore: Chore, in tables: borrowing IndexTables) throws {
        try tables.run(
          "INSERT OR REPLACE INTO short VALUES (?, ?, ?)", .id(id), .text(chore.name.value),
          .place(of: chore, id))
      }

      func remove(_ id: UUID, from tables: borrowing IndexTables) throws {}
    }
    let short = try library.collection(indexedBy: Short())
    let ids = try short.add("a", "b", "c")
    try short.move(ids[2], after: ids[0])
    let names = try library.rows("SELECT name FROM short WHERE name <> 'b' ORDER BY place") {
      try $0.text(at: 0)
    }
    #expect(names == ["a", "c"])
    #expect(try short.names() == ["a", "c", "b"])
  }

  @Test func emptyAndRemovedDocumentsAreStillRefused() throws {
    #expect(throws: DocumentFailure.nothingWritten(kind: Chore.kind)) {
      try chores.add(Chore())
    }
    let old = try folder.library("old").collection(of: PlainChore.self)
    let id = try old.add(PlainChore("a"))
    let new = try folder.library("old").collection(of: Chore.self)
    let copy = try #require(try new.document(of: id))
    try new.remove(id)
    #expect(throws: DocumentFailure.removedDocument(id, kind: Chore.kind)) {
      try new.add(copy, id: id)
    }
    #expect(try new.ids() == [])
    try new.add(Chore("b"), id: id)
    #expect(try new.names() == ["b"])
  }

  @Test func aRepairBuildsTheOrderAnew() throws {
    let ids = try chores.add("a", "b", "c", "d")
    try chores.move(ids[3], after: nil)
    #expect(try library.check() == [])
    let table = Chore.orderTable
    try library.transaction { tables in
      try tables.run("UPDATE \(table) SET place = x'00' WHERE id = ?", .id(ids[1]))
      try tables.run("DELETE FROM \(table) WHERE id = ?", .id(ids[0]))
    }
    #expect(try library.check() == [.index(table, documents: 2)])
    let repair = try library.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
    #expect(repair.remaining == [])
    #expect(try library.check() == [])
    #expect(try chores.names() == ["d", "a", "b", "c"])
  }

  @Test func aDocumentThatCannotBeReadIsNoUnknownOne() throws {
    let ids = try chores.add("a", "b")
    let name = chores.document(ids[0]).text
    try library.write { database in
      try database.run(
        "UPDATE bases SET content = x'00' WHERE document = (SELECT key FROM documents WHERE name = ?)",
        .text(name))
      try database.run("UPDATE documents SET revision = 99 WHERE name = ?", .text(name))
      try database.run("DELETE FROM \(Chore.orderTable)")
      try database.run("UPDATE indexes SET revision = 0")
    }
    let chores = try again()
    #expect(try chores.ids() == [ids[1], ids[0]])
    let failure = #expect(throws: DocumentFailure.self) { try chores.move(ids[1], after: ids[0]) }
    guard case .damagedDocument(ids[0], _, _, _)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    try chores.move(ids[1], before: nil)
  }

  /// Sorting a list moves each document behind the one before.
  @Test func keysStayShort() throws {
    let ids = try chores.add("first", "other", "moved", "last")
    func size() throws -> Int {
      try ids.map { try chores.document(of: $0)?.place.value.bytes.count ?? 0 }.max() ?? 0
    }
    try library.transaction {
      for _ in 0..<TestRun.length(500) {
        try chores.move(ids[1], after: ids[0])
        try chores.move(ids[2], after: ids[0])
      }
    }
    #expect(try chores.names() == ["first", "moved", "other", "last"])
    #expect(try size() <= 32 + TestRun.length(1000) / 100)
    // The ends do not grow at all.
    try library.transaction {
      for place in 0..<TestRun.length(200) {
        try chores.move(ids[place % 4], after: nil)
        try chores.move(ids[place % 3], before: nil)
      }
    }
    for id in ids { try chores.move(id, before: nil) }
    #expect(try size() == 9)
  }
}
