// SPDX-License-Identifier: MIT

import Foundation

/// A connection that any thread may use, one at a time.
///
/// The lock is recursive: a call within a transaction is a part of that transaction.
final class SharedConnection: @unchecked Sendable {
  /// The state of the thread that holds the lock.
  private enum State {
    case idle
    case reading
    case writing
    /// A document was read, and is written after its change.
    case editing
  }

  // Only the thread that holds the lock uses these properties.
  private let database: Database
  let memory = DocumentMemory()
  private var state = State.idle
  /// The number of transactions that wrote something.
  private var commits = 0
  private let lock = NSRecursiveLock()

  init(_ database: Database) {
    self.database = database
  }

  /// Runs `body` in a transaction that only reads, or as a part of the transaction that was begun.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try lock.withLock {
      if state != .idle { return try body(database) }
      return try being(.reading) { try database.readTransaction { try body(database) } }
    }
  }

  /// Runs `body` in a transaction, or as a part of the transaction that was begun.
  ///
  /// - Parameters:
  ///   - inTurns: Whether other processes get a chance to write before the next transaction with
  ///     `inTurns`.
  ///   - isStatement: Whether `body` is one statement. SQLite itself rolls back a statement that
  ///     fails.
  /// - Returns: What `body` returns, and whether the whole transaction was committed.
  /// - Throws: ``DocumentFailure/editWithinEdit`` while a document is edited or rows are read,
  ///   ``DocumentFailure/transactionEnded``, and what `body` throws: nothing that it wrote stays.
  func write<Result>(
    inTurns: Bool = false, isStatement: Bool = false, _ body: (Database) throws -> Result
  ) throws -> (result: Result, isCommitted: Bool) {
    try lock.withLock {
      let isCommitted = state == .idle
      guard isCommitted || state == .writing, !database.isReadingRows else {
        throw DocumentFailure.editWithinEdit
      }
      guard isCommitted || database.isInTransaction else { throw DocumentFailure.transactionEnded }
      return try being(.writing) {
        if isStatement && !isCommitted { return (try body(database), isCommitted) }
        let pages = database.pagesWritten
        let result =
          try inTurns && isCommitted
          ? database.turn { try body(database) } : database.transaction { try body(database) }
        if isCommitted && database.pagesWritten != pages { commits += 1 }
        return (result, isCommitted)
      }
    }
  }

  /// The state of the library in the open transaction, or else its present state.
  func libraryState() throws -> LibraryState {
    try read { LibraryState(version: try $0.outsideVersion(), commits: commits) }
  }

  /// Runs `body`, which changes a document that was read: nothing else may be written meanwhile.
  /// The caller is within ``write(inTurns:isStatement:_:)``.
  func editing<Result>(_ body: () throws -> Result) rethrows -> Result {
    try being(.editing, body)
  }

  private func being<Result>(_ new: State, _ body: () throws -> Result) rethrows -> Result {
    let old = state
    state = new
    defer { state = old }
    return try body()
  }
}
