// SPDX-License-Identifier: MIT

import CSQLite

/// The costs of statements, as counts, because tests measure no time.
extension Database {
  /// Costs since the database was opened.
  package struct Costs: Equatable {
    /// Steps of SQLite's virtual machine, a few for each row that is looked at.
    package var steps = 0
    /// Rows written or removed. Removals by foreign keys count, removals by `REPLACE` do not.
    package var rows = 0
    /// Bytes of text and blobs given to statements.
    package var bytes = 0

    /// The costs since `former` was read.
    package func since(_ former: Costs) -> Costs {
      Costs(
        steps: steps - former.steps, rows: rows - former.rows, bytes: bytes - former.bytes)
    }
  }

  /// The costs until now. No statement may be running.
  package var costs: Costs {
    Costs(
      steps: statements.reduce(0) { $0 + $1.stepCount },
      rows: Int(sqlite3_total_changes64(handle)), bytes: bytesGiven)
  }
}
