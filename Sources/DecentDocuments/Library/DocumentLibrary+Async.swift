// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes

/// The `async` forms of calls. They do not block their thread: a queue of the library does the
/// work. In an `async` function, Swift chooses these forms. Rare calls have no `async` form, and
/// block their thread. In the body of an `async` form, rare calls run on the queue, too:
///
/// ```swift
/// let remotes = try await library.reading { try library.remotes() }
/// ```
///
/// An `async` form in a button's action:
///
/// ```swift
/// Button("Done") { Task { try await chores.edit(id) { $0.isDone = true } } }
/// ```
///
/// The queue performs one call at a time, in the order in which the calls arrive. If a task is
/// cancelled while its call waits in the queue, the call throws a `CancellationError`. A call that
/// has begun is completed.
extension DocumentLibrary {
  /// Runs several edits as one: all are stored, or none.
  ///
  /// - Throws: What `body` throws; nothing was changed then. A `CancellationError`.
  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: @Sendable () throws -> Result
  ) async throws -> Result {
    try await worker.run { try self.transaction(body) }
  }

  /// Runs several edits of documents and of the app's tables as one: all are stored, or none.
  ///
  /// - Throws: What `body` throws; nothing was changed then. A `CancellationError`.
  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: @Sendable (borrowing IndexTables) throws -> Result
  ) async throws -> Result {
    try await worker.run { try self.transaction(body) }
  }

  /// Runs several reads of documents and tables at one moment.
  ///
  /// - Throws: What `body` throws. A `CancellationError`.
  public func reading<Result: Sendable>(
    _ body: @Sendable () throws -> Result
  ) async throws -> Result {
    try await worker.run { try self.reading(body) }
  }

  /// The rows of a query of the app's own tables.
  ///
  /// - Parameters:
  ///   - sql: One statement of SQLite that only reads.
  ///   - values: The parameters of the statement.
  ///   - read: Reads a row.
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func rows<Row: Sendable>(
    _ sql: String, _ values: IndexValue...,
    as read: @Sendable (borrowing IndexRow) throws -> Row
  ) async throws -> [Row] {
    try await worker.run { try self.rows(sql, values, as: read) }
  }

  /// Runs a statement that changes the app's own tables.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func run(_ sql: String, _ values: IndexValue...) async throws {
    try await run(sql, values)
  }

  /// Runs a statement that changes the app's own tables, with an array of parameters.
  public func run(_ sql: String, _ values: [IndexValue]) async throws {
    try await worker.run {
      try self.write(isStatement: true) { try IndexTables($0).run(sql, values) }
    }
  }

  /// The revision of the last change of a document.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func revision() async throws -> Int {
    try await worker.run { try self.revision() }
  }

  /// The state of sync with a remote, as of the last sync.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func status(of remote: RemoteName) async throws -> SyncStatus {
    try await worker.run { try self.status(of: remote) }
  }

  /// The devices that sync with the remotes of this library, this device first.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func devices() async throws -> [KnownDevice] {
    try await worker.run { try self.devices() }
  }

  /// The known devices by their marks.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func devicesByMark() async throws -> [DeviceMark: KnownDevice] {
    try await worker.run { try self.devicesByMark() }
  }

  /// The environment whose edits have the mark of this device.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func environment() async throws -> ReplicationEnvironment {
    try await worker.run { try self.environment() }
  }

  /// Retires a device: other devices no longer wait for the retired device.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func retire(_ device: DeviceID) async throws {
    try await worker.run { try self.retire(device) }
  }
}

