// SPDX-License-Identifier: MIT

import Foundation

/// A connection that any thread may use, one thread at a time.
///
/// The lock is recursive: a call within a transaction is a part of that transaction.
final class SharedConnection: @unchecked Sendable {
  /// The state of the thread that holds the lock.
  private enum State {
    case idle
    case reading
    case writing
    /// A caller changes a document that was read and is not written yet.
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

  /// Runs `body` in a transaction that only reads, or as a part of the transaction that is open.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try lock.withLock {
      if state != .idle { return try body(database) }
      return try being(.reading) { try database.readTransaction { try body(database) } }
    }
  }

  /// Runs `body` in a transaction that may write, or as a part of the transaction that is open.
  ///
  /// - Parameters:
  ///   - inTurns: Whether other processes get a chance to write before the next transaction with
  ///     `inTurns`.
  ///   - isStatement: Whether `body` is one statement. SQLite itself rolls back a statement that
  ///     fails.
  /// - Returns: What `body` returns, and whether this call committed the transaction.
  /// - Throws: ``DocumentFailure/editWithinEdit`` in a read transaction, or while a document is
  ///   edited or rows are read. ``DocumentFailure/transactionEnded``. The errors of `body`, after a
  ///   rollback of its writes.
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

  /// The state of the library, as the open transaction sees it; the present state if no transaction
  /// is open.
  func libraryState() throws -> LibraryState {
    try read { LibraryState(version: try $0.outsideVersion(), commits: commits) }
  }

  /// Runs `body`, which changes a document that was read. Nothing else may be written meanwhile.
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
