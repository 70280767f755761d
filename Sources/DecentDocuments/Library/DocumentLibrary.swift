// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import DecentSync
import Foundation
import ReplicatingTypes
import Synchronization

/// An app's documents, in a file of this device.
///
/// A document is a replicating value: copies of it on several devices are edited apart and merged.
/// Every change is on the disk when its call returns. Any number of threads, tasks and processes
/// may use one file at once: each call reads, changes and writes in one transaction.
///
/// ```swift
/// let library = try DocumentLibrary(at: url)
/// let recipes = try library.collection(of: Recipe.self)
/// let id = try recipes.add(Recipe(title: "Bread"))
/// try recipes.edit(id) { $0.method.append("Boil water.") }
/// ```
///
/// Calls block while another process writes, and while they read and write the disk. The most
/// frequent calls have `async` forms, which block no thread.
public final class DocumentLibrary: Sendable {
  /// The path of the file.
  public let path: String

  let connection: SharedConnection
  /// The folder that is removed together with a temporary library; nil for any other library.
  let folder: PassingFolder?
  let changes = ChangeCounter()
  let watch = LibraryWatch()
  let worker = LibraryWorker()
  /// The connections for sync that no run of sync uses now.
  let syncConnections = Mutex<[SyncConnection]>([])
  private let kinds = Mutex<[UInt64: any CollectionKind]>([:])
  /// The user of each name of an index or of the app's own tables. The user is the type of the
  /// index, or the app itself.
  private let tableUsers = Mutex<[String: String]>([:])
  /// The steps that make the app's own tables, by the name given to ``makeTables(named:steps:)``.
  let ownTables = Mutex<[String: [String]]>([:])

  /// Opens a library, making it if there is none.
  ///
  /// - Parameter url: The library's file. SQLite keeps other files beside it, with the same name
  ///   and an ending. If the folder does not exist, it is made, and only its owner can open it.
  /// - Throws: A ``DatabaseFailure`` if the file is damaged, if another version of this software or
  ///   another program made the file, or if the file can be neither made nor opened.
  public convenience init(at url: URL) throws {
    if !FileManager.default.fileExists(atPath: url.path) {
      try Database.createFirst(at: url.path, format: .documents)
    }
    self.init(try Database.open(at: url.path, format: .documents), at: url.path)
  }

  /// - Parameter path: The path that error messages state.
  init(_ database: Database, at path: String, in folder: PassingFolder? = nil) {
    (self.path, self.folder, connection) = (path, folder, SharedConnection(database))
  }

  /// The documents of one type.
  ///
  /// Sync takes in only documents of types that were asked for with this method. Documents of other
  /// types wait in the remote. A model whose fields are listed wrongly stops the program here. If
  /// the type is an ``OrderedDocument``, the library also keeps an index of the documents' order.
  ///
  /// ```swift
  /// let recipes = try library.collection(of: Recipe.self, indexedBy: Titles(), Ingredients())
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the documents.
  ///   - indexes: The indexes whose tables follow the documents from now on, as long as the library
  ///     is open. The tables are brought up to date before this method returns, except tables of
  ///     deferred indexes. Indexes of earlier calls stay, unless this call passes an index of the
  ///     same name. Of several indexes with one name, the last one is used. The first call for a
  ///     type tries again to read the documents that an index skipped.
  /// - Throws: ``DocumentFailure/kindTaken(_:by:wanted:)`` if another type is of the same kind,
  ///   ``DocumentFailure/indexTaken(_:by:wanted:)``,
  ///   ``DocumentFailure/newerIndex(name:found:supported:)``, and what an index throws. Nothing is
  ///   changed then, and sync takes in no documents of the type unless an earlier call asked for
  ///   it.
  public func collection<Content: ReplicatingDocument>(
    of type: Content.Type = Content.self, indexedBy indexes: any DocumentIndex<Content>...
  ) throws -> DocumentCollection<Content> {
    if let fault = (Content() as? any FieldListing)?.listingFault { stop(fault) }
    let indexes = Content.orderIndexes + indexes
    let kind = try ContentKind<Content>(indexes: indexes).added(to: nil)
    try kinds.withLock { _ = try kind.added(to: $0[Content.frameKind.code]) }
    let users = indexes.map { (name: $0.name, user: $0.typeName) }
    let isDone = try isDone(using: users) { database in
      try indexes.allSatisfy { try IndexRecords(database: database).mayBeUsed($0) }
    }
    let isFirst = kinds.withLock { $0[Content.frameKind.code] == nil }
    let hasNews = try isFirst && read { try hasSkipped(readableAs: type, in: $0) }
    if !isDone || hasNews {
      do {
        try write(using: users) { database in
          let (records, table) = (IndexRecords(database: database), table(in: database))
          for index in indexes { try records.prepare(index.name, steps: index.steps) }
          if isFirst { try SkippedDocuments(table: table).readmit(as: type) }
          try kind.updateIndexes(in: table)
        }
      } catch let failure as DatabaseFailure where isDone && failure.isOfSurroundings {
        // A library that cannot be written now can be read. Its next opening tries again.
      }
    }
    // Sync takes in documents of this type from now on.
    try kinds.withLock { kinds in
      kinds[Content.frameKind.code] = try kind.added(to: kinds[Content.frameKind.code])
    }
    return DocumentCollection(self)
  }

