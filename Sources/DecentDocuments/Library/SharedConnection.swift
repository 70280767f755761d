// SPDX-License-Identifier: MIT

import Foundation

/// A connection that any thread may use, one at a time.
///
/// The lock lets the thread in again that holds it: what is called within a transaction is a part
/// of it.
final class SharedConnection: @unchecked Sendable {
  // Used by the thread that holds the lock alone.
  private let database: Database
  private var isEditing = false
  private let lock = NSRecursiveLock()

  init(_ database: Database) {
    self.database = database
  }

  /// Runs `body` in a transaction that only reads, or in the one that was begun.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try lock.withLock {
      if database.isInTransaction { return try body(database) }
      return try database.readTransaction { try body(database) }
    }
  }

  /// Runs `body` in a transaction, or as a part of the one that was begun.
  ///
  /// - Returns: What `body` returns, and whether the transaction is over.
  /// - Throws: ``DocumentFailure/editWithinEdit``, and what `body` throws: nothing that it wrote
  ///   stays.
  func write<Result>(
    _ body: (Database) throws -> Result
  ) throws -> (result: Result, isCommitted: Bool) {
    try lock.withLock {
      guard !isEditing else { throw DocumentFailure.editWithinEdit }
      if database.isInTransaction { return (try database.attempt { try body(database) }, false) }
      return (try database.transaction { try body(database) }, true)
    }
  }

  /// Runs `body`, which changes a document that was read: nothing else may be written meanwhile.
  /// The caller is within ``write(_:)``.
  func editing<Result>(_ body: () throws -> Result) rethrows -> Result {
    isEditing = true
    defer { isEditing = false }
    return try body()
  }
}
