// SPDX-License-Identifier: MIT

extension DatabaseFormat {
  /// The additions of version 5. The statements run on the tables of version 4, also on empty ones.
  static let fifthVersion = fifthVersionOrder + fifthVersionSync

  /// The additions of version 5 for the order of the notes: positions in place of ranks, and what
  /// lists are sorted by (``OrderKey``).
  static let fifthVersionOrder = """
    DROP TABLE places;
    CREATE TABLE places (
      note TEXT PRIMARY KEY,
      position BLOB NOT NULL
    ) WITHOUT ROWID;
    ALTER TABLE notes ADD COLUMN order_key BLOB NOT NULL DEFAULT x'';
    CREATE INDEX notes_by_order ON notes (order_key, is_trashed);

    """

  /// The additions of version 5 to the books of sync.
  private static let fifthVersionSync = ""
}
