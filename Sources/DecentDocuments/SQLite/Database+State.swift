// SPDX-License-Identifier: MIT

import CSQLite

/// Earlier reads still hold if nothing was written since.
extension Database {
  /// A moment of the database, as this connection sees it.
  package struct State: Equatable {
    /// A number that changes whenever another connection writes.
    package let version: Int
    /// The number of rows that this connection wrote.
    package let rows: Int64
  }

  /// The moment of the transaction that the caller has begun.
  package func state() throws(DatabaseFailure) -> State {
    State(version: try outsideVersion(), rows: sqlite3_total_changes64(handle))
  }
}
