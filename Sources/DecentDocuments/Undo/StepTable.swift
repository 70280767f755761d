// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// The last steps that were made here of each document, to be undone and redone. They are this device's
/// own and never synced.
///
/// All calls that write expect the caller to have begun a transaction.
struct StepTable {
  enum Direction { case undo, redo }

  let database: Database

  static let schema = """
    CREATE TABLE undo_steps (
      number INTEGER PRIMARY KEY,
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      is_undone INTEGER NOT NULL DEFAULT 0,
      content BLOB NOT NULL
    );
    CREATE INDEX undo_steps_by_document ON undo_steps (document, number);

    """

  /// The number of steps, of all documents together, beyond which older steps are forgotten.
  static let mostSteps = 10_000

  /// The valid numbers of steps. Any other number is damage: the next number would be wrong, or
  /// there would be none.
  private static let numbers = 1...(Int.max / 2)

  /// Adds a step of a document. Steps that were undone can no longer be redone. The oldest steps are
  /// forgotten beyond the bounds.
  ///
  /// - Parameter count: The most steps of the document.
  func add(_ reversal: Reversal, of document: Int, atMost count: Int) throws(DatabaseFailure) {
    // Older steps know the contents that undone steps put back by their former names. A damaged
    // step stops no edit.
    let putBack = try contents(of: document, "AND is_undone").compactMap {
      try? StoredStep(sealed: $0)
    }.reduce(PutBack()) { $0 + $1.putBack }
    try database.run(
      """
      DELETE FROM undo_steps WHERE document = ? AND (is_undone OR number <= (
        SELECT number FROM undo_steps WHERE document = ? AND NOT is_undone
        ORDER BY number DESC LIMIT 1 OFFSET ?))
      """, .integer(document), .integer(document), .integer(count - 1))
    // A step with a damaged number stops no edit. Those below all others are among the oldest.
    try database.run(
      "DELETE FROM undo_steps WHERE number > ?", .integer(Self.numbers.upperBound))
    try database.run(
      """
      INSERT INTO undo_steps (number, document, content)
      SELECT max(coalesce(max(number), 0), 0) + 1, ?, ? FROM undo_steps
      """, .integer(document), .blob(StoredStep(reversal: reversal, putBack: putBack).sealed))
    try database.run(
      "DELETE FROM undo_steps WHERE number <= ?", .integer(database.lastKey - Self.mostSteps))
  }

  /// The step that is undone, or redone, next.
  ///
  /// - Throws: A ``DatabaseFailure`` if it cannot be read.
  func next(
    _ direction: Direction, of document: Int
  ) throws(DatabaseFailure) -> (number: Int, step: StoredStep)? {
    let condition = "document = ? AND is_undone = ?"
    let row = try database.row(
      """
      SELECT number, content FROM undo_steps WHERE \(condition)
      ORDER BY number \(direction == .undo ? "DESC" : "") LIMIT 1
      """, .integer(document), .integer(direction == .undo ? 0 : 1)
    ) { ($0.integer(at: 0), $0.blob(at: 1)) }
    return try row.map { number, content throws(DatabaseFailure) in (number, try step(in: content))
    }
  }

  /// Whether there is a step to undo, or to redo.
  func hasNext(_ direction: Direction, of document: Int) throws(DatabaseFailure) -> Bool {
    try database.row(
      "SELECT 1 FROM undo_steps WHERE document = ? AND is_undone = ?", .integer(document),
      .integer(direction == .undo ? 0 : 1)
    ) { _ in true } ?? false
  }

  /// The contents that the steps of a document put back when they were undone or redone.
  func putBack(in document: Int) throws(DatabaseFailure) -> PutBack {
    var putBack = PutBack()
    for content in try contents(of: document) {
      putBack = putBack + (try step(in: content)).putBack
    }
    return putBack
  }

  /// Replaces a step after it was undone or redone.
  func turn(
    _ number: Int, _ direction: Direction, into step: StoredStep
  ) throws(DatabaseFailure) {
    try database.run(
      "UPDATE undo_steps SET is_undone = ?, content = ? WHERE number = ?",
      .integer(direction == .undo ? 1 : 0), .blob(step.sealed), .integer(number))
  }

  private func contents(
    of document: Int, _ condition: String = ""
  ) throws(DatabaseFailure) -> [[UInt8]] {
    try database.rows(
      "SELECT content FROM undo_steps WHERE document = ? \(condition)", .integer(document)
    ) { $0.blob(at: 0) }
  }

  private func step(in content: [UInt8]) throws(DatabaseFailure) -> StoredStep {
    guard let step = try? StoredStep(sealed: content) else {
      throw DatabaseFailure(code: .damaged, path: database.path, detail: "a row of undo_steps")
    }
    return step
  }

  // MARK: Damage

  /// The documents of the steps that are damaged, each as often as it has such steps.
  func damaged() throws(DatabaseFailure) -> [(document: Int, name: String)] {
    try database.rows(
      """
      SELECT document, name, is_undone IN (0, 1) AND number BETWEEN ? AND ?, content FROM undo_steps
      JOIN documents ON documents.key = document
      """, .integer(Self.numbers.lowerBound), .integer(Self.numbers.upperBound)
    ) { row throws(DatabaseFailure) in
      let isSound = row.integer(at: 2) == 1 && (try? StoredStep(sealed: row.blob(at: 3))) != nil
      return isSound ? nil : (row.integer(at: 0), (try? row.text(at: 1)) ?? "")
    }.compactMap(\.self)
  }

  /// Forgets all steps of a document.
  func forget(_ document: Int) throws(DatabaseFailure) {
    try database.run("DELETE FROM undo_steps WHERE document = ?", .integer(document))
  }
}

/// A step, and the contents that its document has put back since in place of deleted ones.
struct StoredStep {
  let reversal: Reversal
  let putBack: PutBack

  init(reversal: Reversal, putBack: PutBack) {
    (self.reversal, self.putBack) = (reversal, putBack)
  }

  var sealed: [UInt8] {
    var writer = ByteWriter()
    reversal.encode(to: &writer)
    putBack.encode(to: &writer)
    return RowBytes.seal(writer)
  }

  init(sealed bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try RowBytes.open(bytes)
    reversal = try Reversal(from: &reader)
    putBack = try PutBack(from: &reader)
    try reader.expectEnd()
  }
}
