// SPDX-License-Identifier: MIT

import DecentDocuments

/// The runs of servers that told replicas of this library and ended in order, by their ids.
///
/// A run is noted once it tells nothing more. So a state of the database that has the id of a run has
/// all that the run told. A state from before, as in a backup, lacks the id. The ids never travel by
/// sync.
///
/// The table is made when it is first needed. All calls expect the caller to have begun a transaction.
struct EndedRunTable {
  /// The most runs that are kept.
  static let most = 1000

  let database: Database

  /// Whether a run is noted.
  func contains(_ run: String) throws(DatabaseFailure) -> Bool {
    guard try exists() else { return false }
    return try database.row("SELECT 1 FROM ended_runs WHERE run = ?", .text(run)) { _ in true }
      ?? false
  }

  /// Notes a run. Forgets the oldest one if they are too many.
  func add(_ run: String) throws(DatabaseFailure) {
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS ended_runs (number INTEGER PRIMARY KEY, run TEXT NOT NULL UNIQUE)
      """)
    try database.run("INSERT OR IGNORE INTO ended_runs (run) VALUES (?)", .text(run))
    try database.run(
      "DELETE FROM ended_runs WHERE number <= (SELECT max(number) FROM ended_runs) - ?",
      .integer(Self.most))
  }

  /// Forgets all runs: the library lost something that they told.
  func removeAll() throws(DatabaseFailure) {
    if try exists() { try database.run("DELETE FROM ended_runs") }
  }

  private func exists() throws(DatabaseFailure) -> Bool { try database.hasTable("ended_runs") }
}

extension Library {
  /// Whether this library has all that a run of a server told.
  public func hasAll(ofRun run: String) throws -> Bool {
    try database.readTransaction { try endedRuns.contains(run) }
  }

  /// Notes that a run of a server has ended, and tells nothing more.
  public func noteEnd(ofRun run: String) throws {
    try database.transaction { try endedRuns.add(run) }
  }
}
