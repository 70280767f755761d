// SPDX-License-Identifier: MIT

import DecentDocuments

/// The port at which a library is served, and the id by which pages tell it from others.
///
/// A browser keeps its copy of a notebook by both. They are kept in the database, so that the copy is
/// known again if the file beside it is damaged or gone. The table is made when it is first needed. All
/// calls expect the caller to have begun a transaction.
struct ServingTable {
  let database: Database

  func place() throws(DatabaseFailure) -> (library: String, port: Int)? {
    guard try database.hasTable("serving") else { return nil }
    return try database.row("SELECT library, port FROM serving") { row in
      // A damaged row is none: the check finds it.
      (try? row.text(at: 0)).map { ($0, row.integer(at: 1)) }
    } ?? nil
  }

  func set(library: String, port: Int) throws(DatabaseFailure) {
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS serving (
        library TEXT PRIMARY KEY,
        port INTEGER NOT NULL
      ) WITHOUT ROWID
      """)
    try database.run("DELETE FROM serving")
    try database.run(
      "INSERT INTO serving (library, port) VALUES (?, ?)", .text(library), .integer(port))
  }
}

extension Library {
  /// The id and the port by which pages know this library; nil if it was never served.
  public func servedPlace() throws -> (library: String, port: Int)? {
    try database.readTransaction { try ServingTable(database: database).place() }
  }

  /// Keeps the id and the port by which pages know this library.
  public func setServedPlace(library: String, port: Int) throws {
    if let known = try servedPlace(), known == (library, port) { return }
    try database.transaction {
      try ServingTable(database: database).set(library: library, port: port)
    }
  }
}
