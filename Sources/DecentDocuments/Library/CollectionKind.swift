// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync
import Foundation
import ReplicatingTypes

/// A type-erased type of documents, for sync, checks and the update of indexes.
protocol CollectionKind: Sendable {
  var frameKind: FrameKind { get }
  var typeName: String { get }

  /// Opens a document, as ``SyncDocuments/open(_:)`` does.
  func open(_ place: DocumentPlace, in table: DocumentTable) throws -> OpenDocument

  /// Stores the edits that a document took in, as ``SyncDocuments/store(_:)`` does.
  func store(_ document: OpenDocument, in table: DocumentTable) throws

  /// Settles a removal, as ``RemovalTable/settle(_:as:after:)`` does.
  func settleRemoval(
    of place: DocumentPlace, after wasRemoved: Bool, in table: DocumentTable
  ) throws

  /// Drops a removed document, as ``RemovalTable/dropIfCovered(_:as:)`` does.
  func dropIfCovered(_ place: DocumentPlace, in table: DocumentTable) throws

  /// Updates the indexes for the documents that changed. The caller has begun a transaction.
  func updateIndexes(in table: DocumentTable) throws

  /// Compares a document with its history, and the tables of the indexes with the document.
  ///
  /// - Parameter missing: The names of indexes with missing tables. These indexes are not checked.
  /// - Returns: The names of the indexes that disagree with the document.
  /// - Throws: The error that ``DocumentTable/damage`` makes.
  func check(
    _ place: DocumentPlace, in table: DocumentTable, passingOver missing: Set<String>
  ) throws -> [String]

  /// The missing tables of the indexes, each with the name of its index.
  func missingTables(in table: DocumentTable) throws -> [(table: String, index: String)]

  /// Finds index rows that belong to no document.
  ///
  /// - Parameters:
  ///   - missing: The names of indexes with missing tables. These indexes are not checked.
  ///   - disagreeing: The number of documents that each index disagrees with. This call adds the
  ///     number of nonexistent documents that have rows.
  func checkIndexes(
    in table: DocumentTable, passingOver missing: Set<String>, _ disagreeing: inout [String: Int]
  ) throws

  /// Makes the missing tables of an index, and drops the index's rows of documents that do not
  /// exist. The next update passes all documents to the index. Does nothing if this kind has no
  /// index of the name.
  func restartIndex(_ name: String, in table: DocumentTable) throws

  /// Whether a stored document is of this type, whatever its name is.
  func reads(_ key: Int, in table: DocumentTable) throws -> Bool

  /// The base of one document, joined from the readable bases and deltas that were stored under its
  /// name; nil if no base can be read.
  func joined(_ bases: [[UInt8]], and deltas: [[UInt8]]) -> [UInt8]?

  /// Continues a damaged document, as ``DocumentTable/restart(_:_:as:)`` does. Then drops it if a
  /// removal covers it.
  func restart(_ place: DocumentPlace, _ key: Int, in table: DocumentTable) throws

  /// Merges a document that lost its name into another document, which has that name now.
  func join(
    _ key: Int, into place: DocumentPlace, in table: DocumentTable,
    keepingIn kept: inout KeptDocuments
  ) throws
}

struct ContentKind<Content: ReplicatingDocument>: CollectionKind {
  /// The indexes of the documents, including deferred indexes.
  var indexes: [any DocumentIndex<Content>] = []

  var frameKind: FrameKind { Content.frameKind }
  var typeName: String { String(reflecting: Content.self) }

  func open(_ place: DocumentPlace, in table: DocumentTable) throws -> OpenDocument {
    let open = try table.open(place.document, as: Content.self)
    open.removal = try RemovalTable(table: table).reach(of: place, as: Content.self).map { reach in
      KnownRemoval(reach, withHere: reach.merged(with: open.content.reach)) { reach, version in
        (try? Content.Version(encoded: version)).map(reach.covers) ?? false
      }
    }
    return open
  }

  func store(_ document: OpenDocument, in table: DocumentTable) throws {
    guard let open = document as? TypedDocument<Content> else { return }
    let stored = try table.change(open.id, by: .others) { $0 = open.content }
    guard let place = DocumentPlace(open.id) else { return }
    let wasRemoved = try RemovalTable(table: table).isRemoved(place)
    if wasRemoved { try dropIfCovered(place, in: table) }
    let known = wasRemoved ? nil : stored.map { [place.id: $0.content] }
    try updateIndexes(in: table, knowing: known ?? [:])
  }

  func settleRemoval(
    of place: DocumentPlace, after wasRemoved: Bool, in table: DocumentTable
  ) throws {
    try RemovalTable(table: table).settle(place, as: Content.self, after: wasRemoved)
  }

  func dropIfCovered(_ place: DocumentPlace, in table: DocumentTable) throws {
    _ = try RemovalTable(table: table).dropIfCovered(place, as: Content.self)
  }

  /// Adds the indexes of this kind to a known kind. An index replaces an earlier index of the same
  /// name.
  ///
  /// - Throws: ``DocumentFailure/kindTaken(_:by:wanted:)`` if the known kind is of another type.
  func added(to known: (any CollectionKind)?) throws -> ContentKind {
    let known = known ?? ContentKind()
    guard let kind = known as? ContentKind else {
      throw DocumentFailure.kindTaken(frameKind.name, by: known.typeName, wanted: typeName)
    }
    return indexes.reduce(into: kind) { kind, index in
      kind.indexes = kind.indexes.filter { $0.name != index.name } + [index]
    }
  }

  func updateIndexes(in table: DocumentTable) throws { try updateIndexes(in: table, knowing: [:]) }

  /// - Parameter known: The present contents of documents. These documents are not read again.
  func updateIndexes(in table: DocumentTable, knowing known: [UUID: Content]) throws {
    let records = IndexRecords(database: table.database)
    for index in indexes where !index.isDeferred {
      try records.update(index, with: table, knowing: known)
    }
  }
}
