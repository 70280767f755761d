// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

/// The keys that the documents of a collection are sorted by.
struct OrderIndex<Content: OrderedDocument>: DocumentIndex {
  var name: String { Content.orderTable }

  var steps: [String] {
    [
      """
      CREATE TABLE \(name) (id TEXT PRIMARY KEY, place BLOB NOT NULL) WITHOUT ROWID;
      CREATE INDEX \(name)_by_place ON \(name) (place);
      """
    ]
  }

  func update(_ id: UUID, to content: Content, in tables: borrowing IndexTables) throws {
    try tables.run(
      "INSERT OR REPLACE INTO \(name) VALUES (?, ?)", .id(id), .place(of: content, id))
  }

  func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
    try tables.run("DELETE FROM \(name) WHERE id = ?", .id(id))
  }

  func agrees(
    with content: Content, of id: UUID, in tables: borrowing IndexTables
  ) throws -> Bool {
    try OrderTable(database: tables.database, name: name).key(of: id) == content.key(of: id)
  }
}

extension OrderedDocument {
  /// The name of the table of keys. It contains the code of the kind, because the name of a kind
  /// may have any characters.
  static var orderTable: String { "order_\(frameKind.code)" }

  /// The index of the order, type-erased.
  fileprivate static var index: Any { OrderIndex<Self>() }
}

extension ReplicatingDocument {
  /// This type, if its documents are in an order; nil for any other type.
  static var ordered: (any OrderedDocument.Type)? { self as? any OrderedDocument.Type }

  /// The index of the order; empty for documents without an order.
  static var orderIndexes: [any DocumentIndex<Self>] {
    (ordered?.index as? any DocumentIndex<Self>).map { [$0] } ?? []
  }
}

/// The table of the keys that the documents of a collection are sorted by.
///
/// All calls expect the caller to have begun a transaction.
struct OrderTable {
  let database: Database
  let name: String

  /// The key of a document; nil if the table has no document of that id.
  func key(of id: UUID) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try key("WHERE id = ?", IndexValue.id(id).value)
  }

  /// The least key greater than `key`, or the least of all keys if `key` is nil. The key `other` is
  /// left out.
  func key(
    after key: FractionalIndex.Key?, besides other: FractionalIndex.Key
  ) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try self.key(
      "WHERE place > ? AND place <> ? ORDER BY place LIMIT 1", .blob(key?.bytes ?? []),
      .blob(other.bytes))
  }

  /// The greatest key less than `key`. The key `other` is left out.
  func key(
    before key: FractionalIndex.Key, besides other: FractionalIndex.Key
  ) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try self.key(
      "WHERE place < ? AND place <> ? ORDER BY place DESC LIMIT 1", .blob(key.bytes),
      .blob(other.bytes))
  }

  /// The greatest key. The key `other` is left out.
  func lastKey(
    besides other: FractionalIndex.Key
  ) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try key("WHERE place <> ? ORDER BY place DESC LIMIT 1", .blob(other.bytes))
  }

  /// The ids of the first documents after a key, or from the beginning if the key is nil.
  ///
  /// - Parameter names: The bounds that `DocumentPlace.names(of:)` returns.
  func ids(
    after key: FractionalIndex.Key?, of names: (after: String, before: String), atMost count: Int
  ) throws(DatabaseFailure) -> [UUID] {
    // The table may have rows of documents that a program without the order dropped.
    try ids(
      """
      SELECT id FROM \(name) WHERE place > ?
      AND EXISTS (SELECT 1 FROM documents WHERE documents.name = ? || id) ORDER BY place LIMIT ?
      """, .blob(key?.bytes ?? []), .text(names.after), .integer(count))
  }

  /// The ids of documents that are not in the table, in the order in which this device came to know
  /// the documents. A program without the order added them, or they cannot be read.
  ///
  /// - Parameters:
  ///   - key: The previous document's key in the table `documents`; nil for the first page.
  ///   - names: The bounds that `DocumentPlace.names(of:)` returns.
  func idsWithoutPlace(
    after key: Int?, of names: (after: String, before: String), atMost count: Int
  ) throws(DatabaseFailure) -> [UUID] {
    let id = "substr(documents.name, \(names.after.count + 1))"
    return try ids(
      """
      SELECT \(id) FROM documents WHERE documents.name > ? AND documents.name < ? AND key > ?
      AND \(id) NOT IN (SELECT id FROM \(name)) ORDER BY key LIMIT ?
      """, .text(names.after), .text(names.before), .integer(key ?? 0), .integer(count))
  }

  private func ids(_ sql: String, _ values: DatabaseValue...) throws(DatabaseFailure) -> [UUID] {
    try database.rows(sql, values) { try? $0.text(at: 0) }
      .compactMap { $0.flatMap { UUID(uuidString: $0) } }
  }

  private func key(
    _ condition: String, _ values: DatabaseValue...
  ) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try database.rows("SELECT place FROM \(name) \(condition)", values, limit: 1) {
      FractionalIndex.Key(bytes: $0.blob(at: 0))
    }.first
  }
}
