// SPDX-License-Identifier: MIT

import CSQLite
import Foundation

extension Database {
  /// Opens a database that must be there, sound and of a known format.
  ///
  /// The file is looked at before anything may write to it: one of another
  /// program, or what was left of one of ours, is not changed. One of an older
  /// version is brought up to this one, whole or not at all.
  ///
  /// Where nothing can be written, because the disk is full or is a medium for reading, it
  /// can still be read.
  ///
  /// - Throws: A ``DatabaseFailure`` that says what the file is instead, and what the
  ///   format's migration throws.
  package static func open(at path: String, format: DatabaseFormat) throws -> Database {
    try refuseForeign(path, format: format)
    let (database, version) = try connect(to: path, format: format)
    try database.configure()
    if version < format.version { try database.migrate(to: format) }
    return database
  }

  private static func connect(
    to path: String, format: DatabaseFormat
  ) throws(DatabaseFailure) -> (Database, version: Int) {
    do throws(DatabaseFailure) {
      let database = try Database(file: path, for: .writing)
      return (database, try database.checkFormat(format))
    } catch {
      // What stands in the way of reading too is said as it was at first.
      guard let database = try? connectForReading(to: path, after: error),
        let version = try? database.checkFormat(format)
      else { throw error }
      return (database, version)
    }
  }

  /// Reads without the index of the log that connections share in a file beside the
  /// database: alone, with an index in memory; or, from a medium that nobody writes to and
  /// where no log was left, the file as it is.
  private static func connectForReading(
    to path: String, after failure: DatabaseFailure
  ) throws(DatabaseFailure) -> Database {
    switch failure.code {
    case .full:
      let database = try Database(file: path, for: .writing)
      try database.execute(script: "PRAGMA locking_mode = EXCLUSIVE")
      database.lacksRoom = true
      return database
    case .denied where isOnReadOnlyMedium(path) && !hasLog(path):
      return try Database(file: path, for: .inspecting)
    default:
      throw failure
    }
  }

  private static func isOnReadOnlyMedium(_ path: String) -> Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0 && status.f_flag & .init(ST_RDONLY) != 0
  }

  /// Whether there is a log with something in it beside a file.
  package static func hasLog(_ path: String) -> Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  private func migrate(to format: DatabaseFormat) throws {
    try transaction {
      // Another process may have been faster.
      let version = try checkFormat(format)
      guard version < format.version else { return }
      try format.migrate(self, version)
      try execute(script: "PRAGMA user_version = \(format.version)")
    }
  }

  package func configure() throws(DatabaseFailure) {
    do throws(DatabaseFailure) {
      try execute(
        script: """
          PRAGMA synchronous = FULL;
          PRAGMA foreign_keys = ON;
          PRAGMA cell_size_check = ON;
          PRAGMA trusted_schema = OFF;
          PRAGMA secure_delete = ON;
          """)
    } catch {
      // Nothing else is wrong with these: there is no code for a header that SQLite does not
      // understand.
      guard error.code == .unexpected(resultCode: Int(SQLITE_ERROR)) else { throw error }
      throw DatabaseFailure(code: .damaged, path: path, detail: error.detail)
    }
  }

  /// Every part of a database, compared with every other.
  ///
  /// - Returns: What is wrong, in SQLite's words; nothing if all is well.
  /// - Complexity: O(*n*) in the size of the file.
  package func findDamage() throws(DatabaseFailure) -> [String] {
    var answers: [String] = []
    do throws(DatabaseFailure) {
      _ = try rows("PRAGMA integrity_check") { row throws(DatabaseFailure) in
        answers.append(try row.text(at: 0))
      }
    } catch {
      // Having told of a page, it may fail at it.
      guard error.code == .damaged, !answers.isEmpty else { throw error }
    }
    // Some answers are of several lines, the first of which names the database.
    return answers == ["ok"]
      ? []
      : answers.flatMap { $0.split(separator: "\n").map(String.init) }
        .filter { !$0.hasPrefix("*** in database") }
  }
}

extension Database {
  /// Refuses what is not one of our databases, looking at the file alone.
  ///
  /// It is read through SQLite: reading it past SQLite would end the locks that
  /// other connections of this process hold.
  private static func refuseForeign(
    _ path: String, format: DatabaseFormat
  ) throws(DatabaseFailure) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw DatabaseFailure(code: .missing, path: path)
    }
    guard !isFolder.boolValue else { throw DatabaseFailure(code: .foreign, path: path) }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    if let size = attributes?[.size] as? Int, size == 0 {
      throw DatabaseFailure(code: .empty, path: path)
    }
    do throws(DatabaseFailure) {
      _ = try Database(file: path, for: .inspecting).checkFormat(format)
    } catch {
      // While another process copies its log into the file, the file alone
      // may look damaged.
      guard error.code == .damaged else { throw error }
    }
  }

  /// - Returns: The version of the database.
  package func checkFormat(_ format: DatabaseFormat) throws(DatabaseFailure) -> Int {
    let applicationID = try row("PRAGMA application_id") { $0.integer(at: 0) }
    guard applicationID == format.applicationID else {
      throw DatabaseFailure(code: .foreign, path: path)
    }
    let version = try row("PRAGMA user_version") { $0.integer(at: 0) } ?? 0
    guard version <= format.version else {
      throw DatabaseFailure(code: .newer(found: version, supported: format.version), path: path)
    }
    guard version > 0 else {
      throw DatabaseFailure(code: .damaged, path: path, detail: "its version is \(version)")
    }
    return version
  }
}
