// SPDX-License-Identifier: MIT

import CSQLite

/// A connection to a SQLite database in a file.
///
/// When `transaction(_:)` returns, the writes of its body are on the disk: SQLite flushes the
/// write-ahead log at every commit. A connection belongs to one task at a time. Any number of
/// connections, in any number of processes, may use one file.
package final class Database {
  /// The path of the file.
  package let path: String

  package let handle: OpaquePointer
  private var idle: [StatementKey: Statement] = [:]
  /// The most prepared statements to keep. The library uses fewer, but an app may use any number.
  private static let mostIdle = 512
  let current = CurrentRights()
  /// The number of bytes of text and blobs given to statements.
  package private(set) var bytesGiven = 0
  /// Whether this connection locks out all others, because the disk had no room at opening for the
  /// index of the log that connections share.
  package var lackedRoom = false
  /// Whether an app is reading rows one by one. Meanwhile, the app may change nothing, because
  /// SQLite might then skip or repeat rows.
  var isReadingRows = false
  /// The folder of a temporary library; nil for any other library. The last connection to be closed
  /// removes the folder.
  var folder: PassingFolder?
  /// The work of this connection.
  package var work = DatabaseWork()
  /// The end of the last turn, and the time that turns have taken since the last pause or gap
  /// between turns: see ``turn(_:)``.
  package var turns: (end: ContinuousClock.Instant, length: Duration)?

  /// The ways to open a file.
  package enum Access {
    /// Reads the file alone, without its log. Changes nothing, whatever state the file is in.
    case inspecting
    /// Reads and writes.
    case writing
    /// Reads and writes, and begins a new database if there is no file.
    case creating
    /// Begins a new database that no other connection sees. The database is gone when this
    /// connection is closed. The path only serves as a name in errors.
    case passing

    /// The flags for SQLite. Mutexes are off, because a connection belongs to one task at a time.
    package var flags: Int32 {
      switch self {
      case .inspecting: SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      case .writing: SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE
      case .creating, .passing:
        SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  /// Opens a file, whatever its contents.
  package init(file path: String, for access: Access) throws(DatabaseFailure) {
    var handle: OpaquePointer?
    let name =
      switch access {
      case .inspecting: Self.immutableURI(of: path)
      case .writing, .creating: path
      case .passing: ""
      }
    let status = sqlite3_open_v2(name, &handle, access.flags, nil)
    guard status == SQLITE_OK, let handle else {
      let detail = handle.map { String(cString: sqlite3_errmsg($0)) } ?? ""
      sqlite3_close_v2(handle)
      throw DatabaseFailure(resultCode: status, path: path, detail: detail)
    }
    self.path = path
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    Self.set(current, on: handle)
    waitForOthers()
  }

  deinit {
    idle.removeAll()
    sqlite3_close_v2(handle)
  }

  private static func immutableURI(of path: String) -> String {
    let escapes: [Character: String] = ["?": "%3f", "#": "%23", "%": "%25"]
    return "file:\(path.map { escapes[$0] ?? String($0) }.joined())?immutable=1"
  }

  /// Whether there is a table or a view of a name.
  package func hasTable(_ name: String) throws(DatabaseFailure) -> Bool {
    try row(
      "SELECT 1 FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?", .text(name)
    ) { _ in true } ?? false
  }

  /// Whether nothing can be written, because of the file's permissions or its header.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// The key of the row inserted last.
  package var lastKey: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// Runs several statements that have neither parameters nor results.
  package func execute(
    script: String, as rights: StatementRights = .library
  ) throws(DatabaseFailure) {
    let status = try with(rights) { () throws(DatabaseFailure) in
      sqlite3_exec(handle, script, nil, nil, nil)
    }
    guard status == SQLITE_OK else {
      throw DatabaseFailure(
        resultCode: sqlite3_extended_errcode(handle),
        systemError: sqlite3_system_errno(handle), path: path,
        detail: String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// Runs a statement without results.
  package func run(_ sql: String, _ values: DatabaseValue...) throws(DatabaseFailure) {
    _ = try rows(sql, values) { _ in () }
  }

  /// Runs a statement without results.
  package func run(
    _ sql: String, values: [DatabaseValue], as rights: StatementRights = .library
  ) throws(DatabaseFailure) {
    _ = try rows(sql, values, for: rights) { _ in () }
  }

  /// The first row of a statement's results, or nil if there is none.
  package func row<Row>(
    _ sql: String, _ values: DatabaseValue...,
    as read: (Statement) throws(DatabaseFailure) -> Row
  ) throws(DatabaseFailure) -> Row? {
    try rows(sql, values, limit: 1, as: read).first
  }

  /// All rows of a statement's results.
  package func rows<Row>(
    _ sql: String, _ values: DatabaseValue...,
    as read: (Statement) throws(DatabaseFailure) -> Row
  ) throws(DatabaseFailure) -> [Row] {
    try rows(sql, values, as: read)
  }

  /// All rows of a statement's results, or the first `limit` rows.
  ///
  /// Statements are prepared once and kept. A running statement is not among the kept ones, so that
  /// `read` may run the same SQL again.
  package func rows<Row>(
    _ sql: String, _ values: [DatabaseValue], limit: Int = .max,
    for rights: StatementRights = .library, as read: (Statement) throws(DatabaseFailure) -> Row
  ) throws(DatabaseFailure) -> [Row] {
    // The library may use the same SQL with other rights.
    let key = StatementKey(sql: sql, rights: rights)
    let statement = try takeStatement(key) { () throws(DatabaseFailure) in
      let statement = try with(rights) { () throws(DatabaseFailure) in
        try Statement(sql, on: handle, path: path)
      }
      guard !rights.refuses(statement) else {
        throw DatabaseFailure(resultCode: SQLITE_AUTH, path: path, detail: "not authorized")
      }
      return statement
    }
    defer {
      statement.reset()
      if idle.count >= Self.mostIdle { idle.removeAll() }
      idle[key] = statement
    }
    work.noteStatement()
    try statement.bind(values)
    bytesGiven += values.reduce(0) { $0 + $1.size }
    var rows: [Row] = []
    // If the tables have changed, a step prepares the statement again, and so needs the rights.
    while rows.count < limit, try with(rights, statement.step) {
      rows.append(try read(statement))
    }
    return rows
  }

  /// The prepared statements that are not running.
  package var statements: [Statement] { Array(idle.values) }

  private func takeStatement(
    _ key: StatementKey, orPrepare prepare: () throws(DatabaseFailure) -> Statement
  ) throws(DatabaseFailure) -> Statement {
    if let statement = idle.removeValue(forKey: key) { return statement }
    return try prepare()
  }
}

extension Database {
  /// Runs `body` in a transaction that may write. Either all writes of `body` are stored, or none.
  /// No other connection can write meanwhile, so what `body` reads stays true until the commit.
  ///
  /// If a transaction is open, `body` is a part of it. If `body` then throws, only the writes of
  /// `body` are rolled back, and the outer transaction goes on.
  ///
  /// - Throws: The error of `body`, after a rollback of its writes. A ``DatabaseFailure`` if the
  ///   transaction cannot be begun or committed.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    if isInTransaction { return try innerTransaction(body) }
    return try transaction(Self.beginWriting, body)
  }

  /// Runs `body` in a transaction that only reads. All reads see the database at one moment.
  package func readTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN", body)
  }

  private static let beginWriting = "BEGIN IMMEDIATE"

  /// Whether the path no longer names the open file. Writes to the open file would then be lost.
  private var hasMoved: Bool {
    var answer: Int32 = 0
    let status = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
    return status == SQLITE_OK && answer != 0
  }

  private func transaction<Result>(_ begin: String, _ body: () throws -> Result) throws -> Result {
    precondition(!isInTransaction, "a transaction that only reads within a transaction")
    try run(begin)
    work.noteBegin()
    let isWriting = begin == Self.beginWriting
    if isWriting { work.beginTransaction() }
    defer { work.endTransaction() }
    do {
      if hasMoved { throw DatabaseFailure(code: .moved, path: path) }
      let result = try body()
      // A read of a damaged page may make a commit fail. A transaction that only read needs no
      // commit.
      try run(isWriting ? "COMMIT" : "ROLLBACK")
      return result
    } catch {
      work.noteUndone()
      // A failing disk may have ended the transaction already.
      if isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }

  private func innerTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try run("SAVEPOINT part")
    do {
      let result = try body()
      try run("RELEASE part")
      return result
    } catch {
      work.noteUndone()
      // A failing disk may have ended the outer transaction already.
      if isInTransaction {
        try run("ROLLBACK TO part")
        // The release removes the savepoint. If it stayed, a later rollback to an outer savepoint
        // of the same name would end at this savepoint.
        try run("RELEASE part")
      }
      throw error
    }
  }
}

private struct StatementKey: Hashable {
  let sql: String
  let rights: StatementRights
}
