// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation

/// The notes that files without an id became, so that importing a file again makes no second note.
///
/// A file is recognised by its path. A file that was moved is recognised by the content that it had
/// at its last import, if its former path has no file any more.
struct SourceTable {
  /// The note that a file became.
  struct Source: Hashable {
    let note: NoteID
    /// The path of the file at its last import.
    let path: String
    /// The content that the file had at its last import.
    let base: FileBase
  }

  let library: DocumentLibrary

  /// The note that a file became at an earlier import; nil for an unknown file.
  func source(of imported: ImportedFile) throws -> Source? {
    let known = try sources(at: imported.path, or: Self.checksum(imported.file))
    if let source = known.first(where: { $0.path == imported.path }) { return source }
    let digest = ExportStamp.Digest(of: imported.file)
    return known.first {
      $0.base.digest == digest && !FileManager.default.fileExists(atPath: $0.path)
    }
  }

  private func sources(at path: String, or checksum: Int) throws -> [Source] {
    let rows = try library.rows(
      "SELECT path, note, stamp, content FROM sources WHERE path = ? OR checksum = ? ORDER BY path",
      .text(path), .integer(checksum)
    ) { row in
      (
        path: try row.text(at: 0), note: NoteID(try row.text(at: 1)),
        stamp: ExportStamp(try row.text(at: 2)), content: try row.bytes(at: 3)
      )
    }
    return rows.compactMap { row in
      guard let note = row.note, let stamp = row.stamp else { return nil }
      let taken =
        row.content.isEmpty ? nil : NoteFile(String(decoding: row.content, as: UTF8.self))
      return Source(note: note, path: row.path, base: FileBase(stamp, taken: taken))
    }
  }

  private static func checksum(_ file: NoteFile) -> Int {
    Int(ExportStamp.Digest.checksum(of: file.content))
  }

  /// Records that a file was imported.
  ///
  /// - Parameters:
  ///   - stamp: The checksums of the file, and the version of the note's text after the import.
  ///   - content: The file; nil if the import made the note, whose text is the file's text.
  ///   - former: The path of the file at its last import, if there was one.
  func keep(
    _ imported: ImportedFile, _ stamp: ExportStamp, content: NoteFile?, for note: NoteID,
    movedFrom former: String?
  ) throws {
    if let former, former != imported.path {
      // Another file may get the former path later.
      try library.run("DELETE FROM sources WHERE path = ?", .text(former))
    }
    try library.run(
      """
      INSERT OR REPLACE INTO sources (path, note, checksum, stamp, content)
      VALUES (?, ?, ?, ?, ?)
      """, .text(imported.path), .text("\(note)"), .integer(Self.checksum(imported.file)),
      .text(stamp.description), .bytes(Array((content?.content ?? "").utf8)))
  }
}
