// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

extension Database {
  /// Makes a database, unless the file exists. An absent folder is made, too, with permissions for
  /// this user only. If several processes make this call at once, one of them makes the database.
  ///
  /// - Throws: A ``DatabaseFailure``. Its code is ``DatabaseFailure/Code/full`` if the disk has no
  ///   room for the folder or the database.
  package static func createFirst(at path: String, format: DatabaseFormat) throws {
    let folder = (path as NSString).deletingLastPathComponent
    do {
      if !folder.isEmpty {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      }
    } catch {
      throw DatabaseFailure(error, making: folder)
    }
    try FileLock.hold(path + ".lock") {
      // Another process may have been faster. A link that leads nowhere is not replaced.
      guard (try? FileManager.default.attributesOfItem(atPath: path)) == nil else { return }
      for name in companions where FileManager.default.fileExists(atPath: path + name) {
        guard rename(path + name, path + ".lost" + name) == 0 else {
          throw DatabaseFailure(systemError: errno, path: path + name)
        }
      }
      try create(at: path, format: format)
    }
  }

  /// Makes a database with the tables of its format.
  ///
  /// The database is built as a draft under another name. As soon as the whole draft is on the disk
  /// and needs no log, the draft gets the name of the database. So no other process ever sees an
  /// incomplete database, and an empty file is always damage. This call removes its draft after a
  /// failure. After a crash, the next call removes the draft.
  ///
  /// - Parameter fill: Writes the first contents of the database.
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
    SystemFiles().synchronizeFolder(of: path)
  }

  private static let companions = ["-wal", "-shm", "-journal"]

  private static func remove(_ draft: String) {
    for name in [draft] + companions.map({ draft + $0 }) {
      try? FileManager.default.removeItem(atPath: name)
    }
  }

  /// Writes without a write-ahead log, so that commits are in the file itself. When a database with
  /// such a log is closed, SQLite copies the log into the file, and does not say if that fails.
  private static func write(
    _ path: String, format: DatabaseFormat, filledBy fill: (Database) throws -> Void
  ) throws {
    try makePrivateFile(path)
    let database = try Database(file: path, for: .creating)
    try database.make(format)
    try fill(database)
    // A new connection sets the mode, because `fill` may have kept the first connection. The
    // statement is run to its end, because it writes only after it has returned its row.
    _ = try Database(file: path, for: .writing).rows("PRAGMA journal_mode = WAL") { _ in () }
  }

  /// Makes the tables of a format in an empty database.
  func make(_ format: DatabaseFormat) throws(DatabaseFailure) {
    try configure()
    try execute(
      script: """
        BEGIN IMMEDIATE;
        PRAGMA application_id = \(format.applicationID);
        \(format.schema);
        PRAGMA user_version = \(format.version);
        COMMIT;
        """)
  }

  private static func checkWhole(_ path: String, format: DatabaseFormat) throws(DatabaseFailure) {
    for name in companions.map({ path + $0 }) {
      let attributes = try? FileManager.default.attributesOfItem(atPath: name)
      guard let size = attributes?[.size] as? Int, size > 0 else { continue }
      throw DatabaseFailure(code: .disk, path: path, detail: "\(name) was left behind")
    }
    let database = try Database(file: path, for: .inspecting)
    try database.checkFormat(format)
    guard try database.findDamage().isEmpty else {
      throw DatabaseFailure(code: .damaged, path: path, detail: "it was just made")
    }
  }
}

/// Makes an empty file that only this user can open. The files that SQLite puts beside the file get
/// the same permissions.
private func makePrivateFile(_ path: String) throws(DatabaseFailure) {
  let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw DatabaseFailure(systemError: errno, path: path) }
  close(descriptor)
}
