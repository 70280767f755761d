// SPDX-License-Identifier: MIT

import DecentDocuments

@testable import DecentNotes

extension Library {
  /// Replaces the rows of sync in a library with the tables of version 5, which are empty, and drops
  /// folders and pins.
  func keepBooksInTables() throws {
    try database.execute(
      script: """
        ALTER TABLE notes DROP COLUMN folder; DROP INDEX notes_by_pin; ALTER TABLE notes DROP COLUMN is_pinned;
        DROP TABLE sync_rows; \(Self.fifthTables);
        PRAGMA user_version = 5
        """)
    // The tables that version 4 added.
    try database.execute(
      script: DatabaseFormat.fourthVersion.replacing(/UPDATE objects[^;]*;/, with: ""))
  }

  private static let fifthTables = """
    CREATE TABLE devices (
      id TEXT PRIMARY KEY,
      is_ours INTEGER UNIQUE CHECK (is_ours = 1)
    ) WITHOUT ROWID;
    CREATE TABLE segments (
      device TEXT NOT NULL REFERENCES devices,
      number INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      PRIMARY KEY (device, number)
    ) WITHOUT ROWID;
    CREATE TABLE sealed (
      device TEXT NOT NULL,
      number INTEGER NOT NULL,
      remote TEXT NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (device, number)
    );
    CREATE TABLE objects (
      key INTEGER PRIMARY KEY,
      remote TEXT NOT NULL,
      name TEXT NOT NULL,
      size INTEGER NOT NULL,
      is_complete INTEGER NOT NULL,
      UNIQUE (remote, name)
    );
    CREATE TABLE carried (
      object INTEGER NOT NULL REFERENCES objects ON DELETE CASCADE,
      remote TEXT NOT NULL,
      document TEXT NOT NULL,
      segment TEXT NOT NULL,
      after TEXT NOT NULL,
      version BLOB NOT NULL,
      PRIMARY KEY (object, document)
    );
    CREATE INDEX carried_by_document ON carried (remote, document);
    CREATE TABLE covered (
      remote TEXT NOT NULL,
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      revision INTEGER NOT NULL,
      PRIMARY KEY (remote, document)
    ) WITHOUT ROWID;
    """
}
