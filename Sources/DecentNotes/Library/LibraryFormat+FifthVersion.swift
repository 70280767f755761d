// SPDX-License-Identifier: MIT

import DecentDocuments

extension DatabaseFormat {
  /// The additions of version 5: positions in place of ranks, and the keys that lists are sorted by
  /// (``OrderKey``). The statements run on the tables of version 4, also on empty ones.
  static let fifthVersion = """
    DROP TABLE places;
    CREATE TABLE places (
      note TEXT PRIMARY KEY,
      position BLOB NOT NULL
    ) WITHOUT ROWID;
    ALTER TABLE notes ADD COLUMN order_key BLOB NOT NULL DEFAULT x'';
    CREATE INDEX notes_by_order ON notes (order_key, is_trashed);

    """
}
