// SPDX-License-Identifier: MIT

import DecentSync
import RowStoreLaws
import Testing

@Suite struct RowStoreTests {
  @Test(arguments: RowStoreLaws<MemoryRows>.names)
  func rowsInMemoryKeepTheLaw(name: String) throws {
    try RowStoreLaws { MemoryRows() }.check(name)
  }

  /// The laws notice a store that keeps the rows of a failed transaction.
  @Test func aStoreThatUndoesNothingBreaksTheLaws() {
    #expect(throws: BrokenRowStoreLaw.self) { try RowStoreLaws { Careless() }.checkAll() }
  }
}

/// Rows without transactions.
private struct Careless: RowStore {
  private let rows = MemoryRows()

  func value(of key: RowKey) -> [UInt8]? { rows.value(of: key) }
  func set(_ key: RowKey, to value: [UInt8]?) { rows.set(key, to: value) }
  func rows(in prefix: RowKey, after key: RowKey?, limit: Int) -> [Row] {
    rows.rows(in: prefix, after: key, limit: limit)
  }
  func transaction<Result>(_ body: () throws -> Result) throws -> Result { try body() }
}
