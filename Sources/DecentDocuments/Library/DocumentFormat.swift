// SPDX-License-Identifier: MIT

extension DatabaseFormat {
  /// The database of a ``DocumentLibrary``.
  ///
  /// ```
  /// documents ── bases    a document's state …
  ///          ├── deltas   … and what was added since, in order (``DocumentTable``)
  ///          └── undo_steps   the edits made here, to be undone (``StepTable``)
  /// gone_documents        the names of documents that were dropped
  /// sync_rows             the sync state, which ``SyncPolicy`` understands
  /// indexes               the revisions up to which the app's tables follow the documents
  /// skipped_documents     the documents that an index could not read (``SkippedDocuments``)
  /// ```
  package static let documents = DatabaseFormat(
    applicationID: 0x4463_446f,  // "DcDo"
    formerIDs: [0x4463_4e74],  // "DcNt": notebooks up to version 12
    version: 16,
    schema: documentTables + StepTable.schema + RowTable.schema + indexTable
      + SkippedDocuments.schema)

  /// The tables of documents. A name is a ``DocumentID``. Each change or drop of a document gets
  /// the next revision. A base also has the name of its document, because a damaged file is rebuilt
  /// from single rows.
  package static let documentTables = """
    CREATE TABLE documents (
      key INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      revision INTEGER NOT NULL UNIQUE
    );
    CREATE TABLE gone_documents (
      name TEXT PRIMARY KEY,
      revision INTEGER NOT NULL UNIQUE
    ) WITHOUT ROWID;
    CREATE TABLE bases (
      document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      document_name TEXT NOT NULL,
      content BLOB NOT NULL
    );
    CREATE TABLE deltas (
      key INTEGER PRIMARY KEY,
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      content BLOB NOT NULL
    );
    CREATE INDEX deltas_by_document ON deltas (document);

    """

  private static let indexTable = """
    CREATE TABLE indexes (
      name TEXT PRIMARY KEY,
      step INTEGER NOT NULL,
      revision INTEGER NOT NULL
    ) WITHOUT ROWID;

    """
}
