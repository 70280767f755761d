// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync
import Foundation
import ReplicatingTypes

/// The documents of one type in a library.
///
/// Every call may throw a ``DatabaseFailure``. Calls that change something may also throw
/// ``DocumentFailure/editWithinEdit`` and what a ``DocumentIndex`` throws. Calls that read a
/// document may throw ``DocumentFailure/damagedDocument(_:kind:path:reason:)`` and
/// ``DocumentFailure/newerDocument(_:kind:reason:)``.
public struct DocumentCollection<Content: ReplicatingDocument>: Sendable {
  /// The library of the documents.
  public let library: DocumentLibrary
  /// The most undo steps that are kept of each document; nil if this collection records no steps.
  let mostSteps: Int?

  init(_ library: DocumentLibrary, mostSteps: Int? = nil) {
    (self.library, self.mostSteps) = (library, mostSteps)
  }

  private static var code: UInt64 { Content.frameKind.code }
  static var name: String { Content.frameKind.name }

  func place(_ id: UUID) -> DocumentPlace { DocumentPlace(code: Self.code, id: id) }

  func document(_ id: UUID) -> DocumentID { place(id).document }

  /// The ids of all documents. If the type is an ``OrderedDocument``, the ids are in the order of
  /// the documents. If not, they are in the order in which this device came to know the documents.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of documents in the collection.
  public func ids() throws -> [UUID] {
    let (start, end) = DocumentPlace.names(of: Self.code)
    // A document without a row in the order table, such as an unreadable document, stands last.
    let order = Content.ordered.map {
      (
        join: "LEFT JOIN \($0.orderTable) ON id = substr(name, \(start.count + 1))",
        terms: "place IS NULL, place, key"
      )
    }
    return try library.read { database in
      try database.rows(
        """
        SELECT name FROM documents \(order?.join ?? "") WHERE name > ? AND name < ?
        ORDER BY \(order?.terms ?? "key")
        """, .text(start), .text(end)
      ) { try? $0.text(at: 0) }
    }.compactMap { $0.flatMap { DocumentID($0) }.flatMap { DocumentPlace($0)?.id } }
  }

  /// A document as it is at this moment, or nil if there is none.
  public func document(of id: UUID) throws -> Content? {
    try library.read { try library.table(in: $0).content(of: document(id), as: Content.self) }
  }

  /// Whether there is a document of this id now.
  public func exists(_ id: UUID) throws -> Bool {
    try library.read { try library.table(in: $0).exists(document(id)) }
  }

  /// Makes the tables of an index, if there are none, and brings them up to date with the
  /// documents. Only two kinds of indexes need this call: deferred indexes, and indexes that were
  /// not passed to ``DocumentLibrary/collection(of:indexedBy:)``.
  ///
  /// ```swift
  /// while try !recipes.catchUp(Words(), atMost: 100) { await Task.yield() }
  /// ```
  ///
  /// - Parameters:
  ///   - index: The index whose tables to bring up to date.
  ///   - count: The maximum number of changed documents to look at, at least one. With a small
  ///     number, other calls wait for less time. The next `catchUp` goes on where this one ends.
  /// - Returns: Whether the tables are up to date. False if more than `count` documents had changed
  ///   since the last update of the tables.
  /// - Throws: ``DocumentFailure/indexTaken(_:by:wanted:)``,
  ///   ``DocumentFailure/newerIndex(name:found:supported:)``, and what the index throws.
  @discardableResult
  public func catchUp(
    _ index: some DocumentIndex<Content>, atMost count: Int = .max
  ) throws -> Bool {
    let users = [(name: index.name, user: index.typeName)]
    if try library.isDone(using: users, { try IndexRecords(database: $0).isUpToDate(index) }) {
      return true
    }
    return try library.write(using: users, inTurns: true) { database in
      let records = IndexRecords(database: database)
      try records.prepare(index.name, steps: index.steps)
      return try records.update(index, with: library.table(in: database), atMost: max(count, 1))
    }
  }

  /// Whether the tables of an index are up to date with the documents. Changes nothing.
  ///
  /// If the result is true, a query of the tables in the same `reading` misses no document:
  ///
  /// ```swift
  /// let found = try library.reading { try recipes.isUpToDate(Words()) ? try find(words) : nil }
  /// ```
  ///
  /// - Returns: Whether the tables are up to date. False, too, if the tables do not exist yet, or
  ///   belong to another version of the index.
  /// - Throws: A ``DatabaseFailure``.
  /// - Complexity: O(log *n*), where *n* is the number of documents in the library.
  public func isUpToDate(_ index: some DocumentIndex<Content>) throws -> Bool {
    try library.read { try IndexRecords(database: $0).isUpToDate(index) }
  }

