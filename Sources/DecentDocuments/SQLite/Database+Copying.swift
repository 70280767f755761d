// SPDX-License-Identifier: MIT

import CSQLite

extension Database {
  /// A writable copy of the database, in memory as far as there is room. The copy is gone when it
  /// is closed.
  ///
  /// - Complexity: O(*n*) in the size of the file.
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
    // A damaged copy fails here, as the file itself does.
    try copy.configure()
    return copy
  }
}
