// SPDX-License-Identifier: MIT

import CSQLite
import Foundation
import SyncSimulation
import TestInputs

@testable import DecentDocuments

/// The libraries of a simulation, in files as in apps.
final class LibraryShelf: SimulatedShelf {
  /// A copy of a library's files, deleted together with this value.
  final class Image {
    fileprivate let path: String

    fileprivate init(path: String) { self.path = path }

    deinit { StoredLibrary.remove(path) }
  }

  static let removesDocuments = true

  private let folder: TemporaryFolder
  private let empty: Image
  private var count = 0

  init() throws {
    folder = try TemporaryFolder()
    empty = Image(path: folder.path("empty"))
    try Database.create(at: empty.path, format: .documents)
  }

  private func newPath() -> String {
    count += 1
    return folder.path("\(count)")
  }

  func makeLibrary() throws -> StoredLibrary { try library(from: empty) }

  func image(of library: StoredLibrary) throws -> Image {
    let image = Image(path: newPath())
    try StoredLibrary.copy(library.path, to: image.path)
    return image
  }

  func library(from image: Image) throws -> StoredLibrary {
    let path = newPath()
    try StoredLibrary.copy(image.path, to: path)
    return try StoredLibrary(at: path)
  }

  func libraryAfterCrash(of library: StoredLibrary) throws -> StoredLibrary {
    let path = newPath()
    try StoredLibrary.copy(library.pathAtFailure, to: path)
    return try StoredLibrary(at: path)
  }
}

/// A document library, and the connection on which it syncs.
final class StoredLibrary: SimulatedLibrary {
  let path: String
  let rows: RowTable
  let documents: SyncedDocuments
  private let library: DocumentLibrary
  private let texts: DocumentCollection<ReplicatingText>
  private let sets: DocumentCollection<ReplicatingSet<String>>
  private let dictionaries: DocumentCollection<ReplicatingDictionary<String, Int>>
  private let cards: DocumentCollection<Card>
  private let failure: StorageFailure

  init(at path: String) throws {
    self.path = path
    library = try DocumentLibrary(at: URL(fileURLWithPath: path))
    texts = try library.collection(of: ReplicatingText.self)
    sets = try library.collection(of: ReplicatingSet<String>.self)
    dictionaries = try library.collection(of: ReplicatingDictionary<String, Int>.self)
    cards = try library.collection(indexedBy: CardWords())
    let syncing = try Database.open(at: path, format: .documents)
    rows = RowTable(database: syncing)
    documents = SyncedDocuments(library: library, database: syncing)
    let editing = try library.read { $0 }
    failure = StorageFailure(of: [editing, syncing], at: path)
    // Images of disks are copies of the files as the system sees them, not as a power failure
    // leaves them.
    for database in [editing, syncing] { try database.execute(script: "PRAGMA synchronous = OFF") }
  }

  deinit {
    Self.remove(path)
    Self.remove(pathAtFailure)
  }

  // MARK: Documents

  private func collection(of document: DocumentID) -> any WordCollection {
    switch WordKind(of: document) {
    case .text: texts
    case .set: sets
    case .dictionary: dictionaries
    case .card: cards
    }
  }

  func edit(_ document: DocumentID, _ edit: WordEdit) throws {
    guard let id = DocumentPlace(document)?.id else { return }
    try collection(of: document).edit(id, edit)
  }

  func dropDeleted(in document: DocumentID) throws -> Bool {
    let collection = collection(of: document)
    guard let id = DocumentPlace(document)?.id, try collection.exists(id) else { return false }
    return try collection.dropDeleted(in: id, ifFreeing: 0)
  }

  func remove(_ document: DocumentID) throws -> Bool {
    let collection = collection(of: document)
    guard let id = DocumentPlace(document)?.id, try collection.exists(id) else { return false }
    try collection.removeDocument(id)
    return true
  }

  func words(of document: DocumentID) throws -> Set<String> {
    try DocumentPlace(document).flatMap { try collection(of: document).content(of: $0.id) }?.words
      ?? []
  }

  func content(of document: DocumentID) throws -> [UInt8] {
    if let place = DocumentPlace(document) {
      return try collection(of: document).content(of: place.id)?.encoded() ?? []
    }
    return try library.read {
      try library.table(in: $0).content(of: document, as: DocumentRemoval.self)?.encoded() ?? []
    }
  }

  func mark(of document: DocumentID) throws -> [UInt8] {
    let origin = try library.read { try library.table(in: $0).origin(of: document) }
    return Array("\(origin?.revision ?? 0)".utf8)
  }

