// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

/// The records of the revisions up to which an app's tables follow the documents.
///
/// All calls expect the caller to have begun a transaction.
struct IndexBooks {
  let database: Database

  /// Makes the tables of an index or of an app's own, or brings them to a version.
  ///
  /// - Parameter steps: Scripts that lead to the versions, of which those that were not run are run.
  /// - Throws: ``DocumentFailure/newerIndex(name:found:supported:)``, and errors of the scripts.
  func prepare(_ name: String, steps: [String]) throws {
    let done = try database.row("SELECT step FROM indexes WHERE name = ?", .text(name)) {
      $0.integer(at: 0)
    }
    if let done, done > steps.count {
      throw DocumentFailure.newerIndex(name: name, found: done, supported: steps.count)
    }
    if done != steps.count {
      for step in steps.dropFirst(done ?? 0) { try IndexTables(database).execute(step) }
      try database.run(
        "INSERT OR REPLACE INTO indexes (name, step, revision) VALUES (?, ?, 0)",
        .text(name), .integer(steps.count))
    }
  }

  /// Whether the tables are there, in the version that the steps lead to.
  func isPrepared(_ name: String, steps: [String]) throws -> Bool {
    try database.row("SELECT step FROM indexes WHERE name = ?", .text(name)) {
      $0.integer(at: 0)
    } == steps.count
  }

  /// Whether the tables of an index are up to the documents.
  func isUpToDate(_ index: some DocumentIndex) throws -> Bool {
    try isPrepared(index.name, steps: index.steps)
      && revision(of: index.name) == DocumentTable.lastRevision(in: database)
  }

  /// Whether an index may be used as it is: one that is deferred may lag.
  func mayBeUsed(_ index: some DocumentIndex) throws -> Bool {
    try index.isDeferred ? isPrepared(index.name, steps: index.steps) : isUpToDate(index)
  }

  /// The revision up to which an index follows the documents.
  func revision(of name: String) throws -> Int {
    try database.row("SELECT revision FROM indexes WHERE name = ?", .text(name)) {
      $0.integer(at: 0)
    } ?? 0
  }

  /// The tables and views of an index that are missing, with the statements that make them. They are found by
  /// running its scripts in an empty database. None is found if they fail there.
  func missingTables(of index: some DocumentIndex) throws -> [(name: String, script: String)] {
    let empty = try Database(file: database.path, for: .passing)
    let made = try? empty.transaction {
      for step in index.steps { try IndexTables(empty).execute(step) }
      return try empty.rows(
        """
        SELECT tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name NOT IN
        (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY rowid
        """
      ) { row throws(DatabaseFailure) in (name: try row.text(at: 0), sql: try row.text(at: 1)) }
    }
    return try Dictionary(grouping: made ?? [], by: \.name).sorted { $0.key < $1.key }
      .filter { try !$0.key.hasPrefix("sqlite_") && !database.hasTable($0.key) }
      .map { (name: $0.key, script: $0.value.map(\.sql).joined(separator: ";\n")) }
  }

  /// Has an index be given all documents at its next update.
  func restart(_ name: String) throws {
    try database.run("UPDATE indexes SET revision = 0 WHERE name = ?", .text(name))
  }

  /// Gives an index the documents that changed since its last update.
  ///
  /// A document that cannot be read is passed over. A repair gives it a new revision.
  ///
  /// - Parameter count: The most documents to look at, those of other collections included.
  /// - Returns: Whether the index is up to the documents now.
  /// - Complexity: O(*d*) in the documents that changed.
  @discardableResult
  func update<Index: DocumentIndex>(
    _ index: Index, with table: DocumentTable, atMost count: Int = .max
  ) throws -> Bool {
    var known = try revision(of: index.name)
    var changes = try ChangedDocuments(after: known, atMost: count, in: database)
    // A revision that no document has had is damage.
    if try changes.isEmpty && known > table.lastRevision() {
      known = 0
      changes = try ChangedDocuments(after: 0, atMost: count, in: database)
    }
    guard !changes.isEmpty else { return changes.areAll }
    for id in changes.ids(of: Index.Content.frameKind.code) {
      let document = DocumentPlace(code: Index.Content.frameKind.code, id: id).document
      let content: Index.Content?
      do {
        content = try table.content(of: document, as: Index.Content.self)
      } catch  where error.isOfUnreadableDocument {
        continue
      }
      if let content {
        try index.update(id, to: content, in: IndexTables(database))
      } else {
        try index.remove(id, from: IndexTables(database))
      }
    }
    try database.run(
      "UPDATE indexes SET revision = ? WHERE name = ?", .integer(changes.revision),
      .text(index.name))
    return changes.areAll
  }
}
