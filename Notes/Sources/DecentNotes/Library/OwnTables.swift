// SPDX-License-Identifier: MIT

import DecentDocuments

/// The tables that belong to this device alone. Their rows are not derived from documents.
///
/// | table | rows |
/// |---|---|
/// | `remotes` | where to sync |
/// | `imports` | the contents of exported files at their last import (``ImportTable``) |
/// | `sources` | the notes that files without an id became (``SourceTable``) |
/// | `mirrors`, `mirrors_begun` | the files of exports that mirror the library (``MirroredFile``) |
/// | `ended_runs` | the server runs that ended properly (``EndedRunTable``) |
/// | `serving` | the port and the id by which pages know the library (``Library/servedPlace()``) |
enum OwnTables {
  static let name = "notebook"

  static let steps = [
    """
    CREATE TABLE remotes (
      name TEXT PRIMARY KEY,
      folder TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE imports (
      note TEXT NOT NULL,
      path TEXT NOT NULL,
      content BLOB NOT NULL,
      PRIMARY KEY (note, path)
    );
    CREATE TABLE sources (
      path TEXT PRIMARY KEY,
      note TEXT NOT NULL,
      checksum INTEGER NOT NULL,
      stamp TEXT NOT NULL,
      content BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX sources_by_checksum ON sources (checksum);
    CREATE INDEX sources_by_note ON sources (note);
    CREATE TABLE mirrors (
      path TEXT PRIMARY KEY,
      note TEXT NOT NULL,
      size INTEGER NOT NULL,
      checksum INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE mirrors_begun (
      path TEXT PRIMARY KEY,
      note TEXT NOT NULL,
      size INTEGER NOT NULL,
      checksum INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE ended_runs (number INTEGER PRIMARY KEY, run TEXT NOT NULL UNIQUE);
    CREATE TABLE serving (
      library TEXT PRIMARY KEY,
      port INTEGER NOT NULL
    ) WITHOUT ROWID;
    """
  ]

  /// The tables whose rows are deleted together with their note.
  static let ofNotes = ["imports", "sources"]
}
