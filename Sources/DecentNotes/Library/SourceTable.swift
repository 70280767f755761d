// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import Foundation

/// The notes that files without an id became, so that importing a file again makes no second note.
///
/// A file is known by its path; or, if there is no file any more at the path where it was imported
/// last, by the content that it had then. The table is made when it is first needed. All calls
/// expect the caller to have begun a transaction.
struct SourceTable {
  /// The note that a file became.
  struct Source: Hashable {
    let note: NoteID
    /// The path of its last import.
    let path: String
    /// The content that the file had at its last import, to be compared with.
    let base: FileBase
  }

  let database: Database

  /// The note that a file became at an earlier import; nil for a file that is not known.
  func source(of imported: ImportedFile) throws -> Source? {
    guard try exists() else { return nil }
    if let known = try sources("path = ?", .text(imported.path)).first { return known }
    let alike = try sources("checksum = ?", .integer(Self.checksum(imported.file)))
    let digest = ExportStamp.Digest(of: imported.file)
    return alike.first {
      $0.base.digest == digest && !FileManager.default.fileExists(atPath: $0.path)
    }
  }

  private func sources(
    _ condition: String, _ value: DatabaseValue
  ) throws -> [Source] {
    let rows = try database.rows(
      """
      SELECT path, id, stamp, content FROM sources JOIN notes USING (document) WHERE \(condition)
      """, value
    ) { row throws(DatabaseFailure) in
      (
        path: try row.text(at: 0), note: NoteID(try row.text(at: 1)),
        stamp: ExportStamp(try row.text(at: 2)), content: row.blob(at: 3)
      )
    }
    return rows.compactMap { row in
      guard let note = row.note, let stamp = row.stamp else { return nil }
      let taken = row.content.isEmpty ? nil : Self.file(of: row.content)
      return Source(note: note, path: row.path, base: FileBase(stamp, taken: taken))
    }
  }

  private static func file(of content: [UInt8]) -> NoteFile? {
    (try? PackedBytes.unpack(content)).map { NoteFile(String(decoding: $0, as: UTF8.self)) }
  }

  private static func checksum(_ file: NoteFile) -> Int {
    Int(ExportStamp.Digest.checksum(of: file.content))
  }

  /// Records that a file was imported.
  ///
  /// - Parameters:
  ///   - stamp: The file and the version of the text that its import led to.
  ///   - content: The file, as ``ImportTable/packed(_:)`` packs it; nil if the text of that version
  ///     is that of the file.
  ///   - former: The path of the file at its last import, if there was one.
  func keep(
    _ imported: ImportedFile, _ stamp: ExportStamp, content: [UInt8]?, for key: Int,
    movedFrom former: String?
  ) throws {
    if try !exists() { try database.execute(script: Self.schema) }
    if let former, former != imported.path {
      // Another file may stand there later.
      try database.run("DELETE FROM sources WHERE path = ?", .text(former))
    }
    try database.run(
      """
      INSERT OR REPLACE INTO sources (path, document, checksum, stamp, content)
      VALUES (?, ?, ?, ?, ?)
      """, .text(imported.path), .integer(key), .integer(Self.checksum(imported.file)),
      .text(stamp.description), .blob(content ?? []))
  }

  private static let schema = """
    CREATE TABLE sources (
      path TEXT PRIMARY KEY,
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      checksum INTEGER NOT NULL,
      stamp TEXT NOT NULL,
      content BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX sources_by_checksum ON sources (checksum);
    CREATE INDEX sources_by_document ON sources (document);
    """

  private func exists() throws -> Bool { try database.hasTable("sources") }
}
