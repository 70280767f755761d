// SPDX-License-Identifier: MIT

import DecentDocuments

/// The ids of the server runs that ended properly. A run sends documents of this library to pages.
///
/// A run is recorded after the last document that it sends. A database with the id of a run has all
/// documents that the run sent. An earlier state of the database, as in a backup, lacks the id. The
/// ids are never synced.
struct EndedRunTable {
  /// The maximum number of runs that are kept.
  static let most = 1000

  let library: DocumentLibrary

  /// Whether a run is recorded.
  func contains(_ run: String) throws -> Bool {
    try !library.rows("SELECT 1 FROM ended_runs WHERE run = ?", .text(run)) { _ in 1 }.isEmpty
  }

  /// Records a run. Forgets the oldest run if more than `most` runs are recorded.
  func add(_ run: String) throws {
    try library.run("INSERT OR IGNORE INTO ended_runs (run) VALUES (?)", .text(run))
    try library.run(
      "DELETE FROM ended_runs WHERE number <= (SELECT max(number) FROM ended_runs) - ?",
      .integer(Self.most))
  }

  /// Forgets all runs. Called after the library lost edits that the runs may have sent.
  func removeAll() throws {
    try library.run("DELETE FROM ended_runs")
  }
}

extension Library {
  var endedRuns: EndedRunTable { EndedRunTable(library: documents) }

  /// Whether this library surely has everything that a run of a server sent to pages. False if the
  /// run has not ended properly, or is no longer recorded.
  public func hasAll(ofRun run: String) throws -> Bool {
    try endedRuns.contains(run)
  }

  /// Records that a run of a server has ended, and sends nothing more.
  public func noteEnd(ofRun run: String) throws {
    try documents.transaction { try endedRuns.add(run) }
  }
}
