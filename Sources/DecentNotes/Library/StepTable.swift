// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation

/// The last steps that were made here, of each note, to be undone and redone.
///
/// The table is made when it is first needed, and no other table depends on it. All calls expect the
/// caller to have begun a transaction.
struct StepTable {
  let database: Database

  /// The most steps that are kept of a note.
  static let mostSteps = 100

  /// Adds a step of a note. Steps that were undone can no longer be redone.
  func add(_ step: NoteStep, of key: Int) throws {
    if try !exists() { try database.execute(script: Self.schema) }
    try database.run(
      """
      DELETE FROM steps WHERE document = ? AND (is_undone OR number <= (
        SELECT number FROM steps WHERE document = ? ORDER BY number DESC LIMIT 1 OFFSET ?))
      """, .integer(key), .integer(key), .integer(Self.mostSteps - 1))
    try database.run(
      "INSERT INTO steps (document, content) VALUES (?, ?)", .integer(key),
      .text(String(decoding: try JSONEncoder().encode(step), as: UTF8.self)))
  }

  /// The last step of a note that was not undone.
  func last(of key: Int) throws -> (number: Int, step: NoteStep)? {
    try step("WHERE document = ? AND NOT is_undone ORDER BY number DESC", of: key)
  }

  /// The step of a note that was undone last.
  func undone(of key: Int) throws -> (number: Int, step: NoteStep)? {
    try step("WHERE document = ? AND is_undone ORDER BY number", of: key)
  }

  /// Records that a step was undone or redone.
  func set(isUndone: Bool, _ number: Int) throws {
    try database.run(
      "UPDATE steps SET is_undone = ? WHERE number = ?", .integer(isUndone ? 1 : 0),
      .integer(number))
  }

  private func step(_ condition: String, of key: Int) throws -> (number: Int, step: NoteStep)? {
    guard try exists() else { return nil }
    let row = try database.row(
      "SELECT number, content FROM steps \(condition) LIMIT 1", .integer(key)
    ) { row throws(DatabaseFailure) in (row.integer(at: 0), try row.text(at: 1)) }
    guard let (number, content) = row else { return nil }
    do {
      return (number, try JSONDecoder().decode(NoteStep.self, from: Data(content.utf8)))
    } catch {
      throw DatabaseFailure(code: .damaged, path: database.path, detail: "a row of steps")
    }
  }

  private static let schema = """
    CREATE TABLE steps (
      number INTEGER PRIMARY KEY,
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      is_undone INTEGER NOT NULL DEFAULT 0,
      content TEXT NOT NULL
    );
    CREATE INDEX steps_by_document ON steps (document, number);
    """

  private func exists() throws -> Bool { try database.hasTable("steps") }
}
