// SPDX-License-Identifier: MIT

import CSQLite
import Foundation
import ReplicatingTypes

/// A parameter of a statement, or a value in a row of a ``Salvage``.
public struct IndexValue: Hashable, Sendable, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral
{
  let value: DatabaseValue

  /// An integer.
  public static func integer(_ integer: Int) -> IndexValue { IndexValue(value: .integer(integer)) }

  /// Text.
  public static func text(_ text: String) -> IndexValue { IndexValue(value: .text(text)) }

  /// A fraction.
  public static func real(_ number: Double) -> IndexValue { IndexValue(value: .real(number)) }

  /// Bytes.
  public static func bytes(_ bytes: [UInt8]) -> IndexValue { IndexValue(value: .blob(bytes)) }

  /// A document's id, as text.
  public static func id(_ id: UUID) -> IndexValue { .text(id.text) }

  /// NULL.
  public static var null: IndexValue { IndexValue(value: .null) }

  init(value: DatabaseValue) {
    self.value = value
  }

  /// The integer; nil for a value of another kind.
  public var integer: Int? { if case .integer(let integer) = value { integer } else { nil } }

  /// The text; nil for a value of another kind.
  public var text: String? { if case .text(let text) = value { text } else { nil } }

  /// The fraction; nil for a value of another kind.
  public var real: Double? { if case .real(let number) = value { number } else { nil } }

  /// The bytes; nil for a value of another kind.
  public var bytes: [UInt8]? { if case .blob(let bytes) = value { bytes } else { nil } }

  public init(stringLiteral value: String) {
    self = .text(value)
  }

  public init(integerLiteral value: Int) {
    self = .integer(value)
  }
}

/// A row of a query's results. Columns are counted from 0.
///
/// Two methods read each kind of value. ``integer(at:)`` is for a column that always holds an
/// integer, and throws ``DocumentFailure/nullColumn(_:name:wanted:)`` for NULL.
/// ``integerIfPresent(at:)`` returns nil for NULL. SQLite converts values of another kind: a text
/// `"5"` is the integer 5, and `"five"` is 0.
public struct IndexRow: ~Copyable {
  private let statement: Statement

  init(_ statement: Statement) {
    self.statement = statement
  }

  /// The kinds of values.
  public enum Kind: Sendable {
    /// A whole number.
    case integer
    /// A fraction.
    case real
    /// Text in UTF-8.
    case text
    /// Bytes, a *blob* of SQLite.
    case bytes
    /// No value.
    case null
    /// Text that is not UTF-8.
    case other
  }

  /// The kind of the value in a column.
  public func kind(at column: Int) -> Kind {
    switch statement.value(at: column) {
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .bytes
    case .null: .null
    case nil: .other
    }
  }

  /// The integer in a column.
  ///
  /// - Throws: ``DocumentFailure/nullColumn(_:name:wanted:)`` for NULL. `real(at:)`, `text(at:)`,
  ///   `bytes(at:)` and `id(at:)` also throw this error for NULL.
  public func integer(at column: Int) throws -> Int {
    try present(integerIfPresent(at: column), column, "integer")
  }

  /// The fraction in a column.
  public func real(at column: Int) throws -> Double {
    try present(realIfPresent(at: column), column, "real")
  }

  /// The text in a column.
  ///
  /// - Throws: A ``DatabaseFailure``, too, if the text is not UTF-8.
  public func text(at column: Int) throws -> String {
    try present(textIfPresent(at: column), column, "text")
  }

  /// The bytes in a column.
  public func bytes(at column: Int) throws -> [UInt8] {
    try present(bytesIfPresent(at: column), column, "bytes")
  }

  /// The document's id in a column, as ``IndexValue/id(_:)`` writes it.
  ///
  /// - Throws: ``DocumentFailure/noID(_:name:text:)``, too, if the text is no id.
  public func id(at column: Int) throws -> UUID {
    try present(idIfPresent(at: column), column, "id")
  }

  private func present<Value>(_ value: Value?, _ column: Int, _ wanted: String) throws -> Value {
    guard let value else {
      throw DocumentFailure.nullColumn(
        column, name: statement.name(of: column), wanted: wanted)
    }
    return value
  }
}

/// Values that may be NULL.
extension IndexRow {
  /// The integer in a column, or nil for NULL.
  public func integerIfPresent(at column: Int) -> Int? {
    statement.isNull(at: column) ? nil : statement.integer(at: column)
  }

  /// The fraction in a column, or nil for NULL.
  public func realIfPresent(at column: Int) -> Double? {
    statement.isNull(at: column) ? nil : statement.real(at: column)
  }

  /// The text in a column, or nil for NULL.
  ///
  /// - Throws: A ``DatabaseFailure`` if the text is not UTF-8.
  public func textIfPresent(at column: Int) throws -> String? {
    statement.isNull(at: column) ? nil : try statement.text(at: column)
  }

