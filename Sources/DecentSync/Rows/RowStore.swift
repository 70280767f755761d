// SPDX-License-Identifier: MIT

/// A row: a key and a value, both bytes.
package struct Row: Hashable, Sendable {
  /// The key.
  package let key: RowKey
  /// The value.
  package let value: [UInt8]

  /// Makes a row.
  package init(key: RowKey, value: [UInt8]) {
    self.key = key
    self.value = value
  }
}

/// Rows ordered by key, the durable state of sync.
///
/// A store of rows contains no rule of sync: ``SyncPolicy`` has all rules. So a simulation over
/// memory tests the same rules that run over a database.
///
/// - A transaction is durable when it returns, and without effect when it
///   throws.
/// - A transaction within another is durable when the outer one is. If the inner one throws, it
///   alone is rolled back: the outer one may go on.
/// - Other calls belong to the innermost open transaction. Without one, each
///   call is a transaction of its own.
package protocol RowStore {
  /// The value of a key, or nil if there is no such row.
  func value(of key: RowKey) throws -> [UInt8]?

  /// Sets the value of a key. Removes the row if the value is nil.
  func set(_ key: RowKey, to value: [UInt8]?) throws

  /// The rows whose keys begin with `prefix` and are greater than `key`, ascending.
  ///
  /// - Parameters:
  ///   - key: Nil to begin with the first row.
  ///   - limit: The greatest number of rows to return.
  func rows(in prefix: RowKey, after key: RowKey?, limit: Int) throws -> [Row]

  /// Runs `body` as one transaction, which may lie within another.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result
}

extension RowStore {
  /// All rows whose keys begin with `prefix`, ascending.
  package func rows(in prefix: RowKey) throws -> [Row] {
    try rows(in: prefix, after: nil, limit: .max)
  }

  /// Removes all rows whose keys begin with `prefix`.
  package func removeAll(in prefix: RowKey) throws {
    for row in try rows(in: prefix) { try set(row.key, to: nil) }
  }
}
