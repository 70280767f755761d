// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import Foundation

/// What exported files said when they were taken in: what was changed by hand in one since
/// then is what is new when it is taken in again.
///
/// The table is made when it is first needed, and nothing follows from it: without it, files
/// are compared with what was exported. All calls expect the caller to have begun a transaction.
struct ImportTable {
  let database: Database

  /// What a file said before it was changed, or nil if it does not say when it was exported.
  ///
  /// It is what it said when it was taken in last; or, if it was not, what was exported. A file
  /// that was moved since is known by the place where it is not any more, of several by the one
  /// that it was taken in from last.
  ///
  /// - Parameter key: The note's document.
  func base(of file: NoteFile, at path: String, for key: Int) throws -> FileBase? {
    guard let stamp = file.exported else { return nil }
    let now = ExportStamp.Digest(of: file)
    let taken = try files(of: key).filter { $0.file.exported == stamp }
    let known =
      taken.first { $0.path == path }
      ?? taken.first { ExportStamp.Digest(of: $0.file) == now }
      ?? taken.first { !FileManager.default.fileExists(atPath: $0.path) }
    return FileBase(stamp, taken: known?.file)
  }

  /// The files of a note, that which was taken in last before all others.
  private func files(of key: Int) throws -> [(path: String, file: NoteFile)] {
    guard try exists() else { return [] }
    let rows = try database.rows(
      "SELECT path, content FROM imports WHERE document = ? ORDER BY rowid DESC", .integer(key)
    ) { row throws(DatabaseFailure) in (path: try row.text(at: 0), bytes: row.blob(at: 1)) }
    return rows.compactMap { row in
      guard let bytes = try? PackedBytes.unpack(row.bytes) else { return nil }
      return (row.path, NoteFile(String(decoding: bytes, as: UTF8.self)))
    }
  }

  /// The bytes that are kept of a file.
  static func packed(_ file: NoteFile) -> [UInt8] {
    PackedBytes.pack(Array(file.content.utf8))
  }

  /// Notes that a file was taken in.
  ///
  /// - Parameter content: The file, ``packed(_:)``.
  func keep(_ content: [UInt8], at path: String, for key: Int) throws {
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS imports (
        document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
        path TEXT NOT NULL,
        content BLOB NOT NULL,
        PRIMARY KEY (document, path)
      )
      """)
    try database.run(
      "INSERT OR REPLACE INTO imports (document, path, content) VALUES (?, ?, ?)", .integer(key),
      .text(path), .blob(content))
  }

  /// Whether it is noted what a file said.
  func isKnown(_ path: String, for key: Int) throws -> Bool {
    guard try exists() else { return false }
    return try database.row(
      "SELECT 1 FROM imports WHERE document = ? AND path = ?", .integer(key), .text(path)
    ) { $0.integer(at: 0) } != nil
  }

  /// Drops what is known of a file, which is what was exported now. The table is there.
  func forget(_ path: String, for key: Int) throws {
    try database.run(
      "DELETE FROM imports WHERE document = ? AND path = ?", .integer(key), .text(path))
  }

  /// Whether a file was ever taken in that may be so again.
  func exists() throws -> Bool {
    try database.row("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'imports'") {
      $0.integer(at: 0)
    } != nil
  }
}
