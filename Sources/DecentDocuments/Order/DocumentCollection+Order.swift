// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

/// The order of documents.
extension DocumentCollection where Content: OrderedDocument {
  /// Moves a document right before another, or after all others.
  ///
  /// The move is one edit of the moved document. The document stays between its two neighbours
  /// until one of these three documents is moved again. A document that stands at the new place
  /// already is not edited.
  ///
  /// ```swift
  /// try chores.move(id, before: other)
  /// try chores.move(id, before: nil)  // last: before none
  /// ```
  ///
  /// - Parameters:
  ///   - id: The document to move.
  ///   - other: The document that is to follow the moved document; nil moves the document to the
  ///     end.
  /// - Throws: ``DocumentFailure/unknownDocument(_:kind:)`` if one of the documents does not exist,
  ///   ``DocumentFailure/movedBesideItself(_:kind:)`` if both are the same document.
  /// - Complexity: O(log *n*) for *n* documents, plus the complexity of the edit.
  public func move(_ id: UUID, before other: UUID?) throws {
    try move(id, beside: other) { table, key, otherKey in
      guard let otherKey else { return (try table.lastKey(besides: key), nil) }
      return (try table.key(before: otherKey, besides: key), otherKey)
    }
  }

  /// Moves a document right after another, or before all others, in the way of `move(_:before:)`.
  ///
  /// ```swift
  /// try chores.move(id, after: other)
  /// try chores.move(id, after: nil)  // first: after none
  /// ```
  ///
  /// - Parameters:
  ///   - id: The document to move.
  ///   - other: The document that is to stand before the moved document; nil moves the document to
  ///     the beginning.
  /// - Throws: The errors of `move(_:before:)`.
  /// - Complexity: O(log *n*) for *n* documents, plus the complexity of the edit.
  public func move(_ id: UUID, after other: UUID?) throws {
    try move(id, beside: other) { table, key, otherKey in
      (otherKey, try table.key(after: otherKey, besides: key))
    }
  }

  /// Ids of documents in order, for a page of a long list.
  ///
  /// ```swift
  /// var page = try chores.ids(after: nil, atMost: 100)
  /// page = try chores.ids(after: page.last, atMost: 100)
  /// ```
  ///
  /// - Parameters:
  ///   - previous: The last document of the previous page; nil for the first page.
  ///   - count: The most ids to return.
  /// - Returns: The ids in the order of `ids()`. Documents without a place in the order are last.
  /// - Throws: ``DocumentFailure/unknownDocument(_:kind:)`` if `previous` does not exist.
  /// - Complexity: O(log *n* + `count`), and O(*n*) for the last page, where *n* is the number of
  ///   documents.
  public func ids(after previous: UUID?, atMost count: Int) throws -> [UUID] {
    try library.read { database in
      let table = OrderTable(database: database, name: Content.orderTable)
      let place = try previous.flatMap { try table.key(of: $0) }
      let before = try previous.flatMap { try library.table(in: database).key(of: document($0)) }
      if let previous, before == nil {
        throw DocumentFailure.unknownDocument(previous, kind: Content.frameKind.name)
      }
      let count = max(count, 0)
      let names = DocumentPlace.names(of: Content.frameKind.code)
      let isAmongLast = previous != nil && place == nil
      var ids = isAmongLast ? [] : try table.ids(after: place, of: names, atMost: count)
      if ids.count < count {
        ids += try table.idsWithoutPlace(
          after: isAmongLast ? before : nil, of: names, atMost: count - ids.count)
      }
      return ids
    }
  }

  /// - Parameter neighbours: Returns the keys of the documents before and after the new place. The
  ///   arguments are the table, the key of the moved document, and the key of `other`.
  private func move(
    _ id: UUID, beside other: UUID?,
    _ neighbours: (OrderTable, FractionalIndex.Key, FractionalIndex.Key?) throws -> (
      before: FractionalIndex.Key?, after: FractionalIndex.Key?
    )
  ) throws {
    guard id != other else {
      throw DocumentFailure.movedBesideItself(id, kind: Content.frameKind.name)
    }
    try library.write { database in
      // A program that does not know of the order may have added documents.
      try updateIndexes(in: library.table(in: database))
      let table = OrderTable(database: database, name: Content.orderTable)
      let key = try key(of: id, in: table)
      let (before, after) = try neighbours(
        table, key, try other.map { try self.key(of: $0, in: table) })
      let isThere = before.map { $0 < key } ?? true && after.map { key < $0 } ?? true
      guard !isThere else { return }
      let index = FractionalIndex(
        between: before, and: after, now: ReplicationEnvironment.current.now)
      try edit(id) { $0.place.value = index }
    }
  }

  private func key(of id: UUID, in table: OrderTable) throws -> FractionalIndex.Key {
    if let key = try table.key(of: id) { return key }
    // Reading throws if the document exists but cannot be read.
    _ = try document(of: id)
    throw DocumentFailure.unknownDocument(id, kind: Content.frameKind.name)
  }

  /// Puts a document at the end, if it was added without a place. The caller has begun a
  /// transaction.
  fileprivate func putLast(_ id: UUID, in database: Database) throws {
    let table = OrderTable(database: database, name: Content.orderTable)
    let last = try table.key(of: id).flatMap { try table.lastKey(besides: $0) }
    let index = FractionalIndex(
      between: last ?? FractionalIndex.Key(.unplaced, of: 0), and: nil,
      now: ReplicationEnvironment.current.now)
    // This change is not recorded as a step, because the document was just added.
    _ = try change(id, in: database) { if $0.order == .unset { $0.place.value = index } }
  }
}

extension OrderedDocument {
  fileprivate static func putLast(_ id: UUID, in collection: Any, _ database: Database) throws {
    guard let collection = collection as? DocumentCollection<Self> else { return }
    try collection.putLast(id, in: database)
  }
}

extension DocumentCollection {
  /// Puts an added document at the end, if its type is ordered and the document has no place. The
  /// caller has begun a transaction.
  func placeAdded(_ id: UUID, in database: Database) throws {
    try Content.ordered?.putLast(id, in: self, database)
  }

  /// Whether a document stands between two others in the order. True for a type without an order. A
  /// neighbour that is nil or not in the table is not compared.
  func stands(_ id: UUID, after previous: UUID?, before next: UUID?) throws -> Bool {
    guard let ordered = Content.ordered else { return true }
    return try library.read { database in
      let table = OrderTable(database: database, name: ordered.orderTable)
      let keys = try [previous, id, next].compactMap { try $0.flatMap { try table.key(of: $0) } }
      return zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    }
  }
}
