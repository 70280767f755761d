// SPDX-License-Identifier: MIT

import CSQLite

extension Database {
  /// Locks out all other connections until this connection is closed, and copies the log into the
  /// file. Only the beginning of the file need be sound.
  ///
  /// - Throws: A ``DatabaseFailure`` for ``DatabaseFailure/Code/busy`` if another process has the
  ///   database open for longer than `patience`.
  package func holdAlone() throws(DatabaseFailure) {
    // Without `writable_schema`, SQLite takes no lock on a damaged file.
    try execute(script: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA writable_schema = ON")
    // The transaction is rolled back: with auto-vacuum in the header, a commit would move pages.
    try execute(script: "BEGIN EXCLUSIVE; ROLLBACK")
    // The log file is kept when this connection is closed. Another database may have the file's
    // name by then, and the log may belong to that database.
    var isKept: Int32 = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    let status = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard status == SQLITE_OK else {
      throw DatabaseFailure(
        resultCode: status, path: path, detail: String(cString: sqlite3_errmsg(handle)))
    }
  }
}
