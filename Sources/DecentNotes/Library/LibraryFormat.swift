// SPDX-License-Identifier: MIT

import DecentDocuments

extension DatabaseFormat {
  /// The database of a library.
  ///
  /// ```
  /// documents ── bases      a document's state …
  ///    │     └── deltas     … and the deltas since, in order
  ///    ├── notes ── tags    the summaries in lists, kept in step with the documents
  ///    ├── words            the words for searches, kept in step with the documents
  ///    └── places, purges   the content of the index and the documents of purges, kept in
  ///                         step with them; places sort the notes
  ///
  /// remotes                 where to sync
  /// sync_rows               the books of sync, which ``SyncPolicy`` understands
  /// imports                 the contents of exported files at their last import (``ImportTable``)
  /// steps                   the last changes made here, to be undone (``StepTable``)
  /// mirrors                 the files written by exports that mirror the library (``MirroredFile``)
  /// mirrors_begun           the files that such exports began to write
  /// sources                 the notes that files without an id became (``SourceTable``)
  /// waiting_words           the notes that `words` still lacks (``WaitingWordsTable``)
  /// ended_runs              the runs of servers of which the library has all (``EndedRunTable``)
  /// serving                 the port and the id by which pages know it (``ServingTable``)
  /// ```
  ///
  /// Bases are this device's own bytes (``CodingParty/ownDevice``), packed (``PackedBytes``).
  /// Version 2 wrote them in the form for other devices, which this version reads as well. Version
  /// 1 lacked the additions of `secondVersion`, version 3 those of `fourthVersion`, version 4 those
  /// of `fifthVersion`. Version 5 kept the books of sync in tables, and had documents of format 2,
  /// which earlier programs read. Version 6 lacked the column of `seventhVersion`, version 7 that of
  /// `eighthVersion`. Version 8 let the times of edits in `notes` go back (``Note/edited``).
  ///
  /// Documents are the truth. `notes`, `tags`, `words`, `places` and `purges` follow from them.
  /// Only the column `is_revived` of a purge is stored nowhere else. `imports`, `mirrors`,
  /// `sources`, `steps`, `waiting_words`, `ended_runs` and `serving` are made when they are first needed.
  static let library = DatabaseFormat(
    applicationID: 0x4463_4e74,  // "DcNt"
    version: 9,
    schema: documentTables + noteTables + derivedTables + remoteTable + fifthVersion
      + seventhVersion + eighthVersion + RowTable.schema,
    migrate: { database, version in try LibraryMigration(of: database).run(from: version) })

  private static let noteTables = """
    CREATE TABLE notes (
      document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      id TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      priority TEXT NOT NULL,
      created INTEGER NOT NULL,
      is_trashed INTEGER NOT NULL,
      edited INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE tags (
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      tag TEXT NOT NULL,
      PRIMARY KEY (document, tag)
    ) WITHOUT ROWID;

    """

  static let derivedTables = """
    CREATE INDEX notes_by_title ON notes (title);
    CREATE INDEX notes_by_creation ON notes (created, id);
    CREATE TABLE places (
      note TEXT PRIMARY KEY,
      place INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE purges (
      note TEXT PRIMARY KEY,
      seen BLOB NOT NULL,
      is_revived INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    \(wordTable)

    """

  static let wordTable = """
    CREATE VIRTUAL TABLE words USING fts5 (
      title, tags, text, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
    );
    """

  /// The remotes.
  private static let remoteTable = """
    CREATE TABLE remotes (
      name TEXT PRIMARY KEY,
      folder TEXT NOT NULL
    ) WITHOUT ROWID;

    """
}
