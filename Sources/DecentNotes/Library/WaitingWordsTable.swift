// SPDX-License-Identifier: MIT

import DecentDocuments

/// Imported notes whose words are not indexed yet.
///
/// Indexing the words of a note takes longer than all its other writes. An import leaves the words
/// to short transactions that follow. A search first indexes the notes that are left.
///
/// The table is made when it is first needed. All calls expect the caller to have begun a
/// transaction.
struct WaitingWordsTable {
  let database: Database

  /// Adds a note.
  func add(document key: Int) throws(DatabaseFailure) {
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS waiting_words (
        document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE
      )
      """)
    try database.run(
      "INSERT OR IGNORE INTO waiting_words (document) VALUES (?)", .integer(key))
  }

  /// Whether a note waits.
  func contains(document key: Int) throws(DatabaseFailure) -> Bool {
    guard try exists() else { return false }
    return try database.row(
      "SELECT 1 FROM waiting_words WHERE document = ?", .integer(key)
    ) { _ in true } ?? false
  }

  /// Whether no note waits.
  func isEmpty() throws(DatabaseFailure) -> Bool {
    guard try exists() else { return true }
    return try database.row("SELECT 1 FROM waiting_words LIMIT 1") { _ in true } == nil
  }

  /// The first notes that wait. The name is nil if it is not that of a document.
  func first(_ count: Int) throws(DatabaseFailure) -> [(key: Int, name: DocumentName?)] {
    guard try exists() else { return [] }
    return try database.rows(
      """
      SELECT document, coalesce(name, '') FROM waiting_words LEFT JOIN documents ON key = document
      ORDER BY document LIMIT ?
      """, .integer(count)
    ) { row throws(DatabaseFailure) in
      (row.integer(at: 0), DocumentName(text: try row.text(at: 1)))
    }
  }

  /// Removes a note. The table must exist.
  func remove(document key: Int) throws(DatabaseFailure) {
    try database.run("DELETE FROM waiting_words WHERE document = ?", .integer(key))
  }

  private func exists() throws(DatabaseFailure) -> Bool { try database.hasTable("waiting_words") }
}
