// SPDX-License-Identifier: MIT

extension DatabaseFormat {
  /// What version 5 added. The statements run on the tables of version 4, be they empty.
  static let fifthVersion = fifthVersionOrder + fifthVersionSync

  /// What version 5 added for the order of the notes: positions in place of ranks, and what
  /// lists are sorted by (``OrderKey``).
  private static let fifthVersionOrder = """
    DROP TABLE places;
    CREATE TABLE places (
      note TEXT PRIMARY KEY,
      position BLOB NOT NULL
    ) WITHOUT ROWID;
    ALTER TABLE notes ADD COLUMN order_key BLOB NOT NULL DEFAULT x'';
    CREATE INDEX notes_by_order ON notes (order_key, is_trashed);

    """

  /// What version 5 added to the books of sync.
  private static let fifthVersionSync = ""
}
