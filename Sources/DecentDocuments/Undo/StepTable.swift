// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// The last steps that this device made in each document, to be undone and redone. Steps are never
/// synced.
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

  /// The most steps of all documents together. Older steps are forgotten.
  static let mostSteps = 10_000

  /// The valid numbers of steps. Any other number is damage.
  private static let numbers = 1...(Int.max / 2)

  /// Adds a step of a document, and drops its undone steps, which can no longer be redone. If there
  /// are too many steps, the oldest steps are dropped.
  ///
  /// - Parameter count: The most steps of the document.
  func add(_ reversal: Reversal, of document: Int, atMost count: Int) throws(DatabaseFailure) {
    // The undone steps, which are deleted below, record the new names of contents that undoing put
    // back. Older steps use the former names, so the new step takes over these records. A damaged
    // step is skipped, because it must not prevent an edit.
    let putBack = try putBack(inStepsOf: document, "AND is_undone")
    try database.run(
      """
      DELETE FROM undo_steps WHERE document = ? AND (is_undone OR number <= (
        SELECT number FROM undo_steps WHERE document = ? AND NOT is_undone
        ORDER BY number DESC LIMIT 1 OFFSET ?))
      """, .integer(document), .integer(document), .integer(count - 1))
    try dropDamagedNumbers()
    try database.run(
      """
      INSERT INTO undo_steps (number, document, content)
      SELECT max(coalesce(max(number), 0), 0) + 1, ?, ? FROM undo_steps
      """, .integer(document), .blob(StoredStep(reversal: reversal, putBack: putBack).sealed))
    try database.run(
      "DELETE FROM undo_steps WHERE number <= ?", .integer(database.lastKey - Self.mostSteps))
  }

  /// The next step to undo or to redo; nil if there is none. Damaged steps are skipped.
  ///
  /// - Complexity: O(*d* + 1), where *d* is the number of damaged steps that are skipped.
  func next(
    _ direction: Direction, of document: Int
  ) throws(DatabaseFailure) -> (number: Int, step: StoredStep)? {
    var (isUndone, isBeyond, order, last) = (0, "<", "DESC", Int.max)
    if direction == .redo { (isUndone, isBeyond, order, last) = (1, ">", "", Int.min) }
    while true {
      let row = try database.row(
        """
        SELECT number, content FROM undo_steps WHERE document = ? AND is_undone = ?
        AND number \(isBeyond) ? ORDER BY number \(order) LIMIT 1
        """, .integer(document), .integer(isUndone), .integer(last)
      ) { (number: $0.integer(at: 0), content: $0.blob(at: 1)) }
      guard let row else { return nil }
      if let step = try? StoredStep(sealed: row.content) { return (row.number, step) }
      last = row.number
    }
  }

  /// The contents that the readable steps of a document put back when they were undone or redone.
  func putBack(in document: Int) throws(DatabaseFailure) -> PutBack {
    try putBack(inStepsOf: document, "")
  }

  /// Replaces a step after it was undone or redone.
  func turn(
    _ number: Int, _ direction: Direction, into step: StoredStep
  ) throws(DatabaseFailure) {
    try database.run(
      "UPDATE undo_steps SET is_undone = ?, content = ? WHERE number = ?",
      .integer(direction == .undo ? 1 : 0), .blob(step.sealed), .integer(number))
  }

  private func putBack(
    inStepsOf document: Int, _ condition: String
  ) throws(DatabaseFailure) -> PutBack {
    let contents = try database.rows(
      "SELECT content FROM undo_steps WHERE document = ? \(condition)", .integer(document)
    ) { $0.blob(at: 0) }
    return contents.compactMap { try? StoredStep(sealed: $0) }.reduce(PutBack()) { $0 + $1.putBack }
  }

  // MARK: Damage

  /// Drops steps with damaged numbers that are too great. If they stayed, sound steps would be
  /// dropped as the oldest. A step with a damaged number that is too small is itself dropped as one
  /// of the oldest.
  private func dropDamagedNumbers() throws(DatabaseFailure) {
    try database.run(
      "DELETE FROM undo_steps WHERE number > ?", .integer(Self.numbers.upperBound))
    while true {
      let last = try database.rows(
        "SELECT number FROM undo_steps ORDER BY number DESC LIMIT 2"
      ) { $0.integer(at: 0) }
      // Sound numbers lie closer together than `mostSteps`.
      guard last.count == 2, last[1] > 0, last[0] - last[1] >= Self.mostSteps else { return }
      try database.run("DELETE FROM undo_steps WHERE number = ?", .integer(last[0]))
    }
  }

  /// The documents of damaged steps, with one element for each damaged step.
  func damaged() throws(DatabaseFailure) -> [(document: Int, name: String)] {
    try database.rows(
      """
      WITH sound AS (
        SELECT number FROM undo_steps WHERE number BETWEEN ?1 AND ?2 ORDER BY number
        LIMIT 1 OFFSET (SELECT max(count(*) - 1, 0) / 2 FROM undo_steps WHERE number BETWEEN ?1 AND ?2))
      SELECT document, name,
        is_undone IN (0, 1) AND number BETWEEN ?1 AND ?2
          AND number - (SELECT number FROM sound) BETWEEN 1 - ?3 AND ?3 - 1,
        content
      FROM undo_steps JOIN documents ON documents.key = document
      """, .integer(Self.numbers.lowerBound), .integer(Self.numbers.upperBound),
      .integer(Self.mostSteps)
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

/// A step, with records of the deleted contents that undoing and redoing have put back.
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
