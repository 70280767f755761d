// SPDX-License-Identifier: MIT

import DecentDocuments

extension DatabaseFormat {
  /// The database of a library.
  ///
  /// ```
  /// documents ── bases      a document's state …
  ///    │     └── deltas     … and the deltas since, in order
  ///    ├── notes ── tags    the summaries in lists, kept in step with the documents
  ///    └── words            the words for searches, kept in step with the documents
  /// gone_documents          the names of documents that were dropped
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
  ///
  /// Documents are the truth. `notes`, `tags` and `words` follow from them.
  /// `imports`, `mirrors`, `sources`, `steps`, `waiting_words`, `ended_runs` and `serving` are made when
  /// they are first needed.
  static let library = DatabaseFormat(
    applicationID: 0x4463_4e74,  // "DcNt"
    version: 12,
    schema: documentTables + noteTables + derivedTables + remoteTable + RowTable.schema)

  private static let noteTables = """
    CREATE TABLE notes (
      document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      id TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      priority TEXT NOT NULL,
      created INTEGER NOT NULL,
      is_trashed INTEGER NOT NULL,
      edited INTEGER NOT NULL DEFAULT 0,
      order_key BLOB NOT NULL DEFAULT x'',
      folder TEXT NOT NULL DEFAULT '',
      is_pinned INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE tags (
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      tag TEXT NOT NULL,
      PRIMARY KEY (document, tag)
    ) WITHOUT ROWID;

    """

  private static let derivedTables = """
    CREATE INDEX notes_by_title ON notes (title);
    CREATE INDEX notes_by_creation ON notes (created, id);
    CREATE INDEX notes_by_order ON notes (order_key, is_trashed);
    CREATE INDEX notes_by_pin ON notes (is_pinned DESC, order_key, is_trashed);
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
