// SPDX-License-Identifier: MIT

import BinaryCoding

/// The rows of one table. Each part of a policy uses tables of its own.
struct Table<Rows: RowStore, Key: RowKeyPart, Value: SyncRow> {
  private let rows: Rows
  /// The beginning of all keys of the table.
  private let prefix: RowKey

  /// - Parameter remote: The first part of the keys; nil for a table that serves all remotes.
  init(_ table: SyncTable, of remote: RemoteName? = nil, in rows: Rows) {
    self.rows = rows
    prefix = remote.map { RowKey(table).adding($0.text) } ?? RowKey(table)
  }

  subscript(key: Key) -> Value? {
    get throws { try rows.value(of: prefix.adding(key)).map { try Value(row: $0) } }
  }

  func contains(_ key: Key) throws -> Bool { try rows.value(of: prefix.adding(key)) != nil }

  func set(_ key: Key, to value: Value?) throws { try rows.set(prefix.adding(key), to: value?.row) }

  /// The rows whose keys are greater than `last`, ascending.
  func all(after last: Key? = nil, limit: Int = .max) throws -> [(key: Key, value: Value)] {
    try rows(in: prefix, after: last, limit).map { (try key(of: $0), try Value(row: $0.value)) }
  }

  /// The rows whose keys begin with `first` and are greater than `last`, ascending.
  func all(
    in first: some RowKeyPart, after last: Key? = nil, limit: Int = .max
  ) throws -> [(key: Key, value: Value)] {
    try rows(in: prefix.adding(first), after: last, limit)
      .map { (try key(of: $0), try Value(row: $0.value)) }
  }

  /// The keys of all rows, ascending.
  func keys() throws -> [Key] { try rows.rows(in: prefix).map(key) }

  func removeAll() throws { try rows.removeAll(in: prefix) }

  private func rows(in prefix: RowKey, after last: Key?, _ limit: Int) throws -> [Row] {
    try rows.rows(in: prefix, after: last.map { self.prefix.adding($0) }, limit: limit)
  }

  private func key(of row: Row) throws(DamagedRow) -> Key {
    var reader = RowKeyReader(row.key, after: prefix)
    return try Key(from: &reader)
  }
}

/// The empty value of a row whose key contains all the facts.
struct NoValue: SyncRow {
  init() {}
  init(from reader: inout ByteReader) {}
  func encode(to writer: inout ByteWriter) {}
}
