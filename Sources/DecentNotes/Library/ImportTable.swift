// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import Foundation

/// The contents of exported files at their last import. The next import of a file takes in only the
/// changes made by hand since then.
///
/// The table is made when it is first needed, and no other table depends on it. Files are compared
/// with their export if there is none. All calls expect the caller to have begun a transaction.
struct ImportTable {
  let database: Database

  /// The content of a file before it was changed, or nil if the file has no line `exported`.
  ///
  /// The base is the file at its last import, or its export if it was never imported. A file that
  /// was moved since is known by its equal content, else by a recorded path where no file is any
  /// more. The last import counts if there are several.
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

  /// The imported files of a note, the last import first.
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

  /// Records that a file was imported.
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

  /// Whether there is a record of a file.
  func isKnown(_ path: String, for key: Int) throws -> Bool {
    guard try exists() else { return false }
    return try database.row(
      "SELECT 1 FROM imports WHERE document = ? AND path = ?", .integer(key), .text(path)
    ) { $0.integer(at: 0) } != nil
  }

  /// Drops the record of a file that was just exported. The table must exist.
  func forget(_ path: String, for key: Int) throws {
    try database.run(
      "DELETE FROM imports WHERE document = ? AND path = ?", .integer(key), .text(path))
  }

  /// Whether the table exists: whether an exported file was ever imported.
  func exists() throws -> Bool { try database.hasTable("imports") }
}
