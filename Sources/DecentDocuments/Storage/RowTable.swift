// SPDX-License-Identifier: MIT

import DecentSync

/// The rows of the sync state, in a table of a database. The rules of sync are not here, but in
/// ``SyncPolicy``.
package struct RowTable: RowStore {
  package let database: Database

  package init(database: Database) {
    self.database = database
  }

  /// The definition of the table in a database of the present version.
  package static let schema = """
    CREATE TABLE sync_rows (
      key BLOB PRIMARY KEY,
      value BLOB NOT NULL
    ) WITHOUT ROWID;

    """

  package func value(of key: RowKey) throws -> [UInt8]? {
    try database.row("SELECT value FROM sync_rows WHERE key = ?", .blob(key.bytes)) {
      $0.blob(at: 0)
    }
  }

  package func set(_ key: RowKey, to value: [UInt8]?) throws {
    if let value {
      try database.run(
        "INSERT OR REPLACE INTO sync_rows (key, value) VALUES (?, ?)", .blob(key.bytes),
        .blob(value))
    } else {
      try database.run("DELETE FROM sync_rows WHERE key = ?", .blob(key.bytes))
    }
  }

  package func rows(in prefix: RowKey, after key: RowKey?, limit: Int) throws -> [Row] {
    let start = max(prefix, key ?? prefix)
    // Keys with the prefix are less than `end`, which is not empty because no key begins with 255.
    let end = prefix.bytes.incremented
    return try database.rows(
      "SELECT key, value FROM sync_rows WHERE key >= ? AND key < ? AND key != ? ORDER BY key LIMIT ?",
      .blob(start.bytes), .blob(end), .blob(key?.bytes ?? []),
      .integer(limit == .max ? -1 : limit)
    ) { row in Row(key: RowKey(bytes: row.blob(at: 0)), value: row.blob(at: 1)) }
  }

  /// Runs `body` in a transaction, or as a part of the transaction that is open. Between two outer
  /// transactions, other connections can take the lock.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try database.isInTransaction ? database.transaction(body) : database.turn(body)
  }
}

extension [UInt8] {
  /// The least bytes greater than all bytes with this prefix; empty if no bytes are greater.
  fileprivate var incremented: [UInt8] {
    var bytes = self
    while let last = bytes.popLast() {
      if last < .max { return bytes + [last + 1] }
    }
    return bytes
  }
}
