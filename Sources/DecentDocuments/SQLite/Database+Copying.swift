// SPDX-License-Identifier: MIT

import CSQLite

extension Database {
  /// Makes a writable copy of the database, in memory as far as there is room. The copy is gone
  /// when its connection is closed.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the file.
  package func passingCopy() throws(DatabaseFailure) -> Database {
    let copy = try Database(file: path, for: .passing)
    let backup = sqlite3_backup_init(copy.handle, "main", handle, "main")
    if backup != nil { sqlite3_backup_step(backup, -1) }
    let status = sqlite3_backup_finish(backup)
    guard backup != nil, status == SQLITE_OK else {
      throw DatabaseFailure(
        resultCode: sqlite3_extended_errcode(copy.handle),
        systemError: sqlite3_system_errno(copy.handle), path: path,
        detail: String(cString: sqlite3_errmsg(copy.handle)))
    }
    // A copy of a damaged file fails here, like the file itself when it is opened.
    try copy.configure()
    return copy
  }
}
