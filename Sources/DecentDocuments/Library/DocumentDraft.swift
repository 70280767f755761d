// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes

/// A prepared change of a document. The change is not stored yet. Making the draft decodes, changes
/// and encodes the document, while other processes may write. Storing the draft only writes a few
/// rows.
///
/// ```swift
/// let drafts = try files.compactMap { file in try recipes.draft(editing: file.id) { $0.update(to: file) } }
/// try library.transaction {
///   for draft in drafts where try !draft.commit() { late.append(draft.id) }
/// }
/// ```
public struct DocumentDraft<Content: ReplicatingDocument>: Sendable {
  /// The id of the document.
  public let id: UUID
  /// The document with the change.
  public let content: Content

  let collection: DocumentCollection<Content>
  fileprivate let document: PreparedDocument
  /// The step that undoes the change; nil for a new document, or if the collection does not record
  /// steps.
  fileprivate let step: Reversal?
  /// For a draft made within a transaction, the number of rollbacks before the draft was made. A
  /// later rollback may undo the state that the draft changes. Nil for a draft made outside a
  /// transaction.
  fileprivate let undone: Int?

  /// Stores the change if the document is as it was when the draft was made. If not, prepare the
  /// change again.
  ///
  /// - Returns: Whether the change was stored. False if the document was changed, added or removed
  ///   since, if the draft was committed before, or if the draft was made within a transaction and
  ///   a transaction was rolled back since.
  /// - Throws: ``DocumentFailure/editWithinEdit``, ``DocumentFailure/removedDocument(_:kind:)`` as
  ///   `DocumentCollection.add(_:id:)` does, what a ``DocumentIndex`` throws, and a
  ///   ``DatabaseFailure``.
  public func commit() throws -> Bool {
    try collection.commit([self]) == [true]
  }
}

extension DocumentCollection {
  /// Prepares a change of a document as it is at this moment.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - body: Changes the document, as in `edit(_:_:)`.
  /// - Returns: The draft; nil if `body` changed nothing.
  /// - Throws: ``DocumentFailure/unknownDocument(_:kind:)``, and what `body` throws.
  public func draft(
    editing id: UUID, _ body: (inout Content) throws -> Void
  ) throws -> DocumentDraft<Content>? {
    try prepare(id, isNew: false, body)
  }

  /// Prepares a new document.
  ///
  /// - Parameters:
  ///   - value: The content. It must hold an edit.
  ///   - id: The document's id.
  /// - Throws: ``DocumentFailure/documentExists(_:kind:)``,
  ///   ``DocumentFailure/nothingWritten(kind:)``.
  public func draft(adding value: Content, id: UUID = UUID()) throws -> DocumentDraft<Content> {
    Assigning<Content>().noteStored(value)
    guard let draft = try prepare(id, isNew: true, { $0.merge(value) }) else {
      throw DocumentFailure.nothingWritten(kind: Self.name)
    }
    return draft
  }

  private func prepare(
    _ id: UUID, isNew: Bool, _ body: (inout Content) throws -> Void
  ) throws -> DocumentDraft<Content>? {
    // The first edit on a device stores an id for the device. Nothing can be stored within
    // `reading`. So a draft made within `reading` names no device if the device has no id yet.
    var environment: ReplicationEnvironment?
    do { environment = try library.environment() } catch DocumentFailure.editWithinEdit {}
    return try library.read { database in
      let table = library.table(in: database)
      guard try table.exists(document(id)) != isNew else {
        throw isNew
          ? DocumentFailure.documentExists(id, kind: Self.name)
          : DocumentFailure.unknownDocument(id, kind: Self.name)
      }
      let reversing = isNew ? nil : reversing
      var mark: FieldPart?
      let change = try table.prepareChange(of: document(id), in: environment) { content in
        mark = reversing?.mark(content)
        try library.connection.editing { try body(&content) }
      }
      return change.map { change in
        DocumentDraft(
          id: id, content: change.content, collection: self, document: change.document,
          step: mark.flatMap { reversing?.reversal(change.content, $0) },
          undone: database.work.isWriting ? database.work.undone : nil)
      }
    }
  }

  /// Stores each draft whose document is as it was when the draft was made. Indexes are updated
  /// once, after the last change.
  ///
  /// - Returns: For each draft, whether it was stored.
  /// - Throws: The errors of a draft's `commit()`. Nothing is stored then.
  public func commit(_ drafts: [DocumentDraft<Content>]) throws -> [Bool] {
    try library.write { database in
      let table = library.table(in: database, remembers: drafts.count == 1)
      var known: [UUID: Content] = [:]
      let stored = try drafts.map { try commit($0, in: table, &known) }
      try updateIndexes(in: table, knowing: known)
      return stored
    }
  }

  /// - Parameter known: The stored contents of documents, for the update of the indexes. The
  ///   content of the draft is added unless a removal dropped or changed the document when the
  ///   draft was stored.
  private func commit(
    _ draft: DocumentDraft<Content>, in table: DocumentTable, _ known: inout [UUID: Content]
  ) throws -> Bool {
    let isNew = draft.document.origin == nil
    guard draft.undone.map({ $0 == table.database.work.undone }) ?? true,
      try table.write(draft.document, holding: draft.content) != nil
    else { return false }
    let isSettled = try noteChange(of: draft.id, isNew: isNew, in: table)
    if isSettled { known[draft.id] = draft.content }
    try record(draft.step, of: draft.id, in: table.database)
    guard isNew else { return true }
    guard try isSettled || table.exists(document(draft.id)) else {
      throw DocumentFailure.removedDocument(draft.id, kind: Self.name)
    }
    try placeAdded(draft.id, in: table.database)
    return true
  }
}
