// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes
import ReplicationLaws
import TestInputs
import Testing

@testable import DecentDocuments

/// The books of a shelf: each stays until it is removed, and is then gone.
private struct BookShelf: WholeDocument {
  private(set) var books: Set<String> = []
  private(set) var gone: Set<String> = []

  static let kind = "com.example.shelf"

  mutating func add(_ book: String) { if !gone.contains(book) { books.insert(book) } }

  mutating func remove(_ book: String) { if books.remove(book) != nil { gone.insert(book) } }

  func merged(with other: BookShelf) -> BookShelf {
    var result = self
    result.gone.formUnion(other.gone)
    result.books = books.union(other.books).subtracting(result.gone)
    return result
  }
}

/// The same shelf in a later version of the app.
private struct BookShelfWithPlaces: WholeDocument {
  var books: Set<String> = []
  var gone: Set<String> = []
  var places: Set<String> = []

  static let kind = BookShelf.kind

  func merged(with other: BookShelfWithPlaces) -> BookShelfWithPlaces {
    var result = self
    result.books.formUnion(other.books)
    result.gone.formUnion(other.gone)
    result.places.formUnion(other.places)
    return result
  }
}

/// The same shelf with a property that stored shelves lack.
private struct BookShelfWithOwner: WholeDocument {
  var books: Set<String> = []
  var gone: Set<String> = []
  var owners: Set<String>?

  static let kind = BookShelf.kind

  func merged(with other: BookShelfWithOwner) -> BookShelfWithOwner {
    var result = self
    result.books.formUnion(other.books)
    result.gone.formUnion(other.gone)
    if let theirs = other.owners { result.owners = theirs.union(owners ?? []) }
    return result
  }
}

/// The same shelf with a property that stored shelves lack, and that is not Optional.
private struct BookShelfWithRoom: WholeDocument {
  var books: Set<String> = []
  var gone: Set<String> = []
  var room = ""

  static let kind = BookShelf.kind

  func merged(with other: BookShelfWithRoom) -> BookShelfWithRoom {
    var result = self
    result.books.formUnion(other.books)
    result.gone.formUnion(other.gone)
    result.room = max(room, other.room)
    return result
  }
}