  /// Adds a document that `body` fills in. The edits in `body` have the mark of this device. An
  /// ``OrderedDocument`` with an unset place is put at the end.
  ///
  /// ```swift
  /// let id = try recipes.add { $0.title.value = "Bread" }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - body: Edits the new document, which is empty before.
  /// - Returns: The id.
  /// - Throws: The errors of `add(_:id:)`, and what `body` throws; nothing is changed then.
  @discardableResult
  public func add(
    id: UUID = UUID(), _ body: (inout Content) throws -> Void
  ) throws -> UUID {
    try insert(id) { content in try library.connection.editing { try body(&content) } }
  }

  /// Adds a document. An ``OrderedDocument`` with an unset place is put at the end.
  ///
  /// The edits of `value` have the mark of this device only if they were made in
  /// `DocumentLibrary.environment()`. The edits in the body of `add(id:_:)` have it.
  ///
  /// - Parameters:
  ///   - value: The content. It must hold an edit: a value without edits is the same as no
  ///     document.
  ///   - id: The document's id. If several devices add documents under one id, these documents
  ///     merge into one at the next sync.
  /// - Returns: The id.
  /// - Throws: ``DocumentFailure/documentExists(_:kind:)``,
  ///   ``DocumentFailure/nothingWritten(kind:)``, and ``DocumentFailure/removedDocument(_:kind:)``
  ///   if a document was removed under the id and `value` holds no edit beyond the removal.
  @discardableResult
  public func add(_ value: Content, id: UUID = UUID()) throws -> UUID {
    try insert(id) { content in
      Assigning<Content>().noteStored(value)
      content.merge(value)
    }
  }

  private func insert(_ id: UUID, _ body: (inout Content) throws -> Void) throws -> UUID {
    try library.write { database in
      guard try !library.table(in: database).exists(document(id)) else {
        throw DocumentFailure.documentExists(id, kind: Self.name)
      }
      guard try change(id, in: database, body) != nil else {
        throw DocumentFailure.nothingWritten(kind: Self.name)
      }
      guard try library.table(in: database).exists(document(id)) else {
        throw DocumentFailure.removedDocument(id, kind: Self.name)
      }
      try placeAdded(id, in: database)
    }
    return id
  }

  /// Changes a document as it is at this moment.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - body: Changes the document in place. If `body` assigns an edited copy to the whole
  ///     document, or to a field, the copy is merged. If `body` assigns a new value, the document
  ///     shows the value afterwards. `body` cannot change another document.
  /// - Returns: What `body` returns.
  /// - Throws: ``DocumentFailure/unknownDocument(_:kind:)``, and what `body` throws; nothing is
  ///   changed then.
  @discardableResult
  public func edit<Result>(
    _ id: UUID, _ body: (inout Content) throws -> Result
  ) throws -> Result {
    var result: Result?
    try library.write { database in
      guard try library.table(in: database).exists(document(id)) else {
        throw DocumentFailure.unknownDocument(id, kind: Self.name)
      }
      let step = try recordingChange(of: id, in: database, with: reversing) { content in
        result = try library.connection.editing { try body(&content) }
      }
      try record(step, of: id, in: database)
    }
    guard let result else { throw DocumentFailure.unknownDocument(id, kind: Self.name) }
    return result
  }

  /// Merges a value that the app edited outside the library, such as an editor's copy. Changes that
  /// the document got meanwhile stay.
  ///
  /// ```swift
  /// var draft = recipe  // as the library gave it
  /// draft.method = "Boil."
  /// try recipes.merge(draft, into: id)  // the method is "Boil."
  /// ```
  ///
  /// If the app assigned a new value to a field of the copy, the document's field shows this value
  /// after the merge. Each further merge of the same copy makes the field show this value again, so
  /// take a new copy after a merge. A document that is no copy merges field by field.
  ///
  /// - Throws: ``DocumentFailure/unknownDocument(_:kind:)``.
  public func merge(_ value: Content, into id: UUID) throws {
    let assigning = Assigning<Content>()
    try edit(id) { assigning.mergeDraft(value, &$0) }
  }

  /// Removes a document, here and on each device that learns of the removal. The library keeps the
  /// document's `Version` for ever: some bytes for each author of the document.
  ///
  /// An edit that this device had not seen brings the document back on all devices, whole and with
  /// that edit. A second removal removes the document again. Objects in remotes stay.
  ///
  /// - Returns: The document as it was, for `restore(_:id:)`.
  /// - Throws: ``DocumentFailure/unknownDocument(_:kind:)``.
  @discardableResult
  public func remove(_ id: UUID) throws -> Content { try remove(id, leaving: { _ in }) }