/// Calls that do not block their thread, like the `async` forms of the calls of
/// ``DocumentLibrary``.
extension DocumentCollection {
  /// The ids of all documents.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func ids() async throws -> [UUID] {
    try await library.worker.run { try ids() }
  }

  /// A document as it is at this moment, or nil if there is none.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func document(of id: UUID) async throws -> Content? {
    try await library.worker.run { try document(of: id) }
  }

  /// Whether there is a document of this id now.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func exists(_ id: UUID) async throws -> Bool {
    try await library.worker.run { try exists(id) }
  }

  /// Adds a document that `body` fills in.
  ///
  /// - Returns: The id.
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  @discardableResult
  public func add(
    id: UUID = UUID(), _ body: @Sendable (inout Content) throws -> Void
  ) async throws -> UUID {
    try await library.worker.run { try add(id: id, body) }
  }

  /// Adds a document.
  ///
  /// - Returns: The id.
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  @discardableResult
  public func add(_ value: Content, id: UUID = UUID()) async throws -> UUID {
    try await library.worker.run { try add(value, id: id) }
  }

  /// Changes a document as it is at this moment.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  @discardableResult
  public func edit<Result: Sendable>(
    _ id: UUID, _ body: @Sendable (inout Content) throws -> Result
  ) async throws -> Result {
    try await library.worker.run { try edit(id, body) }
  }

  /// Merges a value that the app edited outside the library.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func merge(_ value: Content, into id: UUID) async throws {
    try await library.worker.run { try merge(value, into: id) }
  }

  /// Removes a document.
  ///
  /// - Returns: The document as it was, for `restore(_:id:)`.
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  @discardableResult
  public func remove(_ id: UUID) async throws -> Content {
    try await library.worker.run { try remove(id) }
  }

  /// Removes a document, and leaves an edit. If the document comes back, it has that edit.
  ///
  /// - Returns: The document as it was before `edit` changed it.
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  @discardableResult
  public func remove(
    _ id: UUID, leaving edit: @Sendable (inout Content) throws -> Void
  ) async throws -> Content {
    try await library.worker.run { try remove(id, leaving: edit) }
  }

  /// Brings a removed document back.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func restore(_ removed: Content, id: UUID) async throws {
    try await library.worker.run { try restore(removed, id: id) }
  }

  /// Whether a device removed a document of this id. The document may have come back since.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func wasEverRemoved(_ id: UUID) async throws -> Bool {
    try await library.worker.run { try wasEverRemoved(id) }
  }

  /// Drops the contents of deleted text and of removed array elements from a document.
  ///
  /// - Returns: Whether something was dropped.
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  @discardableResult
  public func dropDeleted(in id: UUID, ifFreeing percent: Int = 0) async throws -> Bool {
    try await library.worker.run { try dropDeleted(in: id, ifFreeing: percent) }
  }

  /// The changes since a revision.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func changes(after revision: Int) async throws -> PastChanges {
    try await library.worker.run { try changes(after: revision) }
  }

  /// The device that sent the latest edits of a document.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func lastSender(of id: UUID) async throws -> DeviceID? {
    try await library.worker.run { try lastSender(of: id) }
  }

  /// Brings the tables of an index up to date with the documents.
  ///
  /// - Returns: Whether the tables are up to date. False if more than `count` documents changed.
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  @discardableResult
  public func catchUp(
    _ index: some DocumentIndex<Content>, atMost count: Int = .max
  ) async throws -> Bool {
    try await library.worker.run { try catchUp(index, atMost: count) }
  }

  /// Whether the tables of an index are up to date with the documents.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func isUpToDate(_ index: some DocumentIndex<Content>) async throws -> Bool {
    try await library.worker.run { try isUpToDate(index) }
  }

  /// Prepares a change of a document as it is at this moment.
  ///
  /// - Returns: The draft; nil if `body` changed nothing.
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func draft(
    editing id: UUID, _ body: @Sendable (inout Content) throws -> Void
  ) async throws -> DocumentDraft<Content>? {
    try await library.worker.run { try draft(editing: id, body) }
  }

  /// Prepares a new document.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func draft(
    adding value: Content, id: UUID = UUID()
  ) async throws -> DocumentDraft<Content> {
    try await library.worker.run { try draft(adding: value, id: id) }
  }

  /// Stores each draft whose document is as it was when the draft was made.
  ///
  /// - Returns: For each draft, whether it was stored.
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func commit(_ drafts: [DocumentDraft<Content>]) async throws -> [Bool] {
    try await library.worker.run { try commit(drafts) }
  }
}

extension DocumentDraft {
  /// Stores the change if the document is as it was when the draft was made.
  ///
  /// - Returns: Whether the change was stored.
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func commit() async throws -> Bool {
    try await collection.commit([self]) == [true]
  }
}

extension DocumentCollection where Content: ReplicatingModel {
  /// Whether there is a step to undo. If other devices edited the document, undoing the step may
  /// change nothing.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func canUndo(_ id: UUID) async throws -> Bool {
    try await library.worker.run { try canUndo(id) }
  }

  /// Whether there is a step to redo. If other devices edited the document, redoing the step may
  /// change nothing.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func canRedo(_ id: UUID) async throws -> Bool {
    try await library.worker.run { try canRedo(id) }
  }

  /// Takes back the last step of the document that is not undone.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  @discardableResult
  public func undo(_ id: UUID) async throws -> UndoneStep {
    try await library.worker.run { try undo(id) }
  }

  /// Does again what the last undo took back, unless this device has edited the document since.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  @discardableResult
  public func redo(_ id: UUID) async throws -> UndoneStep {
    try await library.worker.run { try redo(id) }
  }
}

extension DocumentCollection where Content: OrderedDocument {
  /// Ids of documents in order, for a page of a long list.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func ids(after previous: UUID?, atMost count: Int) async throws -> [UUID] {
    try await library.worker.run { try ids(after: previous, atMost: count) }
  }

  /// Puts a document before another one, or at the end.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func move(_ id: UUID, before other: UUID?) async throws {
    try await library.worker.run { try move(id, before: other) }
  }

  /// Puts a document after another one, or at the beginning.
  ///
  /// - Throws: The errors of the form without `await`. A `CancellationError`.
  public func move(_ id: UUID, after other: UUID?) async throws {
    try await library.worker.run { try move(id, after: other) }
  }
}
