// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

/// The words of all notes, kept in step with their documents so that a search
/// need not read them.
///
/// All calls expect the caller to have begun a transaction.
struct WordTable {
  let database: Database

  /// The weights of a word in title, tags and text.
  static let weights = "10.0, 5.0, 1.0"

  /// The passage of the text with the first matches, as ``FoundNote/Passage`` reads it.
  static let passage = "snippet(words, 2, char(1), char(2), '…', 12)"

  /// Brings the words of a note up to its document, if they differ.
  func update(document key: Int, to note: Note) throws(DatabaseFailure) {
    let new = Self.texts(of: note)
    guard try texts(key) != new else { return }
    try database.run(
      "INSERT OR REPLACE INTO words (rowid, title, tags, text) VALUES (?, ?, ?, ?)",
      .integer(key), .text(new[0]), .text(new[1]), .text(new[2]))
  }

  /// The searched parts of a note: title, tags and text.
  static func texts(of note: Note) -> [String] {
    [note.title.value, note.tags.values.sorted().joined(separator: "\n"), note.text.string]
      .map(withoutZeros)
  }

  /// A zero stands between words, and would end a passage.
  private static func withoutZeros(_ text: String) -> String {
    guard text.utf8.contains(0) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? " " : $0 }))
  }

  /// The searched parts of a document, or nil if there are none.
  func texts(_ key: Int) throws(DatabaseFailure) -> [String]? {
    try database.row("SELECT title, tags, text FROM words WHERE rowid = ?", .integer(key)) {
      row throws(DatabaseFailure) in
      [try row.text(at: 0), try row.text(at: 1), try row.text(at: 2)].map(Self.withoutZeros)
    }
  }

  /// The first characters of a note's text, and the size of the text in bytes; nil if the note has
  /// no words.
  func beginning(
    of key: Int, length: Int
  ) throws(DatabaseFailure) -> (snippet: String, size: Int)? {
    try database.row(
      "SELECT substr(text, 1, ?), length(CAST(text AS BLOB)) FROM words WHERE rowid = ?",
      .integer(length), .integer(key)
    ) { row throws(DatabaseFailure) in (try row.text(at: 0), row.integer(at: 1)) }
  }

  /// Drops the words of a note.
  func remove(_ key: Int) throws(DatabaseFailure) {
    try database.run("DELETE FROM words WHERE rowid = ?", .integer(key))
  }
}
