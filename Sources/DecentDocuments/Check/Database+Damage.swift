// SPDX-License-Identifier: MIT

/// Damage of the file that SQLite finds.
extension Database {
  /// As ``findDamage()``, with the names of the tables and indexes that are damaged.
  package func findNamedDamage() throws(DatabaseFailure) -> [String] {
    try findDamage().map(named)
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
