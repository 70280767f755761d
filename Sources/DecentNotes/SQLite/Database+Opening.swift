// SPDX-License-Identifier: MIT

import Foundation

extension Database {
  /// Opens a database that must be there, sound and of a known format.
  ///
  /// The file is looked at before anything may write to it: one of another
  /// program, or what was left of one of ours, is not changed. One of an older
  /// version is brought up to this one, whole or not at all.
  ///
  /// - Throws: A ``DatabaseFailure`` that says what the file is instead, and what the
  ///   format's migration throws.
  public static func open(at path: String, format: DatabaseFormat) throws -> Database {
    try refuseForeign(path, format: format)
    let database = try Database(file: path, for: .writing)
    let version = try database.checkFormat(format)
    try database.configure()
    if version < format.version { try database.migrate(to: format) }
    return database
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

  /// Makes a database with the tables of its format.
  ///
  /// It is built under another name and then renamed, so that no other process
  /// ever sees half of one, and an empty file is known to be damage.
  ///
  /// - Precondition: No other process makes the same database, and there is none.
  public static func create(at path: String, format: DatabaseFormat) throws(DatabaseFailure) {
    let draft = path + ".new"
    for leftover in [draft, draft + "-wal", draft + "-shm", draft + "-journal"] {
      try? FileManager.default.removeItem(atPath: leftover)
    }
    try write(draft, format: format)
    guard rename(draft, path) == 0 else {
      throw DatabaseFailure(
        code: .denied, path: path, detail: String(cString: strerror(errno)))
    }
    synchronizeFolder(of: path)
  }

  private static func write(_ path: String, format: DatabaseFormat) throws(DatabaseFailure) {
    try makePrivateFile(path)
    let database = try Database(file: path, for: .creating)
    try database.execute(script: "PRAGMA application_id = \(format.applicationID)")
    _ = try database.row("PRAGMA journal_mode = WAL") { _ in () }
    try database.configure()
    try database.execute(
      script: "BEGIN IMMEDIATE; \(format.schema); PRAGMA user_version = \(format.version); COMMIT")
  }

  private func configure() throws(DatabaseFailure) {
    try execute(
      script: """
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON;
        PRAGMA cell_size_check = ON;
        PRAGMA trusted_schema = OFF;
        PRAGMA secure_delete = ON;
        """)
  }

  /// Every part of a database, compared with every other.
  ///
  /// - Returns: What is wrong, in SQLite's words; nothing if all is well.
  /// - Complexity: O(*n*) in the size of the file.
  public func findDamage() throws(DatabaseFailure) -> [String] {
    let answers = try rows("PRAGMA integrity_check") { row throws(DatabaseFailure) in
      try row.text(at: 0)
    }
    return answers == ["ok"] ? [] : answers
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
  private func checkFormat(_ format: DatabaseFormat) throws(DatabaseFailure) -> Int {
    let applicationID = try row("PRAGMA application_id") { $0.integer(at: 0) }
    guard applicationID == format.applicationID else {
      throw DatabaseFailure(code: .foreign, path: path)
    }
    let version = try row("PRAGMA user_version") { $0.integer(at: 0) } ?? 0
    guard version <= format.version else {
      throw DatabaseFailure(code: .newer(found: version, supported: format.version), path: path)
    }
    guard version > 0 else { throw DatabaseFailure(code: .damaged, path: path) }
    return version
  }
}

/// Makes an empty file that is its user's alone; those that SQLite puts beside
/// it become so too.
private func makePrivateFile(_ path: String) throws(DatabaseFailure) {
  let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else {
    throw DatabaseFailure(code: .denied, path: path, detail: String(cString: strerror(errno)))
  }
  close(descriptor)
}

/// Makes a renaming last through a power failure.
private func synchronizeFolder(of path: String) {
  let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY)
  guard folder >= 0 else { return }
  fsync(folder)
  close(folder)
}
