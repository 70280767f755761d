// SPDX-License-Identifier: MIT

import DecentDocuments

/// The ids of the runs of servers that ended in order. Each run told pages of documents of this
/// library.
///
/// A run is noted once it tells nothing more. So a state of the database with the id of a run has
/// all that the run told. An earlier state, as in a backup, lacks the id. The ids never travel by
/// sync.
struct EndedRunTable {
  /// The most runs that are kept.
  static let most = 1000

  let library: DocumentLibrary

  /// Whether a run is noted.
  func contains(_ run: String) throws -> Bool {
    try !library.rows("SELECT 1 FROM ended_runs WHERE run = ?", .text(run)) { _ in 1 }.isEmpty
  }

  /// Notes a run. Forgets the oldest one if they are too many.
  func add(_ run: String) throws {
    try library.run("INSERT OR IGNORE INTO ended_runs (run) VALUES (?)", .text(run))
    try library.run(
      "DELETE FROM ended_runs WHERE number <= (SELECT max(number) FROM ended_runs) - ?",
      .integer(Self.most))
  }

  /// Forgets all runs: the library lost something that they told.
  func removeAll() throws {
    try library.run("DELETE FROM ended_runs")
  }
}

extension Library {
  var endedRuns: EndedRunTable { EndedRunTable(library: documents) }

  /// Whether this library has all that a run of a server told.
  public func hasAll(ofRun run: String) throws -> Bool {
    try endedRuns.contains(run)
  }

  /// Notes that a run of a server has ended, and tells nothing more.
  public func noteEnd(ofRun run: String) throws {
    try documents.transaction { try endedRuns.add(run) }
  }
}
