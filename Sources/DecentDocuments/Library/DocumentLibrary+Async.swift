// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

/// Calls that do not block their thread: the work is done on a queue of the library. Swift chooses
/// these calls in an `async` function. Any other call blocks its thread, unless it stands within
/// one of these:
///
/// ```swift
/// let isUpToDate = try await library.reading { try recipes.isUpToDate(Words()) }
/// ```
///
/// A button's action:
///
/// ```swift
/// Button("Done") { Task { try await chores.edit(id) { $0.isDone = true } } }
/// ```
///
/// Calls of one library are done one after the other, in the order in which they begin. A call of a
/// cancelled task that has not begun throws a `CancellationError`. A call that has begun is
/// completed.
extension DocumentLibrary {
  /// Runs several edits as one: all are stored, or none.
  ///
  /// - Throws: What `body` throws; nothing was changed then. A `CancellationError`.
  public func transaction<Result: Sendable>(
    _ body: @Sendable () throws -> Result
  ) async throws -> Result {
    try await worker.run { try self.transaction(body) }
  }

  /// Runs several edits of documents and of the app's tables as one: all are stored, or none.
  ///
  /// - Throws: What `body` throws; nothing was changed then. A `CancellationError`.
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
  ///   - values: Its parameters.
  ///   - read: Reads a row.
  /// - Throws: As the form that blocks its thread. A `CancellationError`.
  public func rows<Row: Sendable>(
    _ sql: String, _ values: IndexValue...,
    as read: @Sendable (borrowing IndexRow) throws -> Row
  ) async throws -> [Row] {
    try await worker.run { try self.rows(sql, values, as: read) }
  }

  /// Runs a statement that changes the app's own tables.
  ///
  /// - Throws: As ``run(_:_:)-(_,IndexValue...)``. A `CancellationError`.
  public func run(_ sql: String, _ values: IndexValue...) async throws {
    try await worker.run {
      try self.write(isStatement: true) { try IndexTables($0).run(sql, values) }
    }
  }
}

/// Calls that do not block their thread, as those of ``DocumentLibrary``.
extension DocumentCollection {
  /// The ids of all documents, in their order.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  public func ids() async throws -> [UUID] {
    try await library.worker.run { try ids() }
  }

  /// A document as it is at this moment, or nil if there is none.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  public func document(of id: UUID) async throws -> Content? {
    try await library.worker.run { try document(of: id) }
  }

  /// Whether there is a document of this id now.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  public func exists(_ id: UUID) async throws -> Bool {
    try await library.worker.run { try exists(id) }
  }

  /// Adds a document.
  ///
  /// - Returns: The id.
  /// - Throws: As the call without `await`. A `CancellationError`.
  @discardableResult
  public func add(_ value: Content, id: UUID = UUID()) async throws -> UUID {
    try await library.worker.run { try add(value, id: id) }
  }

  /// Changes a document as it is at this moment.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  @discardableResult
  public func edit<Result: Sendable>(
    _ id: UUID, _ body: @Sendable (inout Content) throws -> Result
  ) async throws -> Result {
    try await library.worker.run { try edit(id, body) }
  }

  /// Merges a value that was edited apart.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  public func merge(_ value: Content, into id: UUID) async throws {
    try await library.worker.run { try merge(value, into: id) }
  }

  /// Removes a document.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  public func remove(_ id: UUID) async throws {
    try await library.worker.run { try remove(id) }
  }
}

extension DocumentCollection where Content: ReplicatingModel {
  /// Whether there is a step to undo. Edits of other devices may have left nothing to undo in it.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  public func canUndo(_ id: UUID) async throws -> Bool {
    try await library.worker.run { try canUndo(id) }
  }

  /// Whether there is a step to redo. Edits of other devices may have left nothing to redo in it.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  public func canRedo(_ id: UUID) async throws -> Bool {
    try await library.worker.run { try canRedo(id) }
  }

  /// Takes back the last step of a document that was not undone yet.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  @discardableResult
  public func undo(_ id: UUID) async throws -> UndoneStep {
    try await library.worker.run { try undo(id) }
  }

  /// Does again what the last undo took back, unless the document was edited here since.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  @discardableResult
  public func redo(_ id: UUID) async throws -> UndoneStep {
    try await library.worker.run { try redo(id) }
  }
}

extension DocumentCollection where Content: OrderedDocument {
  /// Puts a document before another one, or at the end.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  public func move(_ id: UUID, before other: UUID?) async throws {
    try await library.worker.run { try move(id, before: other) }
  }

  /// Puts a document behind another one, or at the beginning.
  ///
  /// - Throws: As the call without `await`. A `CancellationError`.
  public func move(_ id: UUID, after other: UUID?) async throws {
    try await library.worker.run { try move(id, after: other) }
  }
}
