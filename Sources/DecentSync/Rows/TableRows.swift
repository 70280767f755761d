// SPDX-License-Identifier: MIT

/// The rows of one table. Each part of a policy has its own tables, and no others.
struct TableRows<Rows: RowStore> {
  private let rows: Rows
  /// The part that all keys of the table begin with.
  let key: RowKey

  /// - Parameter remote: The remote of a table that has this as the first part of its keys.
  init(_ table: SyncTable, of remote: RemoteName? = nil, in rows: Rows) {
    self.rows = rows
    key = remote.map { RowKey(table).adding($0.text) } ?? RowKey(table)
  }

  func value(of key: RowKey) throws -> [UInt8]? { try rows.value(of: key) }

  func row<Value: SyncRow>(_ key: RowKey, as type: Value.Type = Value.self) throws -> Value? {
    try rows.row(key)
  }

  func set(_ key: RowKey, to value: [UInt8]?) throws { try rows.set(key, to: value) }

  func set(_ key: RowKey, to value: some SyncRow) throws { try rows.set(key, to: value) }

  /// The rows whose keys begin with `prefix`, ascending: by default, all.
  func rows(
    in prefix: RowKey? = nil, after last: RowKey? = nil, limit: Int = .max
  ) throws -> [Row] {
    try rows.rows(in: prefix ?? key, after: last, limit: limit)
  }

  func removeAll() throws { try rows.removeAll(in: key) }

  /// The parts of a row's key that follow those of the table.
  func parts(of row: Row) -> RowKeyReader { RowKeyReader(row.key, after: key) }
}
