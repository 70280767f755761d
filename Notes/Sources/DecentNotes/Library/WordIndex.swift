// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import ReplicatingTypes

/// The words of all notes, so that a search need not read the notes.
///
/// Indexing the words of a note takes longer than all other writes of the note. So an edit indexes
/// the words of a few changed notes at most. ``Library/indexWords()``, which a search calls first,
/// indexes the rest.
struct WordIndex: DocumentIndex {
  let name = "words"
  let isDeferred = true

  let steps = [
    """
    CREATE TABLE word_rows (row INTEGER PRIMARY KEY, note TEXT NOT NULL UNIQUE);
    CREATE VIRTUAL TABLE words USING fts5 (
      title, tags, text, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
    );
    """
  ]

  /// The weights of a word in title, tags and text.
  static let weights = "10.0, 5.0, 1.0"

  /// The passage of the text with the first matches, as ``FoundNote/Passage`` reads it.
  static let passage = "snippet(words, 2, char(1), char(2), '…', 12)"

  func update(_ id: UUID, to note: Note, in tables: borrowing IndexTables) throws {
    let new = Self.texts(of: note)
    let known = try texts(of: id, in: tables)
    guard known != new else { return }
    // SQLite flushes the full-text index before each statement that may write several rows. So each
    // statement here writes one row.
    if known == nil {
      try tables.run("INSERT OR IGNORE INTO word_rows (note) VALUES (?)", .text("\(NoteID(id))"))
    }
    let rows = try tables.rows("SELECT row FROM word_rows WHERE note = ?", .text("\(NoteID(id))")) {
      try $0.integer(at: 0)
    }
    guard let row = rows.first else { return }
    try tables.run(
      "INSERT OR REPLACE INTO words (rowid, title, tags, text) VALUES (?, ?, ?, ?)", .integer(row),
      .text(new[0]), .text(new[1]), .text(new[2]))
  }

  func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
    if id == NoteID.none.uuid {
      try tables.run("DELETE FROM word_rows WHERE length(note) <> 32 OR note GLOB '*[^0-9a-f]*'")
      try tables.run("DELETE FROM words WHERE rowid NOT IN (SELECT row FROM word_rows)")
    }
    let id = IndexValue.text("\(NoteID(id))")
    try tables.run(
      "DELETE FROM words WHERE rowid IN (SELECT row FROM word_rows WHERE note = ?)", id)
    try tables.run("DELETE FROM word_rows WHERE note = ?", id)
  }

  func agrees(
    with note: Note, of id: UUID, in tables: borrowing IndexTables
  ) throws -> Bool {
    try texts(of: id, in: tables) == Self.texts(of: note)
  }

  func ids(in tables: borrowing IndexTables) throws -> [UUID] {
    try tables.rows(
      """
      SELECT note FROM word_rows
      UNION SELECT note FROM words LEFT JOIN word_rows ON row = words.rowid WHERE row IS NULL
      """
    ) { try $0.text(at: 0) }
    .map { (NoteID($0) ?? .none).uuid }
  }

  private func texts(of id: UUID, in tables: borrowing IndexTables) throws -> [String]? {
    try tables.rows(Self.textsOfNote, .text("\(NoteID(id))"), as: Self.texts).first
  }

  /// The query for the searched parts of a note, by the note's id.
  static let textsOfNote =
    "SELECT title, tags, text FROM words JOIN word_rows ON row = words.rowid WHERE note = ?"

  /// Reads a row of ``textsOfNote``.
  static func texts(_ row: borrowing IndexRow) throws -> [String] {
    [try row.text(at: 0), try row.text(at: 1), try row.text(at: 2)].map(withoutZeros)
  }

  /// The searched parts of a note: title, tags and text.
  static func texts(of note: Note) -> [String] {
    [note.title.value, note.tags.values.sorted().joined(separator: "\n"), note.text.string]
      .map(withoutZeros)
  }

  /// The text with a space for each NUL. A NUL separates words, and would end a passage.
  private static func withoutZeros(_ text: String) -> String {
    guard text.utf8.contains(0) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? " " : $0 }))
  }
}
