// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation

/// The last steps that were made here, of each note, to be undone and redone.
///
/// All calls that write expect the caller to have begun a transaction.
struct StepTable {
  let library: DocumentLibrary

  /// The most steps that are kept of a note.
  static let mostSteps = 100

  /// Adds a step of a note. Steps that were undone can no longer be redone.
  func add(_ step: NoteStep, of note: NoteID) throws {
    try library.run(
      """
      DELETE FROM steps WHERE note = ? AND (is_undone OR number <= (
        SELECT number FROM steps WHERE note = ? ORDER BY number DESC LIMIT 1 OFFSET ?))
      """, .text("\(note)"), .text("\(note)"), .integer(Self.mostSteps - 1))
    try library.run(
      "INSERT INTO steps (note, content) VALUES (?, ?)", .text("\(note)"),
      .text(String(decoding: try JSONEncoder().encode(step), as: UTF8.self)))
  }

  /// The last step of a note that was not undone.
  func last(of note: NoteID) throws -> (number: Int, step: NoteStep)? {
    try step("WHERE note = ? AND NOT is_undone ORDER BY number DESC", of: note)
  }

  /// The step of a note that was undone last.
  func undone(of note: NoteID) throws -> (number: Int, step: NoteStep)? {
    try step("WHERE note = ? AND is_undone ORDER BY number", of: note)
  }

  /// Records that a step was undone or redone.
  func set(isUndone: Bool, _ number: Int) throws {
    try library.run(
      "UPDATE steps SET is_undone = ? WHERE number = ?", .integer(isUndone ? 1 : 0),
      .integer(number))
  }

  private func step(
    _ condition: String, of note: NoteID
  ) throws -> (number: Int, step: NoteStep)? {
    let row = try library.rows(
      "SELECT number, content FROM steps \(condition) LIMIT 1", .text("\(note)")
    ) { ($0.integer(at: 0), try $0.text(at: 1)) }.first
    guard let (number, content) = row else { return nil }
    do {
      return (number, try JSONDecoder().decode(NoteStep.self, from: Data(content.utf8)))
    } catch {
      throw DatabaseFailure(code: .damaged, path: library.path, detail: "a row of steps")
    }
  }
}
