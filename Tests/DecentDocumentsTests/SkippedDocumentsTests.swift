// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes
import TestInputs
import Testing

@testable import DecentDocuments

private protocol Bookshelf: WholeDocument {
  var books: Set<String> { get }
}

/// A shelf as the latest version of the app reads and writes it.
private struct PlainShelf: Bookshelf {
  var books: Set<String> = []

  static let kind = "com.example.bookshelf"

  func merged(with other: PlainShelf) -> PlainShelf {
    PlainShelf(books: books.union(other.books))
  }
}

/// The same shelf in a version of the app that cannot read shelves without a room.
private struct RoomShelf: Bookshelf {
  var books: Set<String> = []
  var room = ""

  static let kind = PlainShelf.kind

  func merged(with other: RoomShelf) -> RoomShelf {
    RoomShelf(books: books.union(other.books), room: max(room, other.room))
  }
}

private struct Books<Shelf: Bookshelf>: DocumentIndex {
  let name = "books"
  var isDeferred = false
  let steps = ["CREATE TABLE books (id TEXT, book TEXT, PRIMARY KEY (id, book))"]

  func update(_ id: UUID, to shelf: Shelf, in tables: borrowing IndexTables) throws {
    try remove(id, from: tables)
    for book in shelf.books {
      try tables.run("INSERT INTO books VALUES (?, ?)", .id(id), .text(book))
    }
  }

  func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
    try tables.run("DELETE FROM books WHERE id = ?", .id(id))
  }
}

extension DocumentLibrary {
  fileprivate func books() throws -> [String] {
    try rows("SELECT book FROM books ORDER BY book") { try $0.text(at: 0) }
  }

  fileprivate func lastRevision() throws -> Int {
    try read { try DocumentTable.lastRevision(in: $0) }
  }
}

/// Indexes of documents that one version of the app reads, and another version does not.
@Suite struct SkippedDocumentsTests {
  private let folder: TemporaryFolder
  private let shelves: DocumentCollection<PlainShelf>
  private let id: UUID

  init() throws {
    folder = try TemporaryFolder()
    shelves = try folder.library().collection(of: PlainShelf.self)
    id = try shelves.add(PlainShelf(books: ["Emma"]))
  }

  @Test func anIndexTakesInADocumentOnceItsTypeReadsIt() throws {
    let former = try folder.library()
    _ = try former.collection(indexedBy: Books<RoomShelf>())
    #expect(try former.books() == [])
    let latest = try folder.library()
    _ = try latest.collection(indexedBy: Books<PlainShelf>())
    #expect(try latest.books() == ["Emma"])
  }

  @Test func aDeferredIndexLagsBehindADocumentThatItsTypeReadsNow() throws {
    let former = try folder.library().collection(of: RoomShelf.self)
    #expect(try former.catchUp(Books<RoomShelf>(isDeferred: true)))
    let latest = try folder.library()
    let index = Books<PlainShelf>(isDeferred: true)
    let shelves = try latest.collection(indexedBy: index)
    #expect(try !shelves.isUpToDate(index))
    #expect(try shelves.catchUp(index))
    #expect(try latest.books() == ["Emma"])
  }

  /// The documents are also read anew where the first call for their type names no index.
  @Test func anIndexOfALaterCallTakesInTheDocument() throws {
    _ = try folder.library().collection(indexedBy: Books<RoomShelf>())
    let latest = try folder.library()
    _ = try latest.collection(of: PlainShelf.self)
    _ = try latest.collection(indexedBy: Books<PlainShelf>())
    #expect(try latest.books() == ["Emma"])
  }

  @Test func aDocumentThatIsStillNotReadIsNoNews() throws {
    _ = try folder.library().collection(indexedBy: Books<RoomShelf>())
    let revision = try shelves.library.lastRevision()
    let again = try folder.library()
    let rooms = try again.collection(indexedBy: Books<RoomShelf>())
    #expect(try again.lastRevision() == revision)
    #expect(try rooms.isUpToDate(Books<RoomShelf>()))
  }

  /// An index takes in a changed document anyway.
  @Test func aDocumentThatChangedSinceItWasSkippedIsNoNews() throws {
    _ = try folder.library().collection(indexedBy: Books<RoomShelf>())
    try shelves.edit(id) { $0.books.insert("Walden") }
    let revision = try shelves.library.lastRevision()
    let latest = try folder.library()
    _ = try latest.collection(indexedBy: Books<PlainShelf>())
    #expect(try latest.books() == ["Emma", "Walden"])
    #expect(try latest.lastRevision() == revision)
  }

  /// The next opening takes in the document.
  @Test func aLibraryThatCannotBeWrittenIsReadAsItIs() throws {
    _ = try folder.library().collection(indexedBy: Books<RoomShelf>())
    let latest = try folder.library()
    try shelves.library.write { _ in
      try Database.$patience.withValue(0) {
        let shelves = try latest.collection(indexedBy: Books<PlainShelf>())
        #expect(try shelves.document(of: id)?.books == ["Emma"])
        #expect(try latest.books() == [])
      }
    }
    let next = try folder.library()
    _ = try next.collection(indexedBy: Books<PlainShelf>())
    #expect(try next.books() == ["Emma"])
  }

  @Test func aRemovedDocumentIsNoLongerSkipped() throws {
    _ = try folder.library().collection(indexedBy: Books<RoomShelf>())
    try shelves.remove(id)
    let count = try shelves.library.read { database in
      try database.row("SELECT count(*) FROM skipped_documents") { $0.integer(at: 0) }
    }
    #expect(count == 0)
  }
}
