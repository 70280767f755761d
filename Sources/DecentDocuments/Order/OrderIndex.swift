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

  /// The index, type-erased.
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

/// Neighbours in the order of a collection's documents.
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
  func ids(
    after key: FractionalIndex.Key?, atMost count: Int
  ) throws(DatabaseFailure) -> [UUID] {
    try database.rows(
      "SELECT id FROM \(name) WHERE place > ? ORDER BY place LIMIT ?", .blob(key?.bytes ?? []),
      .integer(count)
    ) { row throws(DatabaseFailure) in UUID(uuidString: try row.text(at: 0)) }.compactMap(\.self)
  }

  private func key(
    _ condition: String, _ values: DatabaseValue...
  ) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try database.rows("SELECT place FROM \(name) \(condition)", values, limit: 1) {
      FractionalIndex.Key(bytes: $0.blob(at: 0))
    }.first
  }
}
