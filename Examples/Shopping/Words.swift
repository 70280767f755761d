// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation

/// The words of the items' names. They are indexed when somebody searches.
struct Words: DocumentIndex {
  let name = "words"
  let isDeferred = true
  let steps = [
    """
    CREATE TABLE word_rows (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
    CREATE VIRTUAL TABLE words USING fts5(name);
    """
  ]

  func update(_ id: UUID, to item: Item, in tables: borrowing IndexTables) throws {
    try tables.run("INSERT OR IGNORE INTO word_rows (id) VALUES (?)", .id(id))
    try tables.run(
      "INSERT OR REPLACE INTO words (rowid, name) SELECT row, ? FROM word_rows WHERE id = ?",
      .text(item.name.value), .id(id))
  }

  func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
    try tables.run(
      "DELETE FROM words WHERE rowid = (SELECT row FROM word_rows WHERE id = ?)", .id(id))
    try tables.run("DELETE FROM word_rows WHERE id = ?", .id(id))
  }
}
