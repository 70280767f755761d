// SPDX-License-Identifier: MIT

import CSQLite

/// The state of a library, as a connection sees it. Nothing was written between two equal states.
struct LibraryState: Equatable, Sendable {
  /// A number that changes whenever another connection writes.
  let version: Int
  /// The number of transactions in which this connection wrote something.
  let commits: Int
}

extension Database {
  /// The number of pages that this connection wrote. The number changes in every transaction that
  /// changes anything, even a table's definition.
  var pagesWritten: Int32 {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 0)
    return count
  }
}