  /// Removes a document as `remove(_:)` does, and leaves an edit. If the document comes back, it
  /// has that edit.
  ///
  /// ```swift
  /// try notes.remove(id, leaving: { $0.isTrashed.value = true })
  /// ```
  ///
  /// In this example, a note that comes back is in the trash, on all devices.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - edit: Changes the document as it is at this moment. The edit is kept for ever, so it
  ///     should be small.
  /// - Returns: The document as it was before `edit` changed it.
  /// - Throws: ``DocumentFailure/unknownDocument(_:kind:)``, and what `edit` throws; nothing is
  ///   changed then.
  @discardableResult
  public func remove(
    _ id: UUID, leaving edit: (inout Content) throws -> Void
  ) throws -> Content {
    try library.write { database in
      let (place, table) = (place(id), library.table(in: database))
      guard let content = try table.content(of: place.document, as: Content.self) else {
        throw DocumentFailure.unknownDocument(id, kind: Self.name)
      }
      try CommonRows.nameDevice(in: RowTable(database: database))
      // The edit is not stored in the document, because the removal holds the edit.
      let left = try table.prepareChange(of: place.document) { (content: inout Content) in
        try library.connection.editing { try edit(&content) }
      }
      let removals = RemovalTable(table: table)
      let wasRemoved = try removals.isRemoved(place)
      _ = try removals.change(place, by: .here) {
        try $0.remove(left?.content ?? content, leavingSince: content.version)
      }
      try removals.settle(place, as: Content.self, after: wasRemoved)
      try updateIndexes(in: table)
      return content
    }
  }

  /// Whether a device removed a document of this id. The document may have come back since.
  public func wasEverRemoved(_ id: UUID) throws -> Bool {
    try library.read { try RemovalTable(table: library.table(in: $0)).isRemoved(place(id)) }
  }

  /// Drops the contents of deleted text and of removed array elements from a document, so that the
  /// document takes less space here and, after a sync, on all devices.
  ///
  /// ```swift
  /// for id in try recipes.ids() { try recipes.dropDeleted(in: id, ifFreeing: 50) }
  /// ```
  ///
  /// The document looks unchanged, and no edit of another device is lost. Past versions show
  /// U+FFFD, the replacement character, for dropped text. A `TextUndo` brings dropped text back as
  /// U+FFFD. Reading a past version of an array throws if the version shows a dropped element. An
  /// `undo(_:)` brings back all but the dropped contents.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - percent: The least percentage of the document's bytes to free, from 0 to 100. Nothing is
  ///     dropped if less would be freed. Each drop is sent to all devices, and costs as much as
  ///     writing the document.
  /// - Returns: Whether something was dropped.
  /// - Throws: ``DocumentFailure/unknownDocument(_:kind:)``.
  @discardableResult
  public func dropDeleted(in id: UUID, ifFreeing percent: Int = 0) throws -> Bool {
    require((0...100).contains(percent), "\(percent) percent of a document")
    return try library.write { database in
      let (document, table) = (document(id), library.table(in: database))
      guard try table.exists(document) else {
        throw DocumentFailure.unknownDocument(id, kind: Self.name)
      }
      guard try table.dropDeleted(in: document, as: Content.self, ifFreeing: percent) else {
        return false
      }
      _ = try noteChange(of: id, isNew: false, in: table)
      try updateIndexes(in: table)
      return true
    }
  }

  /// - Returns: The document; nil if `body` changed nothing.
  func change(
    _ id: UUID, in database: Database, _ body: (inout Content) throws -> Void
  ) throws -> Content? {
    let (document, table) = (document(id), library.table(in: database))
    let isNew = try !table.exists(document)
    guard let stored = try table.change(document, body) else { return nil }
    let isSettled = try noteChange(of: id, isNew: isNew, in: table)
    try updateIndexes(in: table, knowing: isSettled ? [id: stored.content] : [:])
    return stored.content
  }

  /// Brings the indexes up to date with the documents.
  ///
  /// - Parameter known: The present contents of documents. These documents are not read again.
  func updateIndexes(in table: DocumentTable, knowing known: [UUID: Content] = [:]) throws {
    let kind = library.kind(of: document(UUID())) as? ContentKind<Content>
    try kind?.updateIndexes(in: table, knowing: known)
  }

  /// Notes that a document changed here. The caller updates the indexes.
  ///
  /// - Parameter isNew: Whether the document was added. Only an added document is compared with its
  ///   removals: an edit of an existing document cannot make a removal cover the document.
  /// - Returns: Whether the document is still as the caller stored it. A removal may drop the
  ///   document, or merge an edit into it.
  func noteChange(of id: UUID, isNew: Bool, in table: DocumentTable) throws -> Bool {
    try CommonRows.noteEdit(of: document(id), in: RowTable(database: table.database))
    let removals = RemovalTable(table: table)
    guard try isNew && removals.isRemoved(place(id)) else { return true }
    _ = try removals.dropIfCovered(place(id), as: Content.self)
    return false
  }
}
