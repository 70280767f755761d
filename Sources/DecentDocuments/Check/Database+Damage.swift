// SPDX-License-Identifier: MIT

/// The damage that SQLite finds in the file.
extension Database {
  /// The damage that ``findDamage()`` finds, with the names of the damaged tables and indexes.
  package func findNamedDamage() throws(DatabaseFailure) -> [String] {
    try findDamage().map(named)
  }

  /// The damage of the file in words; empty if there is none. `isOfIndexes` is true if rebuilding
  /// SQLite's indexes leaves no damage. Changes nothing.
  func fileDamage() throws(DatabaseFailure) -> (words: [String], isOfIndexes: Bool) {
    if let missing = try missingPart() { return ([missing], false) }
    let words = try findNamedDamage()
    if words.isEmpty { return ([], true) }
    do throws(DatabaseFailure) {
      return (words, try passingCopy().repairIndexes())
    } catch {
      guard error.code == .damaged else { throw error }
      return (words, false)
    }
  }

  /// The first table or column of the library's schema that the file lacks, in SQLite's words; nil
  /// if the file lacks none.
  private func missingPart() throws(DatabaseFailure) -> String? {
    let sound = try Database(file: path, for: .passing)
    try sound.execute(script: DatabaseFormat.documents.schema)
    let columns = """
      SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'
      """
    var found: [String: Set<String>] = [:]
    for (table, column) in try rows(columns, as: Self.names) {
      found[table, default: []].insert(column)
    }
    for (table, column) in try sound.rows(columns, as: Self.names) {
      guard let known = found[table] else { return "no such table: \(table)" }
      if !known.contains(column) { return "no such column: \(table).\(column)" }
    }
    return nil
  }

  private static func names(
    _ row: Statement
  ) throws(DatabaseFailure) -> (table: String, column: String) {
    (try row.text(at: 0), try row.text(at: 1))
  }

  /// SQLite's words on damage, with the name of the table or index. SQLite itself reports only the
  /// number of the first page of the table or index.
  private func named(_ damage: String) -> String {
    guard let match = damage.firstMatch(of: /(?:[Tt]ree (?:page )?|^Page )(\d+)/),
      let page = Int(match.1),
      let names = try? row(
        "SELECT name, tbl_name FROM sqlite_schema WHERE rootpage = ?", .integer(page),
        as: { row throws(DatabaseFailure) in [try row.text(at: 0), try row.text(at: 1)] })
    else { return damage }
    let what = names[0] == names[1] ? "the table" : "the index '\(names[0])' of the table"
    return "\(damage), in \(what) '\(names[1])'"
  }

  /// Makes SQLite's indexes of a damaged file anew.
  ///
  /// - Returns: Whether there was damage.
  /// - Throws: A ``DatabaseFailure`` if something other than indexes is damaged, or if the file
  ///   cannot be written; nothing is changed then.
  package func repairIndexes() throws(DatabaseFailure) -> Bool {
    guard let first = try findDamage().first else { return false }
    // A rebuild that does not help is rolled back, because it might make other damage worse.
    do {
      if try areDocumentsDamaged() { throw StillDamaged() }
      try transaction {
        // A bare REINDEX would also rewrite tables without row ids, even from damaged pages.
        let indexes = try rows(
          "SELECT printf('REINDEX main.\"%w\"', name) FROM sqlite_schema WHERE type = 'index'"
        ) { row throws(DatabaseFailure) in try row.text(at: 0) }
        for index in indexes { try execute(script: index) }
        guard try findDamage().isEmpty else { throw StillDamaged() }
      }
    } catch {
      if let failure = error as? DatabaseFailure, failure.isOfSurroundings { throw failure }
      throw DatabaseFailure(code: .damaged, path: path, detail: first)
    }
    return true
  }
}

extension Database {
  /// Whether a table of documents lacks a row that its indexes have, or has rows of another table.
  /// SQLite reports no damage for rows of another table. Rebuilding the indexes would hide both
  /// kinds of damage. An unreadable index is ignored.
  private func areDocumentsDamaged() throws(DatabaseFailure) -> Bool {
    let questions = [
      "SELECT key FROM documents INDEXED BY sqlite_autoindex_documents_1 EXCEPT SELECT key FROM documents NOT INDEXED",
      "SELECT key FROM deltas INDEXED BY deltas_by_document EXCEPT SELECT key FROM deltas NOT INDEXED",
      "SELECT key FROM documents NOT INDEXED WHERE typeof(revision) <> 'integer'",
    ]
    for question in questions {
      do throws(DatabaseFailure) {
        if try row(question, as: { _ in true }) == true { return true }
      } catch {
        if error.isOfSurroundings { throw error }
      }
    }
    return false
  }
}

private struct StillDamaged: Error {}