/// Documents of types that only merge.
@Suite(.ends) struct WholeDocumentTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private let one: DocumentLibrary
  private let two: DocumentLibrary

  init() throws {
    folder = try TemporaryFolder()
    (one, two) = (try folder.library("one"), try folder.library("two"))
  }

  @Test func aShelfIsReadWithAPropertyThatItLacks() async throws {
    var shelf = BookShelf()
    shelf.add("Emma")
    let id = try await one.collection(of: BookShelf.self).add(shelf)
    let later = try folder.library("one").collection(of: BookShelfWithOwner.self)
    #expect(try await later.document(of: id)?.books == ["Emma"])
    try await later.edit(id) { $0.owners = ["Ada"] }
    #expect(try await later.document(of: id)?.owners == ["Ada"])
    #expect(try folder.library("one").check().isEmpty)
  }

  @Test func aMissingPropertyIsNoDamage() async throws {
    let shelf = BookShelf(books: ["Emma"])
    let id = try await one.collection(of: BookShelf.self).add(shelf)
    try await RemoteSync(one, with: store, as: RemoteName("cloud")).run()
    let reason = """
      the data lacks "room", which BookShelfWithRoom asks for: make it Optional, or give it a default in \
      init(from:)
      """
    let document = DocumentPlace(code: BookShelf.frameKind.code, id: id).document
    let later = try folder.library("one")
    let shelves = try later.collection(of: BookShelfWithRoom.self)
    let failure = DocumentFailure.unfitDocument(id, kind: BookShelf.kind, reason: reason)
    await #expect(throws: failure) { try await shelves.document(of: id) }
    await #expect(throws: failure) { try await shelves.edit(id) { $0.books.insert("Walden") } }
    // A repair leaves it where it is.
    let problem = DocumentProblem.unfitDocument(
      document, kind: BookShelf.kind, reason: reason)
    #expect(try later.check() == [problem])
    #expect(!problem.isRepairable)
    let repair = try later.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
    #expect(repair.remaining == [problem])
    let former = try folder.library("one").collection(of: BookShelf.self)
    #expect(try await former.document(of: id) == shelf)

    // Another device with that version names the fault, and waits.
    _ = try two.collection(of: BookShelfWithRoom.self)
    let report = try await RemoteSync(two, with: store, as: RemoteName("cloud")).run()
    let held = HeldChange(
      document: document,
      reason: .unreadable(
        .foreignValue(type: "BookShelfWithRoom", part: "room", found: nil)))
    #expect(report.problems.map(\.reason) == [.held([held])])
    #expect(try await two.status(of: RemoteName("cloud")).pending.map(\.fault) == [.unfit])
  }

  private func settle() async throws {
    for _ in 0..<3 {
      for library in [one, two] {
        let report = try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
        #expect(report.isComplete, "\(report)")
      }
    }
  }

  @Test func theyKeepTheLaws() throws {
    let subject = LawSubject(
      "a shelf", make: { BookShelf() },
      edits: [
        { shelf, random in
          let book = random.pick(["a", "b", "c", "d"])
          shelf.add(book)
          return Edit("add \(book)", code: "replica.add(\"\(book)\")")
        },
        { shelf, random in
          let book = random.pick(["a", "b", "c", "d"])
          shelf.remove(book)
          return Edit("remove \(book)", code: "replica.remove(\"\(book)\")")
        },
      ],
      observe: { $0.books.sorted() })
    let report = try LawDriver(subject).run(schedules: 500)
    #expect(report.lateDeltas.refused == 0)
    _ = try ExhaustiveSearch(
      subject,
      edits: ["replica.add(\"a\")": { $0.add("a") }, "replica.remove(\"a\")": { $0.remove("a") }]
    ).run(SearchScope(edits: 3, merges: 3))
  }

  @Test func librariesSyncThem() async throws {
    let (mine, theirs) = (
      try one.collection(of: BookShelf.self), try two.collection(of: BookShelf.self)
    )
    let shelf = BookShelf(books: ["Emma"])
    let id = try await mine.add(shelf)
    try await settle()
    #expect(try await theirs.document(of: id) == shelf)
    // Both edit while they are apart.
    try await mine.edit(id) { $0.add("Ulysses") }
    try await mine.edit(id) { $0.remove("Emma") }
    try await theirs.edit(id) { $0.add("Walden") }
    try await settle()
    for shelves in [mine, theirs] {
      #expect(try await shelves.document(of: id)?.books == ["Ulysses", "Walden"])
    }
    // Devices at rest send nothing.
    for library in [one, two] {
      let report = try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
      #expect(report.uploaded.objects == 0)
    }
    // An older copy that is assigned drops nothing.
    try await mine.edit(id) { $0 = shelf }
    #expect(try await mine.document(of: id)?.books == ["Ulysses", "Walden"])
    try await mine.remove(id)
    try await settle()
    #expect(try await theirs.document(of: id) == nil)
    #expect(try one.check().isEmpty && two.check().isEmpty)
  }

  @Test func anEditBringsARemovedOneBack() async throws {
    let (mine, theirs) = (
      try one.collection(of: BookShelf.self), try two.collection(of: BookShelf.self)
    )
    let shelf = BookShelf(books: ["Emma"])
    let id = try await mine.add(shelf)
    try await settle()
    try await mine.remove(id)
    try await theirs.edit(id) { $0.add("Walden") }
    try await settle()
    for shelves in [mine, theirs] {
      #expect(try await shelves.document(of: id)?.books == ["Emma", "Walden"])
    }
  }

  @Test func partsOfANewerVersionAreNotLost() throws {
    var newer = BookShelfWithPlaces()
    (newer.books, newer.places) = (["Emma"], ["hall"])
    let bytes = try newer.encoded()
    #expect { try BookShelf(encoded: bytes) } throws: { ($0 as? DecodingFailure)?.isNewer == true }
    #expect(throws: DecodingFailure.self) { try BookShelf(encoded: VersionVector().encoded()) }
  }
}
