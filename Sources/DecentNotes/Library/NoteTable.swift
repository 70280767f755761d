// SPDX-License-Identifier: MIT

/// The summaries of all notes, kept in step with their documents so that a list
/// need not read them.
///
/// All calls expect the caller to have begun a transaction.
struct NoteTable {
  let database: Database

  /// Brings the summary of a note up to its document.
  func update(document key: Int, to summary: NoteSummary) throws(DatabaseFailure) {
    try database.run(
      """
      INSERT OR REPLACE INTO notes (document, id, title, priority, created, is_trashed)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      .integer(key), .text(summary.id.description), .text(summary.title),
      .text(summary.priority.rawValue), .integer(Int(clamping: summary.created)),
      .integer(summary.isTrashed ? 1 : 0))
    try database.run("DELETE FROM tags WHERE document = ?", .integer(key))
    for tag in summary.tags {
      try database.run("INSERT INTO tags (document, tag) VALUES (?, ?)", .integer(key), .text(tag))
    }
  }

  /// All notes, the oldest first.
  func all() throws(DatabaseFailure) -> [NoteSummary] {
    let tags = try allTags()
    return try database.rows(
      "SELECT document, id, title, priority, created, is_trashed FROM notes ORDER BY created, id"
    ) { row throws(DatabaseFailure) in
      guard let id = NoteID(try row.text(at: 1)),
        let priority = Priority(rawValue: try row.text(at: 3))
      else {
        throw DatabaseFailure(code: .damaged, path: database.path, detail: "a row of notes")
      }
      return NoteSummary(
        id: id, title: try row.text(at: 2), tags: tags[row.integer(at: 0)] ?? [],
        priority: priority, created: UInt64(max(0, row.integer(at: 4))),
        isTrashed: row.integer(at: 5) != 0)
    }
  }

  private func allTags() throws(DatabaseFailure) -> [Int: [String]] {
    let rows = try database.rows("SELECT document, tag FROM tags ORDER BY document, tag") {
      row throws(DatabaseFailure) in (row.integer(at: 0), try row.text(at: 1))
    }
    return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1).sorted() }
  }
}
