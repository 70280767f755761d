// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import Foundation
import ReplicatingTypes

/// A notebook in a folder of this device.
///
/// Every change is on the disk when its call returns. Any number of processes
/// may use one library at once: each call reads, changes and writes in one
/// transaction. The folder holds one SQLite database and nothing that other
/// devices need, because devices exchange edits through remotes.
///
/// The notes are the documents of a `DocumentLibrary`, with indexes for lists and searches and with
/// tables of this device (``OwnTables``).
public final class Library {
  /// The folder.
  public let folder: String

  package let documents: DocumentLibrary
  /// The notes. Edits through this collection are steps, which ``undo(_:)`` takes back.
  let collection: DocumentCollection<Note>
  /// The notes, for edits that ``undo(_:)`` does not take back.
  let unrecorded: DocumentCollection<Note>

  /// The last computed abbreviation of note ids, and the revision of the library that it is for.
  var knownAbbreviation: (revision: Int, abbreviation: Abbreviation)?

  private static let fileName = "library.sqlite"

  /// Opens the library in a folder.
  ///
  /// - Throws: ``LibraryFailure/noLibrary(folder:)`` if there is no library;
  ///   ``LibraryFailure/notAFolder(_:)`` if a file is in the way; a ``DatabaseFailure`` if the
  ///   database is damaged, of a newer version or of another program.
  public convenience init(opening folder: String) throws {
    guard try Self.isThere(Self.databasePath(in: folder), in: folder) else {
      throw LibraryFailure.noLibrary(folder: folder)
    }
    try self.init(in: folder)
  }

  /// Opens the library in a folder. Makes the folder and the library if they do not exist.
  public convenience init(openingOrCreating folder: String) throws {
    _ = try Self.isThere(Self.databasePath(in: folder), in: folder)
    try self.init(in: folder)
  }

  private convenience init(in folder: String) throws {
    try self.init(
      DocumentLibrary(at: URL(fileURLWithPath: Self.databasePath(in: folder))), in: folder)
  }

  init(_ documents: DocumentLibrary, in folder: String) throws {
    (self.folder, self.documents) = (folder, documents)
    try documents.makeTables(named: OwnTables.name, steps: OwnTables.steps)
    unrecorded = try documents.collection(indexedBy: NoteIndex(), WordIndex())
    collection = unrecorded.recordingSteps()
  }

  /// The path of a library's database.
  public static func databasePath(in folder: String) -> String {
    (folder as NSString).appendingPathComponent(fileName)
  }

  /// Whether there is a database at a path. Throws if a file is in the way, or the system cannot
  /// tell.
  static func isThere(_ path: String, in folder: String) throws -> Bool {
    var status = stat()
    guard stat(path, &status) != 0 else { return true }
    switch errno {
    case ENOENT: return false
    case ENOTDIR: throw LibraryFailure.notAFolder(folder)
    case let code:
      throw DatabaseFailure(code: .denied, path: path, detail: String(cString: strerror(code)))
    }
  }
}

extension Library {
  var notes: NoteTable { NoteTable(library: documents) }
}

extension NoteID {
  /// The id of the note's document.
  package var uuid: UUID {
    let bits = rawValue
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: bits >> UInt128(120 - 8 * $0)) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// The id of the note that a document holds.
  package init(_ uuid: UUID) {
    self.init(rawValue: withUnsafeBytes(of: uuid.uuid) { $0.reduce(0) { $0 << 8 | UInt128($1) } })
  }
}
