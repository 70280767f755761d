// SPDX-License-Identifier: MIT

/// Rows in memory, for tests and for state that need not survive.
package final class MemoryRows: RowStore {
  private var values: [RowKey: [UInt8]] = [:]
  private var keys: [RowKey] = []
  /// The earlier values of the rows that the transaction changed, latest change last. Nil if there
  /// is no transaction.
  private var undo: [(key: RowKey, value: [UInt8]?)]?

  package init() {}

  /// Makes an independent copy.
  package init(copying other: MemoryRows) {
    values = other.values
    keys = other.keys
  }

  package func value(of key: RowKey) -> [UInt8]? { values[key] }

  package func set(_ key: RowKey, to value: [UInt8]?) {
    undo?.append((key, values[key]))
    put(key, value)
  }

  private func put(_ key: RowKey, _ value: [UInt8]?) {
    let wasThere = values[key] != nil
    values[key] = value
    if wasThere == (value != nil) { return }
    let place = firstKey(notBefore: key)
    if value == nil { keys.remove(at: place) } else { keys.insert(key, at: place) }
  }

  package func rows(in prefix: RowKey, after key: RowKey?, limit: Int) -> [Row] {
    var place = firstKey(notBefore: max(prefix, key ?? prefix))
    var rows: [Row] = []
    while place < keys.count, rows.count < limit, keys[place].bytes.starts(with: prefix.bytes) {
      if keys[place] != key { rows.append(Row(key: keys[place], value: values[keys[place]] ?? [])) }
      place += 1
    }
    return rows
  }

  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    let outer = undo?.count
    if outer == nil { undo = [] }
    defer { if outer == nil { undo = nil } }
    do {
      return try body()
    } catch {
      takeBack(after: outer ?? 0)
      throw error
    }
  }

  /// Rolls back all changes of the transaction but the first `count`.
  private func takeBack(after count: Int) {
    while let changes = undo?.count, changes > count, let change = undo?.popLast() {
      put(change.key, change.value)
    }
  }

  private func firstKey(notBefore key: RowKey) -> Int {
    var range = 0..<keys.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = keys[middle] < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
