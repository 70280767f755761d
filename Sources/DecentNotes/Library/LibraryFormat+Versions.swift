// SPDX-License-Identifier: MIT

import DecentDocuments

/// The additions of each version of the format.
extension DatabaseFormat {
  /// The tables and the column that version 2 added.
  static let secondVersion =
    "ALTER TABLE notes ADD COLUMN edited INTEGER NOT NULL DEFAULT 0;\n" + derivedTables

  /// The additions of version 4: tables; of an object, its segment, whether it is missed and
  /// whether it is an acknowledgement; of a document, the edit of ours up to which it was last
  /// covered. A document without a row in `received` was edited here.
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

  /// The additions of version 6: the books of sync are rows that only ``SyncPolicy`` understands.
  /// The statements run on the tables of version 5, after ``LibraryMigration`` copied the rows that
  /// must stay.
  static let sixthVersion = """
    DROP TABLE IF EXISTS carried;
    DROP TABLE IF EXISTS objects;
    DROP TABLE IF EXISTS covered;
    DROP TABLE IF EXISTS lacking;
    DROP TABLE IF EXISTS received;
    DROP TABLE IF EXISTS sealed;
    DROP TABLE IF EXISTS pending;
    DROP TABLE IF EXISTS acknowledgements;
    DROP TABLE IF EXISTS doubts;
    DROP TABLE IF EXISTS visits;
    DROP TABLE IF EXISTS segments;
    DROP TABLE IF EXISTS devices;

    """

  /// The addition of version 7: the folders of notes.
  static let seventhVersion = "ALTER TABLE notes ADD COLUMN folder TEXT NOT NULL DEFAULT '';\n"

  /// The addition of version 8: pinned notes.
  static let eighthVersion = """
    ALTER TABLE notes ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX notes_by_pin ON notes (is_pinned DESC, order_key, is_trashed);

    """
}
