// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import Foundation

/// A notebook in a folder of this device.
///
/// Every change is on the disk when its call returns. Any number of processes
/// may use one library at once: each call reads, changes and writes in one
/// transaction. The folder holds one SQLite database and nothing that other
/// devices need: they meet through remotes.
public final class Library {
  /// The folder.
  public let folder: String

  let database: Database

  /// The documents that a running sync read last.
  weak var memory: DocumentMemory?

  /// The documents that this library keeps in memory, if it was asked to.
  private var kept: DocumentMemory?

  /// The last abbreviation of note ids, and the state of the database that it is for.
  var knownAbbreviation: (state: Database.State, abbreviation: Abbreviation)?

  private static let fileName = "library.sqlite"

  /// Opens the library in a folder.
  ///
  /// - Throws: ``LibraryFailure/noLibrary(folder:)`` if there is none,
  ///   ``LibraryFailure/notAFolder(_:)`` if a file is in the way; a ``DatabaseFailure`` if the
  ///   database is damaged, of a newer version or of another program.
  public init(opening folder: String) throws {
    let path = Self.databasePath(in: folder)
    guard try Self.isThere(path, in: folder) else {
      throw LibraryFailure.noLibrary(folder: folder)
    }
    self.folder = folder
    database = try Database.open(at: path, format: .library)
  }

  /// Makes the library of a database that is being opened.
  init(_ database: Database) {
    folder = (database.path as NSString).deletingLastPathComponent
    self.database = database
  }

  /// Opens the library in a folder, making both if they do not exist.
  public convenience init(openingOrCreating folder: String) throws {
    let path = Self.databasePath(in: folder)
    if try !Self.isThere(path, in: folder) {
      try Database.createFirst(at: path, format: .library)
    }
    try self.init(opening: folder)
  }

  /// Keeps the documents that were read or written last in memory from now on, for a program that
  /// goes on. Reading one anew takes decoding it.
  public func keepDocuments() {
    kept = memory ?? DocumentMemory()
    memory = kept
  }

  /// The path of a library's database.
  public static func databasePath(in folder: String) -> String {
    (folder as NSString).appendingPathComponent(fileName)
  }

  /// The damage of the database, in SQLite's words; empty if there is none.
  ///
  /// - Complexity: O(*n*) in the size of the library.
  public func findDamage() throws -> [String] {
    try database.findDamage()
  }

  /// Whether there is a database. Throws if the file system refuses to say.
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
  var documents: DocumentTable {
    DocumentTable(database: database, memory: memory) { [path = database.path] document, reason in
      guard let name = DocumentName(document) else {
        return DamagedDocument(document, reason: "\(reason)")
      }
      return LibraryFailure.damagedDocument(name, path: path, reason: "\(reason)")
    }
  }

  var notes: NoteTable { NoteTable(database: database) }
  var words: WordTable { WordTable(database: database) }
  var waitingWords: WaitingWordsTable { WaitingWordsTable(database: database) }
  var imports: ImportTable { ImportTable(database: database) }
  var endedRuns: EndedRunTable { EndedRunTable(database: database) }
  var steps: StepTable { StepTable(database: database) }
  var sources: SourceTable { SourceTable(database: database) }
}
