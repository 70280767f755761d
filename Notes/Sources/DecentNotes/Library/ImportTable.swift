// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation

/// The contents of exported files at their last import. The next import of a file takes in only the
/// changes made by hand since that import.
///
/// A file that was never imported is compared with its export.
struct ImportTable {
  let library: DocumentLibrary

  /// The content of a file when the file last agreed with its note; nil if the file has no line
  /// `exported`.
  ///
  /// The base is the content at the last import, or at the export if the file was never imported.
  /// If the path has no record, the latest record with the file's present content is used. If no
  /// record has this content, the latest record whose path has no file any more is used.
  func base(of file: NoteFile, at path: String, for note: NoteID) throws -> FileBase? {
    guard let stamp = file.exported else { return nil }
    let now = ExportStamp.Digest(of: file)
    let taken = try files(of: note).filter { $0.file.exported == stamp }
    let known =
      taken.first { $0.path == path }
      ?? taken.first { ExportStamp.Digest(of: $0.file) == now }
      ?? taken.first { !FileManager.default.fileExists(atPath: $0.path) }
    return FileBase(stamp, taken: known?.file)
  }

  /// The imported files of a note, the last import first.
  private func files(of note: NoteID) throws -> [(path: String, file: NoteFile)] {
    let rows = try library.rows(
      "SELECT path, content FROM imports WHERE note = ? ORDER BY rowid DESC", .text("\(note)")
    ) { (path: try $0.text(at: 0), bytes: try $0.bytes(at: 1)) }
    return rows.map { ($0.path, NoteFile(String(decoding: $0.bytes, as: UTF8.self))) }
  }

  /// Records that a file was imported.
  func keep(_ file: NoteFile, at path: String, for note: NoteID) throws {
    try library.run(
      "INSERT OR REPLACE INTO imports (note, path, content) VALUES (?, ?, ?)", .text("\(note)"),
      .text(path), .bytes(Array(file.content.utf8)))
  }

  /// Whether there is a record of a file.
  func isKnown(_ path: String, for note: NoteID) throws -> Bool {
    try !library.rows(
      "SELECT 1 FROM imports WHERE note = ? AND path = ?", .text("\(note)"), .text(path)
    ) { try $0.integer(at: 0) }.isEmpty
  }

  /// Drops the record of a file that was just exported.
  func forget(_ path: String, for note: NoteID) throws {
    try library.run(
      "DELETE FROM imports WHERE note = ? AND path = ?", .text("\(note)"), .text(path))
  }
}
