// SPDX-License-Identifier: MIT

import CSQLite

/// Tables of an app that exist on this device alone, such as a table of settings. They are not
/// derived from documents, and sync does not send them.
extension DocumentLibrary {
  /// Makes tables of the app's own, or brings them to a newer version.
  ///
  /// ```swift
  /// try library.makeTables(
  ///   named: "drafts", steps: ["CREATE TABLE drafts (id TEXT PRIMARY KEY, text TEXT NOT NULL)"])
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name under which the library keeps the version of the tables. No
  ///     ``DocumentIndex`` may have the same name.
  ///   - steps: Scripts that bring the tables from one version to the next. The first script makes
  ///     the tables. Each script is run once.
  /// - Throws: ``DocumentFailure/newerIndex(name:found:supported:)`` for tables that a newer
  ///   version of the app made, ``DocumentFailure/indexTaken(_:by:wanted:)``,
  ///   ``DocumentFailure/badStatement(_:reason:)``, a ``DatabaseFailure``. Nothing is changed then.
  public func makeTables(named name: String, steps: [String]) throws {
    let users = [(name: name, user: "tables of the app's own")]
    if try !isDone(using: users, { try IndexRecords(database: $0).isPrepared(name, steps: steps) })
    {
      try write(using: users) { try IndexRecords(database: $0).prepare(name, steps: steps) }
    }
    ownTables.withLock { $0[name] = steps }
  }

  /// Runs several edits of documents and of the app's tables as one: all are stored, or none.
  ///
  /// ```swift
  /// try library.transaction { tables in
  ///   try recipes.edit(id) { $0.method.append(text) }
  ///   try tables.run("DELETE FROM drafts WHERE id = ?", .id(id))
  /// }
  /// ```
  ///
  /// - Parameter body: Reads and writes tables that ``makeTables(named:steps:)`` made, and may read
  ///   the tables of a ``DocumentIndex``. The library's own tables cannot be changed. No table can
  ///   be changed while rows are read. The argument cannot be used after `body` returns.
  /// - Throws: What `body` throws; nothing was changed then.
  @discardableResult
  public func transaction<Result>(
    _ body: (borrowing IndexTables) throws -> Result
  ) throws -> Result {
    try write { try body(IndexTables($0)) }
  }

  /// The app's own tables that are missing, each with the name that the app passed to
  /// ``makeTables(named:steps:)`` and the script that makes the table.
  func missingOwnTables(
    in database: Database
  ) throws -> [(table: String, name: String, script: String)] {
    try ownTables.withLock(\.self).sorted { $0.key < $1.key }.flatMap { name, steps in
      try IndexRecords(database: database).missingTables(madeBy: steps)
        .map { ($0.name, name, $0.script) }
    }
  }

  /// The damage that SQLite finds in a table of full-text search (FTS5), in SQLite's words; nil if
  /// there is none. Changes nothing. ``check(progress:)`` does not look into such tables.
  ///
  /// Drop a damaged table in a transaction. ``repair(keepingDamagedIn:putsAside:)`` then makes the
  /// table anew, and the index fills it.
  ///
  /// - Parameter table: The name of the table, such as `words`.
  /// - Throws: ``DocumentFailure/badStatement(_:reason:)`` if there is no such table, or if the
  ///   table is of another kind; a ``DatabaseFailure`` for a failure other than damage.
  /// - Complexity: O(*n*) in the size of the library, which is copied.
  public func damage(ofFullText table: String) throws -> String? {
    let name = "\"\(table.replacing("\"", with: "\"\""))\""
    // SQLite runs this check by an INSERT statement, which changes nothing.
    let question = "INSERT INTO \(name) (\(name)) VALUES ('integrity-check')"
    let isVirtual = try read {
      try $0.row(
        """
        SELECT 1 FROM sqlite_schema
        WHERE name = ? COLLATE NOCASE AND sql LIKE 'CREATE VIRTUAL TABLE%USING fts5%'
        AND sql NOT LIKE '%USING fts5vocab%'
        """, .text(table)
      ) { _ in true }
    }
    guard isVirtual != nil else {
      throw DocumentFailure.badStatement(
        question, reason: "there is no such table of full-text search")
    }
    // The check runs on a copy, so that other processes can write meanwhile.
    let copy = try read { try $0.passingCopy() }
    do throws(DatabaseFailure) {
      try copy.run(question, values: [])
      return nil
    } catch {
      // For a virtual table that lacks a shadow table, SQLite has only the code SQLITE_ERROR.
      let isDamage =
        error.code == .damaged || error.code == .unexpected(resultCode: Int(SQLITE_ERROR))
      guard isDamage else { throw error }
      return error.detail
    }
  }
}
