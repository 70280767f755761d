// SPDX-License-Identifier: MIT

import CSQLite
import Foundation

/// Counts of a connection's work, for tests of its cost and for `DocumentMemory`.
package struct DatabaseWork: Equatable {
  /// The number of transactions that could write.
  package private(set) var transactions = 0
  /// The number of statements in the present or last writing transaction.
  package private(set) var statements = 0
  /// The most statements in one writing transaction.
  package private(set) var mostStatements = 0
  /// The number of documents that were encoded in writing transactions.
  package private(set) var encodings = 0
  /// The number of transactions that were rolled back, inner ones included.
  package private(set) var undone = 0
  /// Whether a transaction that can write is open.
  package private(set) var isWriting = false
  /// The number of the present or last transaction, writing or reading.
  package private(set) var number = 0

  package mutating func noteBegin() { number += 1 }

  package mutating func beginTransaction() {
    transactions += 1
    statements = 0
    isWriting = true
  }

  package mutating func endTransaction() {
    isWriting = false
  }

  package mutating func noteUndone() {
    undone += 1
  }

  package mutating func noteStatement() {
    guard isWriting else { return }
    statements += 1
    mostStatements = max(mostStatements, statements)
  }

  package mutating func noteEncoding() {
    if isWriting { encodings += 1 }
  }
}

/// The way in which connections share the one lock for writing.
extension Database {
  /// The longest wait for another process, in milliseconds.
  @TaskLocal package static var patience: Int64 = 30_000

  /// The time for which a pause between two turns leaves the lock to other connections, in
  /// microseconds. It is longer than any sleep of a waiting connection.
  private static let pause: UInt32 = 5_000

  /// Makes this connection wait for the lock in short sleeps, so that it notices a lock that is
  /// free for only a moment. SQLite's own wait sleeps up to 100 milliseconds at a time.
  package func waitForOthers() {
    sqlite3_busy_handler(handle, { _, count in Database.sleepBriefly(count) }, nil)
  }

  /// - Parameter count: The number of sleeps in this wait so far.
  /// - Returns: Whether to try again.
  private static func sleepBriefly(_ count: Int32) -> Int32 {
    let longest: Int64 = 4_000  // microseconds; half of that on average
    guard Int64(count) * longest / 2 < patience * 1000 else { return 0 }
    usleep(.random(in: 1..<UInt32(longest)))
    return 1
  }

  /// Runs one of many short transactions of a long task.
  ///
  /// When the turns have taken more than 10 milliseconds, the next turn begins with a pause, in
  /// which other connections can take the lock. Without the pause, the turn would take the lock
  /// before a waiting connection looks again.
  ///
  /// - Throws: The errors of ``transaction(_:)``.
  package func turn<Result>(_ body: () throws -> Result) throws -> Result {
    let start = ContinuousClock.now
    var length = Duration.zero
    if let turns, turns.end.duration(to: start) < .milliseconds(10) {
      if turns.length > .milliseconds(10) { usleep(Self.pause) } else { length = turns.length }
    }
    defer {
      let end = ContinuousClock.now
      turns = (end, length + start.duration(to: end))
    }
    return try transaction(body)
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// A number that changes whenever another connection writes.
  package func outsideVersion() throws(DatabaseFailure) -> Int {
    try row("PRAGMA data_version") { $0.integer(at: 0) } ?? 0
  }
}
