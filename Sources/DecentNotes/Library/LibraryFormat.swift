// SPDX-License-Identifier: MIT

import DecentDocuments

extension DatabaseFormat {
  /// The database of a library.
  ///
  /// ```
  /// documents ── bases      a document's state …
  ///    │     └── deltas     … and what was added since, in order
  ///    ├── notes ── tags    what lists show, kept in step with the documents
  ///    ├── words            what searches find, kept in step with the documents
  ///    └── places, purges   what the index and the documents of purges say, kept in step with them;
  ///                         places sort the notes
  ///
  /// remotes                 where to sync
  /// sync_rows               the books of sync, which ``SyncPolicy`` understands
  /// imports                 what exported files said when they were taken in (``ImportTable``)
  /// waiting_words           notes that `words` lacks yet (``WaitingWordsTable``)
  /// ```
  ///
  /// Bases are this device's own bytes (``CodingParty/ownDevice``), packed
  /// (``PackedBytes``). Version 2 wrote them as for anyone, which can be read as it
  /// stands; version 1 lacked what `secondVersion` adds, version 3 what `fourthVersion` does,
  /// version 4 what `fifthVersion` does; version 5 kept the books of sync in tables, and had
  /// documents of format 2, which earlier programs read.
  ///
  /// Documents are the truth. `notes`, `tags`, `words`, `places` and `purges`
  /// follow from them. Only whether a purge `is_revived` is known nowhere else. `imports` and
  /// `waiting_words` are made when they are first needed.
  static let library = DatabaseFormat(
    applicationID: 0x4463_4e74,  // "DcNt"
    version: 6,
    schema: documentTables + noteTables + derivedTables + remoteTable + fifthVersion
      + RowTable.schema,
    migrate: { database, version in try LibraryMigration(of: database).run(from: version) })

  /// The tables that version 2 added, and what it added to older ones.
  static let secondVersion =
    "ALTER TABLE notes ADD COLUMN edited INTEGER NOT NULL DEFAULT 0;\n" + derivedTables

  /// What version 4 added: what an object holds and whether it is missed, up to which
  /// edit of ours a document was covered when it was last, and tables. A document without
  /// a row in `received` was edited here.
  static let fourthVersion = """
    ALTER TABLE objects ADD COLUMN segment TEXT;
    ALTER TABLE objects ADD COLUMN is_missed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE objects ADD COLUMN is_acknowledgement INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE covered ADD COLUMN edited INTEGER NOT NULL DEFAULT 0;
    UPDATE objects SET segment =
      (SELECT segment FROM carried WHERE carried.object = objects.key LIMIT 1);
    CREATE TABLE lacking (
      remote TEXT NOT NULL,
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      was_ours INTEGER NOT NULL,
      PRIMARY KEY (remote, document)
    ) WITHOUT ROWID;
    CREATE TABLE received (
      document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      revision INTEGER NOT NULL,
      edited INTEGER NOT NULL
    );
    CREATE TABLE pending (
      remote TEXT NOT NULL,
      name TEXT NOT NULL,
      size INTEGER NOT NULL,
      fault TEXT NOT NULL,
      sightings INTEGER NOT NULL,
      PRIMARY KEY (remote, name)
    ) WITHOUT ROWID;
    CREATE TABLE acknowledgements (
      remote TEXT NOT NULL,
      device TEXT NOT NULL,
      time INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (remote, device)
    ) WITHOUT ROWID;
    CREATE TABLE doubts (
      remote TEXT NOT NULL,
      device TEXT NOT NULL,
      name TEXT NOT NULL,
      size INTEGER NOT NULL,
      PRIMARY KEY (remote, device, name)
    ) WITHOUT ROWID;
    CREATE TABLE visits (
      remote TEXT PRIMARY KEY,
      time INTEGER NOT NULL
    ) WITHOUT ROWID;

    """

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

  private static let derivedTables = """
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