  private func hasSkipped(
    readableAs type: (some ReplicatingDocument).Type, in database: Database
  ) throws -> Bool {
    try !SkippedDocuments(table: table(in: database)).readable(as: type).isEmpty
  }

  /// Runs `body` in a transaction. If `body` succeeds, notes the users of `names`.
  ///
  /// - Throws: ``DocumentFailure/indexTaken(_:by:wanted:)`` if a name has another user already, and
  ///   what `body` throws.
  func write<Result>(
    using names: [(name: String, user: String)], inTurns: Bool = false,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    try write(inTurns: inTurns) { database in try noting(names) { try body(database) } }
  }

  /// Returns the answer of `isDone`: whether the tables of `names` can be used as they are. If they
  /// can, notes the users of `names`. Writes nothing, so the library may be on a read-only disk.
  ///
  /// - Throws: The errors of ``write(using:inTurns:_:)``.
  func isDone(
    using names: [(name: String, user: String)], _ isDone: (Database) throws -> Bool
  ) throws -> Bool {
    try read { database in try isDone(database) && noting(names) { true } }
  }

  private func noting<Result>(
    _ names: [(name: String, user: String)], _ body: () throws -> Result
  ) throws -> Result {
    var users = tableUsers.withLock(\.self)
    for (name, user) in names {
      if let known = users.updateValue(user, forKey: name), known != user {
        throw DocumentFailure.indexTaken(name, by: known, wanted: user)
      }
    }
    let result = try body()
    tableUsers.withLock { [users] in $0 = users }
    return result
  }

  /// The kind of a document; nil if its type was not asked for.
  func kind(of document: DocumentID) -> (any CollectionKind)? {
    guard let code = DocumentPlace(document)?.code else { return nil }
    return kinds.withLock { $0[code] }
  }

  /// All types that were asked for.
  var knownKinds: [any CollectionKind] { kinds.withLock { Array($0.values) } }

  /// Runs several edits as one: all are stored, or none.
  ///
  /// - Throws: What `body` throws; nothing was changed then.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try write { _ in try body() }
  }

  /// The rows of a query of the app's own tables.
  ///
  /// - Parameters:
  ///   - sql: One statement of SQLite that only reads.
  ///   - values: The parameters of the statement.
  ///   - read: Reads a row. It may run other queries, but cannot change anything.
  /// - Throws: ``DocumentFailure/badStatement(_:reason:)``, also if the statement writes. A
  ///   ``DatabaseFailure``, and the errors of `read`.
  public func rows<Row>(
    _ sql: String, _ values: IndexValue..., as read: (borrowing IndexRow) throws -> Row
  ) throws -> [Row] {
    try rows(sql, values, as: read)
  }

  /// The rows of a query of the app's own tables, with an array of parameters.
  public func rows<Row>(
    _ sql: String, _ values: [IndexValue], as read: (borrowing IndexRow) throws -> Row
  ) throws -> [Row] {
    try connection.read { try IndexTables($0, isReadOnly: true).rows(sql, values, as: read) }
  }

  /// Runs a statement that changes the app's own tables. Within a transaction, the statement is a
  /// part of that transaction.
  ///
  /// - Parameters:
  ///   - sql: One statement of SQLite.
  ///   - values: The parameters of the statement.
  /// - Throws: The errors of ``IndexTables/run(_:_:)-(_,IndexValue...)``.
  public func run(_ sql: String, _ values: IndexValue...) throws { try run(sql, values) }

  /// Runs a statement that changes the app's own tables, with an array of parameters.
  public func run(_ sql: String, _ values: [IndexValue]) throws {
    try write(isStatement: true) { try IndexTables($0).run(sql, values) }
  }

  /// Runs several reads of documents and tables at one moment. The reads see nothing that other
  /// processes or threads write meanwhile.
  ///
  /// - Throws: What `body` throws.
  public func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try read { _ in try body() }
  }

  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try connection.read(body)
  }

  func write<Result>(
    inTurns: Bool = false, isStatement: Bool = false, _ body: (Database) throws -> Result
  ) throws -> Result {
    let (result, isCommitted) = try connection.write(
      inTurns: inTurns, isStatement: isStatement, body)
    if isCommitted { changes.notify() }
    return result
  }

  /// The table of documents in a database of this library.
  ///
  /// - Parameter remembers: Whether documents that are read or written are kept in memory for later
  ///   calls.
  func table(in database: Database, remembers: Bool = true) -> DocumentTable {
    let memory = remembers ? connection.memory : nil
    return DocumentTable(database: database, memory: memory) { [self] document, reason in
      let place = DocumentPlace(document) ?? DocumentPlace(removal: document)
      guard let place, let kind = kind(of: place.document) else {
        return DamagedDocument(document, reason: "\(reason)")
      }
      if let reason = reason as? DecodingFailure, reason.isNewer {
        return DocumentFailure.newerDocument(
          place.id, kind: kind.frameKind.name, reason: "\(reason)")
      }
      if let reason = reason as? DecodingFailure, reason.isForeignContent {
        return DocumentFailure.unfitDocument(
          place.id, kind: kind.frameKind.name, reason: "\(reason)")
      }
      return DocumentFailure.damagedDocument(
        place.id, kind: kind.frameKind.name, path: path, reason: "\(reason)")
    }
  }
}
