// SPDX-License-Identifier: MIT

import CSQLite
import Foundation

extension Database {
  /// Opens an existing, sound database of a known format.
  ///
  /// The file is checked before anything may write to it. A file of another program or version is
  /// not changed, and neither is a damaged file.
  ///
  /// A database that cannot be written can still be read: on a full disk, or on a read-only medium.
  /// A database that was opened on a full disk can be written once there is room.
  ///
  /// - Throws: A ``DatabaseFailure`` whose code names the fault of the file.
  package static func open(
    at path: String, format: DatabaseFormat
  ) throws(DatabaseFailure) -> Database {
    try refuseForeign(path, format: format)
    let database = try connect(to: path, format: format)
    try database.configure()
    return database
  }

  private static func connect(
    to path: String, format: DatabaseFormat
  ) throws(DatabaseFailure) -> Database {
    do throws(DatabaseFailure) {
      let database = try Database(file: path, for: .writing)
      try database.checkFormat(format)
      return database
    } catch {
      // If reading is not possible either, the first error is thrown.
      guard let database = try? connectForReading(to: path, after: error),
        (try? database.checkFormat(format)) != nil
      else { throw error }
      return database
    }
  }

  /// Connects without the `-shm` file, in which connections share an index of the log. On a full
  /// disk, the connection locks out all others and has the index in memory. On a read-only medium
  /// without a log, the connection reads the file as it is.
  private static func connectForReading(
    to path: String, after failure: DatabaseFailure
  ) throws(DatabaseFailure) -> Database {
    switch failure.code {
    case .full:
      let database = try Database(file: path, for: .writing)
      try database.execute(script: "PRAGMA locking_mode = EXCLUSIVE")
      database.lackedRoom = true
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

  /// Whether there is a nonempty write-ahead log beside a file.
  package static func hasLog(_ path: String) -> Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// The memory that a connection may take for pages, in KiB. The first sync of a library touches
  /// documents and rows in the order of their random ids. With SQLite's usual 2 MiB, the first sync
  /// of 10,000 notes spent most of its time on reading pages again.
  private static let cacheLimit = 32 << 10

  package func configure() throws(DatabaseFailure) {
    do throws(DatabaseFailure) {
      try execute(
        script: """
          PRAGMA synchronous = FULL;
          PRAGMA cache_size = -\(Self.cacheLimit);
          PRAGMA foreign_keys = ON;
          PRAGMA cell_size_check = ON;
          PRAGMA trusted_schema = OFF;
          PRAGMA secure_delete = ON;
          """)
    } catch {
      // These statements fail with this code only if SQLite does not understand the header of the
      // file. SQLite has no code of its own for such a header.
      guard error.code == .unexpected(resultCode: Int(SQLITE_ERROR)) else { throw error }
      throw DatabaseFailure(code: .damaged, path: path, detail: error.detail)
    }
  }

  /// Checks that all parts of the database are sound and agree.
  ///
  /// - Returns: The faults, in SQLite's words. Empty if there are none.
  /// - Throws: A ``DatabaseFailure`` if a part cannot be checked, as when the disk fails.
  /// - Complexity: O(*n*), where *n* is the size of the file.
  package func findDamage() throws(DatabaseFailure) -> [String] {
    var answers: [String] = []
    do throws(DatabaseFailure) {
      _ = try rows("PRAGMA integrity_check") { row throws(DatabaseFailure) in
        answers.append(try row.text(at: 0))
      }
    } catch {
      // The check may fail at a page that it has just reported.
      guard error.code == .damaged, !answers.isEmpty else { throw error }
    }
    if let failure = answers.lazy.compactMap(failure(in:)).first { throw failure }
    // Some answers have several lines, of which the first names the database.
    return answers == ["ok"]
      ? []
      : answers.flatMap { $0.split(separator: "\n").map(String.init) }
        .filter { !$0.hasPrefix("*** in database") && !Self.isOfFullText($0) }
  }

  /// The failure that an answer of the integrity check states, if its cause lies outside the file.
  /// SQLite lists a page that the disk or the memory fails for among the faults.
  func failure(in answer: String) -> DatabaseFailure? {
    guard let match = answer.firstMatch(of: /error code=(\d+)/), let code = Int32(match.1) else {
      return nil
    }
    let failure = DatabaseFailure(resultCode: code, path: path, detail: answer)
    return failure.isOfSurroundings ? failure : nil
  }

  /// Whether an answer of the integrity check concerns a table of full-text search. SQLite also
  /// checks such tables from version 3.44 on. Their rows follow from documents, and
  /// `damage(ofFullText:)` checks them.
  static func isOfFullText(_ answer: String) -> Bool {
    answer.contains("inverted index for FTS")
  }
}

extension Database {
  /// Refuses a file that is not one of our databases, judged by the file without its log.
  ///
  /// The file is read through SQLite, because opening and closing it directly would end the locks
  /// that other connections of this process hold.
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
      // While another process copies the log into the file, the file without the log may look
      // damaged.
      guard error.code == .damaged else { throw error }
    }
  }

  /// Refuses a database of another program or version.
  package func checkFormat(_ format: DatabaseFormat) throws(DatabaseFailure) {
    let applicationID = try row("PRAGMA application_id") { $0.integer(at: 0) } ?? 0
    let version = try row("PRAGMA user_version") { $0.integer(at: 0) } ?? 0
    if format.formerIDs.contains(applicationID), version < format.version {
      throw DatabaseFailure(code: .older(found: version, supported: format.version), path: path)
    }
    guard applicationID == format.applicationID else {
      throw DatabaseFailure(code: .foreign, path: path)
    }
    guard version <= format.version else {
      throw DatabaseFailure(code: .newer(found: version, supported: format.version), path: path)
    }
    guard version > 0 else {
      throw DatabaseFailure(code: .damaged, path: path, detail: "its version is \(version)")
    }
    guard version == format.version else {
      throw DatabaseFailure(code: .older(found: version, supported: format.version), path: path)
    }
  }
}
