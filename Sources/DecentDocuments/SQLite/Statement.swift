// SPDX-License-Identifier: MIT

import CSQLite

/// A prepared statement, positioned at one of its rows while it runs.
///
/// A ``Database`` makes and keeps its statements, and resets each statement after every use.
package final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private let path: String

  /// Prepares one statement.
  package init(_ sql: String, on connection: OpaquePointer, path: String) throws(DatabaseFailure) {
    var handle: OpaquePointer?
    var isWhole = true
    let status = sql.withCString { start in
      var rest: UnsafePointer<CChar>?
      let status = sqlite3_prepare_v2(connection, start, -1, &handle, &rest)
      isWhole = rest.map { String(cString: $0).allSatisfy { $0.isWhitespace || $0 == ";" } } ?? true
      return status
    }
    guard status == SQLITE_OK, let handle else {
      throw DatabaseFailure(
        resultCode: status, path: path, detail: String(cString: sqlite3_errmsg(connection)))
    }
    guard isWhole else {
      sqlite3_finalize(handle)
      throw DatabaseFailure(
        resultCode: SQLITE_ERROR, path: path, detail: "it is more than one statement")
    }
    self.handle = handle
    self.connection = connection
    self.path = path
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Sets the parameters, beginning with the first.
  package func bind(_ values: [DatabaseValue]) throws(DatabaseFailure) {
    for (index, value) in values.enumerated() {
      try check(bind(value, at: Int32(index + 1)))
    }
  }

  /// Goes to the next row.
  ///
  /// - Returns: Whether there is a next row.
  package func step() throws(DatabaseFailure) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure()
    }
  }

  /// Makes the statement ready for another run, and removes its parameters.
  package func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Whether the statement writes nothing into a database. `BEGIN` and pragmas that set only the
  /// connection write nothing.
  package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// The number of steps of SQLite's virtual machine in all runs.
  package var stepCount: Int { Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 0)) }

  private func bind(_ value: DatabaseValue, at place: Int32) -> Int32 {
    switch value {
    case .integer(let integer):
      return sqlite3_bind_int64(handle, place, Int64(integer))
    case .real(let number):
      return sqlite3_bind_double(handle, place, number)
    case .text(var text):
      guard !text.isEmpty else {
        return sqlite3_bind_text(handle, place, "", 0, decent_sqlite_transient())
      }
      return text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text64(
            handle, place, characters.baseAddress, UInt64(characters.count),
            decent_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, place, 0) }
      return sqlite3_bind_blob64(
        handle, place, bytes, UInt64(bytes.count), decent_sqlite_transient())
    case .null:
      return sqlite3_bind_null(handle, place)
    }
  }
}

extension Statement {
  /// The integer in a column, or 0 for NULL. SQLite converts any other value.
  package func integer(at column: Int) -> Int {
    Int(sqlite3_column_int64(handle, Int32(column)))
  }

  /// Whether a column holds NULL, or the row has no such column.
  package func isNull(at column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  /// The name of a column; nil if the row has no such column.
  package func name(of column: Int) -> String? {
    sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) }
  }

  /// The fraction in a column, or 0 for NULL. SQLite converts any other value.
  package func real(at column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  /// The value in a column; nil if it is text that is not UTF-8.
  package func value(at column: Int) -> DatabaseValue? {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer(integer(at: column))
    case SQLITE_FLOAT: .real(real(at: column))
    case SQLITE_TEXT: (try? text(at: column)).map { .text($0) }
    case SQLITE_BLOB: .blob(blob(at: column))
    case SQLITE_NULL: .null
    default: nil
    }
  }

  /// The bytes in a column, or an empty array for NULL. SQLite converts a number to text.
  package func blob(at column: Int) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The text in a column, or an empty text for NULL. SQLite converts a number to text.
  ///
  /// - Throws: A ``DatabaseFailure`` for damage if the text is not UTF-8.
  package func text(at column: Int) throws(DatabaseFailure) -> String {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return "" }
    let bytes = UnsafeBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    // Texts in ASCII, which are frequent, need no validation. Validation costs more than all else
    // here.
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return String(unsafeUninitializedCapacity: bytes.count) { buffer in
        buffer.initialize(fromContentsOf: bytes)
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DatabaseFailure(code: .damaged, path: path, detail: "text that is not UTF-8")
    }
    return text
  }
}

extension Statement {
  private func check(_ status: Int32) throws(DatabaseFailure) {
    guard status == SQLITE_OK else { throw failure() }
  }

  private func failure() -> DatabaseFailure {
    DatabaseFailure(
      resultCode: sqlite3_extended_errcode(connection),
      systemError: sqlite3_system_errno(connection), path: path,
      detail: String(cString: sqlite3_errmsg(connection)))
  }
}
