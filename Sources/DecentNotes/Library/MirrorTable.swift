// SPDX-License-Identifier: MIT

import DecentDocuments

/// A file that an export wrote into a folder that mirrors the library.
public struct MirroredFile: Hashable, Sendable {
  /// The note that it holds.
  public let note: NoteID
  let size: Int
  let checksum: UInt32

  /// The file with a content.
  public init(of note: NoteID, holding content: [UInt8]) {
    self.init(note: note, size: content.count, checksum: CRC32C.checksum(of: content))
  }

  init(note: NoteID, size: Int, checksum: UInt32) {
    (self.note, self.size, self.checksum) = (note, size, checksum)
  }

  /// Whether the file is as it was written, if it has this content now.
  public func isWhole(holding content: [UInt8]) -> Bool {
    self == MirroredFile(of: note, holding: content)
  }
}

extension Library {
  /// The files that exports wrote into a folder, by their paths.
  ///
  /// - Parameter folder: The one path of the folder.
  public func mirroredFiles(in folder: String) throws -> [String: MirroredFile] {
    try database.readTransaction {
      try MirrorTable(database: database).files(in: folder)
    }
  }

  /// Records the files that exports wrote into a folder, in place of those recorded before.
  public func setMirroredFiles(_ files: [String: MirroredFile], in folder: String) throws {
    let table = MirrorTable(database: database)
    // Nothing is written if nothing changed: the disk may be full.
    guard try database.readTransaction({ try table.files(in: folder) }) != files else { return }
    try database.transaction { try table.set(files, in: folder) }
  }
}

/// The files that exports wrote into folders that mirror the library.
///
/// The table is made when it is first needed, and no other table depends on it. All calls expect the
/// caller to have begun a transaction.
private struct MirrorTable {
  let database: Database

  private static let isInside = "substr(path, 1, length(?1)) = ?1"

  func files(in folder: String) throws -> [String: MirroredFile] {
    guard try exists() else { return [:] }
    let rows = try database.rows(
      "SELECT path, note, size, checksum FROM mirrors WHERE \(Self.isInside)", .text(folder + "/")
    ) { row throws(DatabaseFailure) in
      (
        path: try row.text(at: 0), note: NoteID(try row.text(at: 1)), size: row.integer(at: 2),
        checksum: UInt32(truncatingIfNeeded: row.integer(at: 3))
      )
    }
    var files: [String: MirroredFile] = [:]
    for row in rows {
      guard let note = row.note else { continue }
      files[row.path] = MirroredFile(note: note, size: row.size, checksum: row.checksum)
    }
    return files
  }

  func set(_ files: [String: MirroredFile], in folder: String) throws {
    if try !exists() { try database.execute(script: Self.schema) }
    try database.run("DELETE FROM mirrors WHERE \(Self.isInside)", .text(folder + "/"))
    for (path, file) in files {
      try database.run(
        "INSERT INTO mirrors (path, note, size, checksum) VALUES (?, ?, ?, ?)", .text(path),
        .text("\(file.note)"), .integer(file.size), .integer(Int(file.checksum)))
    }
  }

  private static let schema = """
    CREATE TABLE mirrors (
      path TEXT PRIMARY KEY,
      note TEXT NOT NULL,
      size INTEGER NOT NULL,
      checksum INTEGER NOT NULL
    ) WITHOUT ROWID;
    """

  private func exists() throws -> Bool { try database.hasTable("mirrors") }
}