  /// The document's id in a column, or nil for NULL.
  ///
  /// - Throws: ``DocumentFailure/noID(_:name:text:)`` if the text is no id, or a
  ///   ``DatabaseFailure`` if the text is not UTF-8.
  public func idIfPresent(at column: Int) throws -> UUID? {
    try textIfPresent(at: column).map { text in
      guard let id = UUID(uuidString: text) else {
        throw DocumentFailure.noID(column, name: statement.name(of: column), text: text)
      }
      return id
    }
  }

  /// The bytes in a column, or nil for NULL.
  public func bytesIfPresent(at column: Int) -> [UInt8]? {
    statement.isNull(at: column) ? nil : statement.blob(at: column)
  }
}

/// The tables of an app, within a transaction: tables of its indexes, and other tables of the app.
public struct IndexTables: ~Copyable {
  let database: Database
  private let rights: StatementRights

  init(_ database: Database, isReadOnly: Bool = false) {
    self.database = database
    rights = isReadOnly ? .query : .index
  }

  /// Runs a statement without results. The statement cannot change the library's own tables, and
  /// cannot alter temporary tables.
  ///
  /// - Throws: ``DocumentFailure/badStatement(_:reason:)``, ``DocumentFailure/transactionEnded``,
  ///   ``DocumentFailure/editWithinEdit`` while rows are read, or a ``DatabaseFailure``.
  public func run(_ sql: String, _ values: IndexValue...) throws {
    try run(sql, values)
  }

  /// Runs a statement without results, with an array of parameters.
  public func run(_ sql: String, _ values: [IndexValue]) throws {
    guard !database.isReadingRows else { throw DocumentFailure.editWithinEdit }
    try explaining(sql, as: rights) {
      try database.run(sql, values: values.map(\.value), as: rights)
    }
  }

  /// Whether a device removed a document of this id. The document may have come back since.
  public func wasEverRemoved<Content: ReplicatingDocument>(
    _ id: UUID, of type: Content.Type
  ) throws -> Bool {
    let place = DocumentPlace(code: Content.frameKind.code, id: id)
    return try database.row("SELECT 1 FROM documents WHERE name = ?", .text(place.removal.text)) {
      _ in true
    } ?? false
  }

  /// The rows of a statement's results.
  ///
  /// - Parameters:
  ///   - sql: One statement of SQLite. It may write and return rows, as `DELETE … RETURNING` does,
  ///     unless it runs while other rows are read.
  ///   - values: The parameters of the statement.
  ///   - read: Reads a row, and may make other reads, but no changes.
  /// - Throws: ``DocumentFailure/badStatement(_:reason:)``, ``DocumentFailure/transactionEnded``, a
  ///   ``DatabaseFailure``, and the errors of `read`.
  public func rows<Row>(
    _ sql: String, _ values: IndexValue..., as read: (borrowing IndexRow) throws -> Row
  ) throws -> [Row] {
    try rows(sql, values, as: read)
  }

  /// The rows of a query's results. The query has an array of parameters.
  public func rows<Row>(
    _ sql: String, _ values: [IndexValue], as read: (borrowing IndexRow) throws -> Row
  ) throws -> [Row] {
    let isWithinRows = database.isReadingRows
    database.isReadingRows = true
    defer { database.isReadingRows = isWithinRows }
    let rights = isWithinRows ? .query : rights
    return try explaining(sql, as: rights) {
      var failure: (any Error)?
      let rows = try database.rows(sql, values.map(\.value), for: rights) { statement -> Row? in
        guard failure == nil else { return nil }
        do {
          return try read(IndexRow(statement))
        } catch {
          failure = error
          return nil
        }
      }
      if let failure { throw failure }
      return rows.compactMap { $0 }
    }
  }

  /// Runs a script of an app.
  func execute(_ script: String) throws {
    try explaining(script, as: rights) { try database.execute(script: script, as: rights) }
  }

  /// Reports the caller's mistake, not damage, if SQLite does not understand a statement.
  private func explaining<Result>(
    _ sql: String, as rights: StatementRights, _ body: () throws -> Result
  ) throws -> Result {
    guard database.isInTransaction else { throw DocumentFailure.transactionEnded }
    do {
      return try body()
    } catch let failure as DatabaseFailure {
      if failure.detail == "not authorized" {
        throw DocumentFailure.badStatement(
          sql,
          reason: rights == .query
            ? "it does more than read" : "it changes the library's own tables, or a transaction")
      }
      let isError = failure.code == .unexpected(resultCode: Int(SQLITE_ERROR))
      guard isError || failure.detail.hasPrefix("no such table: ") else { throw failure }
      throw DocumentFailure.badStatement(sql, reason: failure.detail)
    }
  }
}
