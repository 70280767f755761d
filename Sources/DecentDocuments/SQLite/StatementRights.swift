// SPDX-License-Identifier: MIT

import CSQLite

/// The rights of a statement, by its origin.
package enum StatementRights {
  /// A statement of the library.
  case library
  /// A statement of an app's index or for the app's own tables. It must not write the library's own
  /// tables, and must not begin or end transactions.
  case index
  /// A query of an app, which only reads.
  case query

  /// The tables that statements of an app must not change.
  static let ownTables: Set<String> = [
    "documents", "gone_documents", "bases", "deltas", "undo_steps", "sync_rows", "indexes",
    "skipped_documents",
  ]

  /// - Parameters:
  ///   - action: The code of an action, as `sqlite3_set_authorizer` knows it.
  ///   - first, second: The objects of the action, as `sqlite3_set_authorizer` passes them.
  fileprivate func allow(_ action: Int32, _ first: String?, _ second: String?) -> Bool {
    if self == .library { return true }
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: return true
    // The modules for full-text search and for R-trees run these pragmas.
    case SQLITE_PRAGMA: return first == "data_version" || first == "page_size" && second == nil
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_ATTACH, SQLITE_DETACH: return false
    // Preparing a query may open a virtual table, whose module then declares tables and prepares
    // statements that write. If the query itself writes, `refuses(_:)` refuses the query.
    case _ where self == .query: return true
    // A renamed temporary table would stand before the library's own table of that name.
    case SQLITE_ALTER_TABLE where first == "temp": return false
    case SQLITE_CREATE_INDEX, SQLITE_DROP_INDEX, SQLITE_DROP_TRIGGER, SQLITE_CREATE_TRIGGER,
      SQLITE_CREATE_TEMP_TRIGGER, SQLITE_ALTER_TABLE:
      return second.map { !Self.ownTables.contains($0.lowercased()) } ?? true
    // So would a new one. The action does not tell whether a table is temporary.
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_DROP_TABLE, SQLITE_CREATE_TABLE,
      SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_VTABLE, SQLITE_CREATE_VIEW, SQLITE_CREATE_TEMP_VIEW:
      return first.map { !Self.ownTables.contains($0.lowercased()) } ?? true
    default: return true
    }
  }
}

extension StatementRights {
  /// Whether a statement as a whole does more than these rights allow.
  package func refuses(_ statement: Statement) -> Bool { self == .query && !statement.isReadOnly }
}

/// The rights of the statements that a connection prepares or runs at this moment.
package final class CurrentRights {
  package var rights = StatementRights.library
}

extension Database {
  /// Makes a connection check each statement that it prepares against the current rights.
  ///
  /// - Parameter rights: The current rights. The object must live as long as the connection.
  package static func set(_ rights: CurrentRights, on handle: OpaquePointer) {
    sqlite3_set_authorizer(
      handle,
      { rights, action, first, second, _, _ in
        guard let rights else { return SQLITE_DENY }
        let current = Unmanaged<CurrentRights>.fromOpaque(rights).takeUnretainedValue().rights
        let isAllowed =
          current == .library
          || current.allow(
            action, first.map { String(cString: $0) }, second.map { String(cString: $0) })
        return isAllowed ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(rights).toOpaque())
  }

  /// Runs `body` with other rights for the statements that it prepares or runs.
  package func with<Result>(
    _ rights: StatementRights, _ body: () throws(DatabaseFailure) -> Result
  ) throws(DatabaseFailure) -> Result {
    let before = current.rights
    current.rights = rights
    defer { current.rights = before }
    return try body()
  }
}
