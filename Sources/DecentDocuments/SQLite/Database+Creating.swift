// SPDX-License-Identifier: MIT

import Foundation

extension Database {
  /// Makes a database with the tables of its format.
  ///
  /// It is built under another name, and gets its own only when the file alone is whole and
  /// on the disk: no other process ever sees half of one, and an empty file is known to be
  /// damage. If anything fails, what was built is removed; what a crash leaves is, the next
  /// time.
  ///
  /// - Parameter fill: Writes what the database is to hold from the start.
  /// - Precondition: No other process makes the same database.
  package static func create(
    at path: String, format: DatabaseFormat, filledBy fill: (Database) throws -> Void = { _ in }
  ) throws {
    let draft = path + ".new"
    remove(draft)
    do {
      try write(draft, format: format, filledBy: fill)
      try checkWhole(draft, format: format)
      guard rename(draft, path) == 0 else { throw DatabaseFailure(systemError: errno, path: path) }
    } catch {
      remove(draft)
      throw error
    }
    synchronizeFolder(of: path)
  }

  private static let companions = ["-wal", "-shm", "-journal"]

  private static func remove(_ draft: String) {
    for name in [draft] + companions.map({ draft + $0 }) {
      try? FileManager.default.removeItem(atPath: name)
    }
  }

  /// Writes past the log: what is committed is in the file itself. Closing a database whose
  /// log cannot be copied into the file reports nothing.
  private static func write(
    _ path: String, format: DatabaseFormat, filledBy fill: (Database) throws -> Void
  ) throws {
    try makePrivateFile(path)
    let database = try Database(file: path, for: .creating)
    try database.configure()
    try database.execute(
      script: """
        BEGIN IMMEDIATE;
        PRAGMA application_id = \(format.applicationID);
        \(format.schema);
        PRAGMA user_version = \(format.version);
        COMMIT;
        """)
    try fill(database)
    _ = try database.row("PRAGMA journal_mode = WAL") { _ in () }
  }

  private static func checkWhole(_ path: String, format: DatabaseFormat) throws(DatabaseFailure) {
    for name in companions.map({ path + $0 }) {
      let attributes = try? FileManager.default.attributesOfItem(atPath: name)
      guard let size = attributes?[.size] as? Int, size > 0 else { continue }
      throw DatabaseFailure(code: .disk, path: path, detail: "\(name) was left behind")
    }
    let database = try Database(file: path, for: .inspecting)
    guard try database.checkFormat(format) == format.version, try database.findDamage().isEmpty
    else { throw DatabaseFailure(code: .damaged, path: path, detail: "it was just made") }
  }
}

/// Makes an empty file that is its user's alone; those that SQLite puts beside
/// it become so too.
private func makePrivateFile(_ path: String) throws(DatabaseFailure) {
  let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw DatabaseFailure(systemError: errno, path: path) }
  close(descriptor)
}

/// Makes a renaming last through a power failure.
private func synchronizeFolder(of path: String) {
  let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY)
  guard folder >= 0 else { return }
  fsync(folder)
  close(folder)
}
