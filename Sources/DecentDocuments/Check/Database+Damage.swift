// SPDX-License-Identifier: MIT

/// Damage of the file that SQLite finds.
extension Database {
  /// As ``findDamage()``, with the names of the tables and indexes that are damaged.
  package func findNamedDamage() throws(DatabaseFailure) -> [String] {
    try findDamage().map(named)
  }

  /// The damage of the file in words, and whether it is of indexes alone, which can be made anew. Changes nothing.
  func fileDamage() throws(DatabaseFailure) -> (words: [String], isOfIndexes: Bool) {
    if let missing = try missingPart() { return ([missing], false) }
    let words = try findNamedDamage()
    if words.isEmpty { return ([], true) }
    let copy: Database
    do throws(DatabaseFailure) {
      copy = try passingCopy()
    } catch {
      guard error.code == .damaged else { throw error }
      return (words, false)
    }
    return (words, (try? copy.repairIndexes()) == true)
  }

  /// A table or a column of the library's own that is missing, in SQLite's words.
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

  /// SQLite's words on damage, and the table or index they mean. SQLite gives only the number of
  /// its first page.
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

  /// Makes the indexes of a damaged file anew.
  ///
  /// - Returns: Whether there was damage.
  /// - Throws: A ``DatabaseFailure`` if more than indexes is damaged; nothing is changed then.
  package func repairIndexes() throws(DatabaseFailure) -> Bool {
    guard let first = try findDamage().first else { return false }
    // A rebuild that does not help is undone: SQLite might make other damage worse.
    do {
      try transaction {
        try execute(script: "REINDEX")
        guard try findDamage().isEmpty else { throw StillDamaged() }
      }
    } catch {
      throw DatabaseFailure(code: .damaged, path: path, detail: first)
    }
    return true
  }
}

private struct StillDamaged: Error {}
