// SPDX-License-Identifier: MIT

import DecentSync

/// Rows in memory that count their calls, and fail from a call on that a test chooses.
package final class ProbedRows: RowStore {
  /// The error of ``ProbedRows`` once they fail.
  package struct Failure: Error {}

  private let rows: MemoryRows
  /// The rows that were read. A question without an answer counts as one.
  package private(set) var reads = 0
  /// The rows that were set or removed.
  package private(set) var writes = 0
  /// How many calls were made. The end of a transaction counts, too.
  package private(set) var calls = 0
  /// The number of the first call that fails; all later calls fail, too. Nil for none.
  package var failingCall: Int?

  package init(_ rows: MemoryRows = MemoryRows()) { self.rows = rows }

  /// A copy of the rows, as in a copied library.
  package func copied() -> ProbedRows { ProbedRows(MemoryRows(copying: rows)) }

  package func resetCounts() { (reads, writes, calls) = (0, 0, 0) }

  private func probe() throws {
    defer { calls += 1 }
    if let failingCall, calls >= failingCall { throw Failure() }
  }

  package func value(of key: RowKey) throws -> [UInt8]? {
    try probe()
    reads += 1
    return rows.value(of: key)
  }

  package func set(_ key: RowKey, to value: [UInt8]?) throws {
    try probe()
    writes += 1
    rows.set(key, to: value)
  }

  package func rows(in prefix: RowKey, after key: RowKey?, limit: Int) throws -> [Row] {
    try probe()
    let found = rows.rows(in: prefix, after: key, limit: limit)
    reads += max(1, found.count)
    return found
  }

  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try rows.transaction {
      let result = try body()
      try probe()
      return result
    }
  }
}