  /// The index is in step with the documents, and no document is here that holds only what those who
  /// removed it had seen.
  func fault() throws -> String? {
    for document in try documents.all() {
      guard let place = DocumentPlace(document) else { continue }
      if try library.read({ try collection(of: document).isCovered(place, in: $0) }) {
        return "\(document) was removed, and is here"
      }
    }
    var words: Set<String> = []
    for id in try cards.ids() { words.formUnion(try cards.document(of: id)?.words ?? []) }
    let indexed = Set(try library.rows("SELECT word FROM words") { try $0.text(at: 0) })
    return words == indexed ? nil : "the index holds other words"
  }

  // MARK: Failures

  /// The files at the moment at which the storage failed.
  var pathAtFailure: String { failure.image }

  func failAfter(_ steps: Int) { failure.begin(after: steps) }

  func work() -> Bool { failure.end() }

  // MARK: Files

  /// SQLite creates the third file anew. That file only speeds it up.
  private static let companions = ["", "-wal"]

  fileprivate static func copy(_ path: String, to other: String) throws {
    for companion in companions where FileManager.default.fileExists(atPath: path + companion) {
      try FileManager.default.copyItem(atPath: path + companion, toPath: other + companion)
    }
  }

  fileprivate static func remove(_ path: String) {
    for companion in companions + ["-shm"] {
      try? FileManager.default.removeItem(atPath: path + companion)
    }
  }

  /// Lets connections fail in the middle of a statement, and keeps an image of the disk at that
  /// moment.
  private final class StorageFailure {
    private let databases: [Database]
    private let path: String
    var image: String { path + ".failed" }
    private var stepsLeft = 0
    private var hasFailed = false

    init(of databases: [Database], at path: String) {
      self.databases = databases
      self.path = path
    }

    /// - Parameter steps: The number of times that SQLite may still ask whether to continue. It
    ///   asks at the end of each step of a statement, and each time around its loops.
    func begin(after steps: Int) {
      stepsLeft = steps
      hasFailed = false
      let this = Unmanaged.passUnretained(self).toOpaque()
      for database in databases {
        sqlite3_progress_handler(
          database.handle, 1,
          { this in
            this.map { Unmanaged<StorageFailure>.fromOpaque($0).takeUnretainedValue().goesOn() }
              == true ? 0 : 1
          }, this)
      }
    }

    private func goesOn() -> Bool {
      if stepsLeft == 0 {
        hasFailed = true
        StoredLibrary.remove(image)
        // Opening a missing copy fails, so its absence is noticed.
        try? StoredLibrary.copy(path, to: image)
      }
      stepsLeft -= 1
      return stepsLeft >= 0
    }

    /// - Returns: Whether anything failed.
    func end() -> Bool {
      for database in databases {
        sqlite3_progress_handler(database.handle, 0, nil, nil)
        // The failed statement may be the one that begins or ends a transaction.
        if database.isInTransaction { try? database.execute(script: "ROLLBACK") }
      }
      return hasFailed
    }
  }
}

/// A collection whose documents are words.
private protocol WordCollection {
  func exists(_ id: UUID) throws -> Bool
  func removeDocument(_ id: UUID) throws
  func dropDeleted(in id: UUID, ifFreeing percent: Int) throws -> Bool
  func content(of id: UUID) throws -> (any WordContent)?

  /// Edits a document, making it if there is none.
  func edit(_ id: UUID, _ edit: WordEdit) throws

  /// Whether those who removed a document had seen all that it holds, and it is not put together
  /// again.
  func isCovered(_ place: DocumentPlace, in database: Database) throws -> Bool
}

extension DocumentCollection: WordCollection where Content: WordContent {
  func content(of id: UUID) throws -> (any WordContent)? { try document(of: id) }

  func removeDocument(_ id: UUID) throws { try remove(id) }

  func edit(_ id: UUID, _ edit: WordEdit) throws {
    if try exists(id) { return try self.edit(id) { $0.apply(edit) } }
    var content = Content()
    content.apply(edit)
    try add(content, id: id)
  }

  func isCovered(_ place: DocumentPlace, in database: Database) throws -> Bool {
    let table = library.table(in: database)
    let removals = RemovalTable(table: table)
    guard let reach = try removals.reach(of: place, as: Content.self),
      try !removals.isRevived(place),
      let content = try table.content(of: place.document, as: Content.self)
    else { return false }
    return reach.covers(content.version)
  }
}

/// The words of cards, in a table.
private struct CardWords: DocumentIndex {
  let name = "words"
  let steps = ["CREATE TABLE words (id TEXT, word TEXT, PRIMARY KEY (id, word))"]

  func update(_ id: UUID, to card: Card, in tables: borrowing IndexTables) throws {
    try tables.run("DELETE FROM words WHERE id = ?", .id(id))
    for word in card.words.sorted() {
      try tables.run("INSERT INTO words (id, word) VALUES (?, ?)", .id(id), .text(word))
    }
  }

  func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
    try tables.run("DELETE FROM words WHERE id = ?", .id(id))
  }
}
