// SPDX-License-Identifier: MIT

import DecentDocuments

extension DatabaseFormat {
  /// The addition of version 8: pinned notes.
  static let eighthVersion = """
    ALTER TABLE notes ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX notes_by_pin ON notes (is_pinned DESC, order_key, is_trashed);

    """
}
