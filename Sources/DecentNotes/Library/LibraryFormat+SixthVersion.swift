// SPDX-License-Identifier: MIT

import DecentDocuments

extension DatabaseFormat {
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
}
