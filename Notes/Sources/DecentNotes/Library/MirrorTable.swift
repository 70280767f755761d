// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentDocuments

/// A file that an export wrote into a folder that mirrors the library.
public struct MirroredFile: Hashable, Sendable {
  /// The note that the file holds.
  public let note: NoteID
  let size: Int
  let checksum: UInt32

  /// Describes a file.
  public init(of note: NoteID, holding content: [UInt8]) {
    self.init(note: note, size: content.count, checksum: CRC32C.checksum(of: content))
  }

  init(note: NoteID, size: Int, checksum: UInt32) {
    (self.note, self.size, self.checksum) = (note, size, checksum)
  }

  /// Whether `content` is the content that the export wrote.
  public func isWhole(holding content: [UInt8]) -> Bool {
    self == MirroredFile(of: note, holding: content)
  }
}

extension Library {
  /// The files that exports wrote into a folder, by their paths. After an interrupted export, a
  /// path has the earlier file and also the file that the export may have written.
  ///
  /// - Parameter folder: The path of the folder, without links.
  public func mirroredFiles(in folder: String) throws -> [String: Set<MirroredFile>] {
    try documents.reading {
      let written = try MirrorTable(.written, in: documents).files(in: folder)
      let begun = try MirrorTable(.begun, in: documents).files(in: folder)
      return written.mapValues { [$0] }.merging(begun.mapValues { [$0] }) { $0.union($1) }
    }
  }

  /// Records the files that an export is about to write into a folder, besides the files recorded
  /// before.
  ///
  /// - Throws: The library's error. The caller must not write a file then.
  public func beginMirroredFiles(_ files: [String: MirroredFile]) throws {
    if files.isEmpty { return }
    try documents.transaction { try MirrorTable(.begun, in: documents).add(files) }
  }

  /// Records the files that exports wrote into a folder. Earlier records of the folder are dropped.
  public func setMirroredFiles(_ files: [String: MirroredFile], in folder: String) throws {
    // Nothing is written if nothing changed: the disk may be full.
    let begun = MirrorTable(.begun, in: documents)
    let written = MirrorTable(.written, in: documents)
    let isKnown = try documents.reading {
      try written.files(in: folder) == files && begun.files(in: folder).isEmpty
    }
    if isKnown { return }
    try documents.transaction {
      try begun.removeAll(in: folder)
      try written.removeAll(in: folder)
      try written.add(files)
    }
  }
}

/// The files that exports wrote, or began to write, into folders that mirror the library.
///
/// All calls that write expect the caller to have begun a transaction.
private struct MirrorTable {
  enum Name {
    case written, begun
  }

  private let library: DocumentLibrary
  private let name: StaticString

  init(_ name: Name, in library: DocumentLibrary) {
    self.library = library
    self.name = name == .written ? "mirrors" : "mirrors_begun"
  }

  private static let isInside = "substr(path, 1, length(?1)) = ?1"

  func files(in folder: String) throws -> [String: MirroredFile] {
    let rows = try library.rows(
      "SELECT path, note, size, checksum FROM \(name) WHERE \(Self.isInside)", .text(folder + "/")
    ) { row in
      (
        path: try row.text(at: 0), note: NoteID(try row.text(at: 1)), size: try row.integer(at: 2),
        checksum: UInt32(truncatingIfNeeded: try row.integer(at: 3))
      )
    }
    var files: [String: MirroredFile] = [:]
    for row in rows {
      guard let note = row.note else { continue }
      files[row.path] = MirroredFile(note: note, size: row.size, checksum: row.checksum)
    }
    return files
  }

  func removeAll(in folder: String) throws {
    try library.run("DELETE FROM \(name) WHERE \(Self.isInside)", .text(folder + "/"))
  }

  func add(_ files: [String: MirroredFile]) throws {
    for (path, file) in files {
      try library.run(
        "INSERT OR REPLACE INTO \(name) (path, note, size, checksum) VALUES (?, ?, ?, ?)",
        .text(path), .text("\(file.note)"), .integer(file.size), .integer(Int(file.checksum)))
    }
  }
}
