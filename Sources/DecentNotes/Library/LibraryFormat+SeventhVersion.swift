// SPDX-License-Identifier: MIT

import DecentDocuments

extension DatabaseFormat {
  /// The addition of version 7: the folders of notes.
  static let seventhVersion = "ALTER TABLE notes ADD COLUMN folder TEXT NOT NULL DEFAULT '';\n"
}
