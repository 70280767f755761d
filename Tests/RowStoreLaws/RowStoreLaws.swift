// SPDX-License-Identifier: MIT

import DecentSync

/// The laws that every store of rows must keep.
///
/// A test runs ``all`` of a store that it makes:
///
/// ```swift
/// @Test(arguments: RowStoreLaws<MemoryRows>.names)
/// func keepsTheLaw(name: String) throws {
///   try RowStoreLaws { MemoryRows() }.check(name)
/// }
/// ```
package struct RowStoreLaws<Rows: RowStore> {
  private typealias Law = (name: String, check: (Self) throws -> Void)

  private let makeRows: () throws -> Rows

  /// Makes the laws of stores.
  ///
  /// - Parameter makeRows: A function that makes an empty store.
  package init(_ makeRows: @escaping () throws -> Rows) { self.makeRows = makeRows }

  private static var laws: [Law] {
    [
      ("begins empty", { try $0.beginsEmpty() }),
      ("keeps what was set last", { try $0.keepsWhatWasSetLast() }),
      ("keeps any bytes", { try $0.keepsAnyBytes() }),
      ("removes with nil", { try $0.removesWithNil() }),
      ("removes by prefix", { try $0.removesByPrefix() }),
      ("orders keys by their bytes", { try $0.ordersKeysByTheirBytes() }),
      ("finds what begins with a prefix", { try $0.findsWhatBeginsWithAPrefix() }),
      ("goes on after a key", { try $0.goesOnAfterAKey() }),
      ("gives as many as are asked for", { try $0.givesAsManyAsAreAskedFor() }),
      ("returns what a transaction returns", { try $0.returnsWhatATransactionReturns() }),
      ("reads what its transaction set", { try $0.readsWhatItsTransactionSet() }),
      ("undoes what throws", { try $0.undoesWhatThrows() }),
      ("makes an inner transaction a part", { try $0.makesAnInnerTransactionAPart() }),
      ("undoes an inner transaction alone", { try $0.undoesAnInnerTransactionAlone() }),
      ("undoes what an undone transaction left", { try $0.undoesWhatAnUndoneTransactionLeft() }),
      ("goes on after a transaction threw", { try $0.goesOnAfterATransactionThrew() }),
    ]
  }

  /// The names of all laws.
  package static var names: [String] { laws.map(\.name) }

  /// Checks a law.
  ///
  /// - Throws: ``BrokenRowStoreLaw``, and the errors of the store.
  package func check(_ name: String) throws {
    guard let law = Self.laws.first(where: { $0.name == name }) else {
      throw BrokenRowStoreLaw("there is no law \(name)")
    }
    try law.check(self)
  }

  /// Checks all laws.
  package func checkAll() throws { for law in Self.laws { try law.check(self) } }

  // MARK: Values

  private func key(_ bytes: UInt8...) -> RowKey { RowKey(bytes: bytes) }

  private func expect<Value: Equatable>(
    _ found: Value, _ wanted: Value, _ what: String
  ) throws {
    if found != wanted { throw BrokenRowStoreLaw("\(what): \(found), not \(wanted)") }
  }

  /// A store with rows of these keys, whose values are their keys.
  private func rows(_ keys: [[UInt8]]) throws -> Rows {
    let rows = try makeRows()
    for key in keys { try rows.set(RowKey(bytes: key), to: key) }
    return rows
  }

  private func beginsEmpty() throws {
    let rows = try makeRows()
    try expect(try rows.value(of: key(1)), nil, "a value of an empty store")
    try expect(try rows.rows(in: key(1)), [], "rows of an empty store")
  }

  private func keepsWhatWasSetLast() throws {
    let rows = try rows([[1], [1, 2]])
    try rows.set(key(1), to: [9])
    try expect(try rows.value(of: key(1)), [9], "a value that was set twice")
    try expect(try rows.value(of: key(1, 2)), [1, 2], "a value beside it")
    try expect(try rows.rows(in: key(1)).map(\.value), [[9], [1, 2]], "all values")
  }

  private func keepsAnyBytes() throws {
    let rows = try makeRows()
    let long = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for value in [[], [0], [255, 0, 255], long] {
      try rows.set(key(0, 255, 0), to: value)
      try expect(try rows.value(of: key(0, 255, 0)), value, "a value")
      try expect(try rows.rows(in: key(0, 255)).map(\.value), [value], "a value among rows")
    }
  }

  private func removesWithNil() throws {
    let rows = try rows([[1], [1, 2], [2]])
    for _ in 0..<2 { try rows.set(key(1), to: nil) }
    try expect(try rows.value(of: key(1)), nil, "a value that was removed")
    try expect(try rows.rows(in: key(1)).map(\.key), [key(1, 2)], "what is left")
  }

  private func removesByPrefix() throws {
    let rows = try rows([[1], [1, 2], [1, 2, 3], [1, 3], [2]])
    try rows.removeAll(in: key(1, 2))
    try expect(try rows.rows(in: key(1)).map(\.key), [key(1), key(1, 3)], "what is left")
    try expect(try rows.value(of: key(2)), [2], "a row beside them")
  }

  // MARK: Order

  private func ordersKeysByTheirBytes() throws {
    let keys: [[UInt8]] = [
      [7, 200], [7, 0], [7], [7, 127, 255], [7, 128], [7, 0, 0], [7, 255],
    ]
    let found = try rows(keys).rows(in: key(7)).map(\.key)
    try expect(found, keys.map { RowKey(bytes: $0) }.sorted(), "the order of keys")
  }

  private func findsWhatBeginsWithAPrefix() throws {
    let rows = try rows([[1], [1, 255], [1, 255, 255], [1, 255, 255, 7], [2], [2, 0]])
    try expect(try rows.rows(in: key(1)).count, 4, "rows in [1]")
    try expect(try rows.rows(in: key(1, 255)).count, 3, "rows in [1, 255]")
    try expect(try rows.rows(in: key(1, 255, 255)).count, 2, "rows in [1, 255, 255]")
    try expect(try rows.rows(in: key(1, 254)), [], "rows in [1, 254]")
    try expect(try rows.rows(in: key(2, 0)).map(\.value), [[2, 0]], "rows in [2, 0]")
  }

  private func goesOnAfterAKey() throws {
    let rows = try rows([[1, 1], [1, 2], [1, 2, 0], [1, 4], [2]])
    func keys(after key: RowKey?) throws -> [RowKey] {
      try rows.rows(in: self.key(1), after: key, limit: .max).map(\.key)
    }
    try expect(try keys(after: nil).count, 4, "rows after none")
    try expect(try keys(after: key(1, 1)), [key(1, 2), key(1, 2, 0), key(1, 4)], "after [1, 1]")
    try expect(try keys(after: key(1, 2)), [key(1, 2, 0), key(1, 4)], "after [1, 2]")
    try expect(try keys(after: key(1, 3)), [key(1, 4)], "after a key that is not there")
    try expect(try keys(after: key(1, 4)), [], "after the last")
    try expect(try keys(after: key(0)).count, 4, "after a key before the prefix")
    try expect(try keys(after: key(9)), [], "after a key behind the prefix")
  }

  private func givesAsManyAsAreAskedFor() throws {
    let rows = try rows((0..<10).map { [1, $0] })
    var found: [RowKey] = []
    while true {
      let part = try rows.rows(in: key(1), after: found.last, limit: 3)
      try expect(part.count, min(3, 10 - found.count), "rows in a part")
      if part.isEmpty { break }
      found += part.map(\.key)
    }
    try expect(found, (0..<10).map { key(1, $0) }, "all parts")
  }

  // MARK: Transactions

  private struct Refusal: Error {}

  private func returnsWhatATransactionReturns() throws {
    let rows = try rows([[1]])
    try expect(try rows.transaction { try rows.value(of: key(1)) }, [1], "the result")
  }

  private func readsWhatItsTransactionSet() throws {
    let rows = try rows([[1], [2]])
    try rows.transaction {
      try rows.set(key(1, 1), to: [5])
      try rows.set(key(1), to: nil)
      try expect(try rows.rows(in: key(1)).map(\.value), [[5]], "rows in the transaction")
    }
    try expect(try rows.value(of: key(1, 1)), [5], "a value after the transaction")
  }

  private func undoesWhatThrows() throws {
    let rows = try rows([[1], [2], [3]])
    let before = try [key(1), key(2), key(3)].flatMap { try rows.rows(in: $0) }
    try refuse(rows) {
      try rows.set(key(1), to: [9])
      try rows.set(key(1), to: [8])
      try rows.set(key(2), to: nil)
      try rows.set(key(2), to: [7])
      try rows.set(key(3), to: nil)
      try rows.set(key(3, 3), to: [6])
    }
    let after = try [key(1), key(2), key(3)].flatMap { try rows.rows(in: $0) }
    try expect(after, before, "rows after a transaction that threw")
  }

  private func makesAnInnerTransactionAPart() throws {
    let rows = try rows([[1]])
    try refuse(rows) {
      try rows.set(key(1), to: [2])
      try rows.transaction { try rows.set(key(2), to: [2]) }
      try expect(try rows.value(of: key(2)), [2], "what an inner transaction set")
    }
    try expect(try rows.value(of: key(1)), [1], "what the outer one set")
    try expect(try rows.value(of: key(2)), nil, "what the inner one set")
    try refuse(rows) {
      try rows.set(key(1), to: [3])
      try rows.transaction {
        try rows.set(key(2), to: [3])
        throw Refusal()
      }
    }
    try expect(try rows.value(of: key(1)), [1], "what was set before the inner one threw")
    try expect(try rows.value(of: key(2)), nil, "what the inner one set before it threw")
  }

  private func undoesAnInnerTransactionAlone() throws {
    let rows = try rows([[1], [2], [3]])
    try rows.transaction {
      try rows.set(key(1), to: [4])
      try refuse(rows) {
        try rows.set(key(1), to: [5])
        try rows.set(key(2), to: nil)
        try rows.transaction { try rows.set(key(3), to: [5]) }
        try rows.set(key(4), to: [5])
      }
      try expect(try rows.value(of: key(1)), [4], "what the outer one set before")
      try rows.transaction { try rows.set(key(5), to: [5]) }
      try rows.set(key(6), to: [6])
    }
    let values = try (1...6).map { try rows.value(of: key($0)) }
    try expect(values, [[4], [2], [3], nil, [5], [6]], "rows after an inner transaction threw")
  }

  private func undoesWhatAnUndoneTransactionLeft() throws {
    let rows = try rows([[1]])
    try refuse(rows) {
      try rows.set(key(1), to: [2])
      try refuse(rows) {
        try rows.set(key(1), to: [3])
        try refuse(rows) { try rows.set(key(1), to: [4]) }
        try expect(try rows.value(of: key(1)), [3], "a value two transactions deep")
      }
      try rows.set(key(2), to: [2])
    }
    try expect(try rows.value(of: key(1)), [1], "a value that was set at every depth")
    try expect(try rows.value(of: key(2)), nil, "what was set after an inner one threw")
  }

  private func goesOnAfterATransactionThrew() throws {
    let rows = try rows([])
    try refuse(rows) { try rows.set(key(1), to: [1]) }
    try rows.transaction { try rows.set(key(1), to: [2]) }
    try rows.set(key(2), to: [3])
    try refuse(rows) { try rows.set(key(2), to: nil) }
    try expect(try rows.value(of: key(1)), [2], "a value")
    try expect(try rows.value(of: key(2)), [3], "a value that was set outside")
  }

  /// Runs a transaction that throws in the end.
  private func refuse(_ rows: Rows, _ body: () throws -> Void) throws {
    do {
      try rows.transaction {
        try body()
        throw Refusal()
      }
    } catch is Refusal {
      return
    }
    throw BrokenRowStoreLaw("a transaction keeps an error to itself")
  }
}

/// A law that a store of rows breaks.
package struct BrokenRowStoreLaw: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
