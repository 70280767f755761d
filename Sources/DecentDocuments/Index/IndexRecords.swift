// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

/// The records of the revisions up to which an app's tables follow the documents.
///
/// All calls expect the caller to have begun a transaction.
struct IndexRecords {
  let database: Database

  /// Makes the tables of an index, or tables of the app's own, or brings them to the last version.
  /// If tables of the last version exist without a record, they are kept, and only the record is
  /// made: it was lost by damage.
  ///
  /// - Parameter steps: A script for each version. Scripts that were not run before are run.
  /// - Throws: ``DocumentFailure/newerIndex(name:found:supported:)``, and errors of the scripts.
  func prepare(_ name: String, steps: [String]) throws {
    let done = try database.row("SELECT step FROM indexes WHERE name = ?", .text(name)) {
      $0.integer(at: 0)
    }
    if let done, done > steps.count {
      throw DocumentFailure.newerIndex(name: name, found: done, supported: steps.count)
    }
    if done != steps.count {
      if try done != nil || !hasAll(madeBy: steps) {
        for step in steps.dropFirst(done ?? 0) { try IndexTables(database).execute(step) }
      }
      try database.run(
        "INSERT OR REPLACE INTO indexes (name, step, revision) VALUES (?, ?, 0)",
        .text(name), .integer(steps.count))
    }
  }

  /// Whether the recorded version of the tables is the version that the steps lead to.
  func isPrepared(_ name: String, steps: [String]) throws -> Bool {
    try database.row("SELECT step FROM indexes WHERE name = ?", .text(name)) {
      $0.integer(at: 0)
    } == steps.count
  }

  /// Whether an index has taken in all changes of the documents.
  func isUpToDate(_ index: some DocumentIndex) throws -> Bool {
    try isPrepared(index.name, steps: index.steps)
      && revision(of: index.name) == DocumentTable.lastRevision(in: database)
  }

  /// Whether an index may be used as it is: a deferred index may lag.
  func mayBeUsed(_ index: some DocumentIndex) throws -> Bool {
    try index.isDeferred ? isPrepared(index.name, steps: index.steps) : isUpToDate(index)
  }

  /// The revision up to which an index follows the documents.
  func revision(of name: String) throws -> Int {
    try database.row("SELECT revision FROM indexes WHERE name = ?", .text(name)) {
      $0.integer(at: 0)
    } ?? 0
  }

  /// The tables and views that are missing, with the statements that make them. A virtual table
  /// counts as missing, too, if one of its shadow tables is missing.
  ///
  /// - Parameter steps: The scripts that make the tables and views. If the scripts fail in an empty
  ///   database, the result is empty.
  func missingTables(
    madeBy steps: [String]
  ) throws -> [(name: String, script: String)] {
    let made = try made(by: steps)
    let own = Dictionary(grouping: made.filter { !$0.isPart }, by: \.table)
    // The name of a shadow table begins with the name of its virtual table.
    let parts = Dictionary(grouping: made.filter(\.isPart).map(\.table)) { part in
      own.keys.filter { part.hasPrefix("\($0)_") }.max { $0.count < $1.count }
    }
    return try own.sorted { $0.key < $1.key }
      .compactMap { name, made in
        let parts = parts[name] ?? []
        let tables = [name] + parts
        guard try !tables.allSatisfy({ try database.hasTable($0) }) else { return nil }
        // SQLite does not make a virtual table while remains of it exist.
        let left = parts.isEmpty ? [] : tables.map { "DROP TABLE IF EXISTS \($0.quoted)" }
        return (name: name, script: (left + made.map(\.sql)).joined(separator: ";\n"))
      }
  }

  func makeMissingTables(of steps: [String]) throws {
    for missing in try missingTables(madeBy: steps) {
      try IndexTables(database).execute(missing.script)
    }
  }

  /// Drops the tables that scripts make. Views, which hold no rows, stay.
  func dropTables(of steps: [String]) throws {
    for made in try made(by: steps)
    where !made.isPart
      && (made.sql.hasPrefix("CREATE TABLE") || made.sql.hasPrefix("CREATE VIRTUAL"))
    {
      try IndexTables(database).execute("DROP TABLE IF EXISTS \(made.table.quoted)")
    }
  }

  /// Whether the steps make tables, and all these tables exist as the steps define them.
  private func hasAll(madeBy steps: [String]) throws -> Bool {
    let made = try made(by: steps).filter { !$0.isPart }
    return try !made.isEmpty
      && made.allSatisfy { made in
        try database.row("SELECT 1 FROM sqlite_schema WHERE sql = ?", .text(made.sql)) { _ in true }
          ?? false
      }
  }

  /// All tables, shadow tables, views, triggers and SQLite indexes that scripts make in an empty
  /// database, with the statements that make them. The result is empty if the scripts fail.
  private func made(by steps: [String]) throws -> [(table: String, sql: String, isPart: Bool)] {
    let empty = try Database(file: database.path, for: .passing)
    let made = try? empty.transaction {
      for step in steps { try IndexTables(empty).execute(step) }
      return try empty.rows(
        """
        SELECT tbl_name, sql, tbl_name IN
        (SELECT name FROM pragma_table_list WHERE type = 'shadow')
        FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name NOT LIKE 'sqlite~_%' ESCAPE '~'
        ORDER BY rowid
        """
      ) { row throws(DatabaseFailure) in
        (table: try row.text(at: 0), sql: try row.text(at: 1), isPart: row.integer(at: 2) != 0)
      }
    }
    return made ?? []
  }

  /// Makes the next update give an index all documents.
  func restart(_ name: String) throws {
    try database.run("UPDATE indexes SET revision = 0 WHERE name = ?", .text(name))
  }

  /// Gives an index the documents that changed since its last update.
  ///
  /// A document that cannot be read is skipped, and recorded in ``SkippedDocuments``. It gets a new
  /// revision, so that a later update takes it in, in two cases: when a repair replaces it, and when
  /// a newly opened library asks for a type that reads it.
  ///
  /// - Parameters:
  ///   - known: The present contents of documents. These documents are not read again.
  ///   - count: The maximum number of documents to look at, including documents of other
  ///     collections.
  /// - Returns: Whether the index is known to have taken in all changes.
  /// - Complexity: O(*d*), where *d* is the number of documents that changed.
  @discardableResult
  func update<Index: DocumentIndex>(
    _ index: Index, with table: DocumentTable, knowing known: [UUID: Index.Content] = [:],
    atMost count: Int = .max
  ) throws -> Bool {
    var changes = try ChangedDocuments(afterThoseIn: index.name, atMost: count, in: database)
    // If the index's revision is beyond the library's last revision, it is damaged.
    if try changes.isEmpty && revision(of: index.name) > table.lastRevision() {
      changes = try ChangedDocuments(after: 0, atMost: count, in: database)
    }
    guard !changes.isEmpty else { return changes.areAll }
    for id in changes.ids(of: Index.Content.frameKind.code) {
      let document = DocumentPlace(code: Index.Content.frameKind.code, id: id).document
      let content: Index.Content?
      do {
        content = try known[id] ?? table.content(of: document, as: Index.Content.self)
      } catch  where error.isOfUnreadableDocument {
        try SkippedDocuments(table: table).note(document)
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

extension String {
  /// This name as SQL takes it, whatever characters or keywords it holds.
  fileprivate var quoted: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
