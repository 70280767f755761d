// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

extension DocumentLibrary {
  /// Checks the whole library: the file, every document against its history, the tables of indexes,
  /// and the sync state of all remotes. Changes nothing. The tables of an index are checked by its
  /// ``DocumentIndex/agrees(with:of:in:)`` and ``DocumentIndex/ids(in:)``.
  ///
  /// If the type of a document was not asked for by `collection(of:indexedBy:)`, only the checksums
  /// of the document are checked. An index is not checked against documents that it has not taken
  /// in yet.
  ///
  /// - Parameter progress: Called before each document with the progress of the check.
  /// - Returns: The problems found; empty if all is well. If the file itself is damaged, only that
  ///   damage.
  /// - Throws: A ``DatabaseFailure``, and what an index throws.
  /// - Complexity: O(*n*), where *n* is the size of the library and of the histories in it. During
  ///   the check, other processes can write, but other threads of this process must wait.
  public func check(
    progress: (CheckProgress) -> Void = { _ in }
  ) throws -> [DocumentProblem] {
    try read { database in
      let damage = try database.fileDamage()
      // In a damaged file, no other check can be relied on. So only SQLite's findings are returned.
      guard damage.words.isEmpty else {
        return damage.words.map { .file($0, isRepairable: damage.isOfIndexes) }
      }
      return try LibraryCheck(library: self, database: database).problems(progress)
    }
  }

  /// Repairs the library as far as possible.
  ///
  /// - An unreadable document is replaced by its readable part, or dropped if there is none. The
  ///   next sync reads the content of the document from remotes again.
  /// - Stored content that belongs to no document is removed. The next sync reads all objects of
  ///   remotes again.
  /// - A document with a damaged name gets its name back from the copy of the name beside the
  ///   content. If the copy is damaged, too, the document gets a new id.
  /// - If tables of an index disagree with documents, the index gets all documents again. A missing
  ///   table is made again.
  /// - Unreadable sync state of a remote is forgotten. The next sync reads the remote anew.
  ///
  /// No content is lost: the bytes of a damaged document are written to files, which are flushed to
  /// the disk before the library changes. The undo steps of the document are forgotten.
  ///
  /// ```swift
  /// if try !library.check().isEmpty {
  ///   let repair = try library.repair(keepingDamagedIn: url.deletingLastPathComponent())
  ///   for problem in repair.remaining { print(problem) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - folder: A folder that exists. If there is something to keep, a new folder is made in it,
  ///     with a name such as "damaged".
  ///   - putsAside: Called before an unreadable document is replaced or dropped. The arguments are
  ///     the document's id and the new folder. The app can keep in the folder what its indexes hold
  ///     of the document.
  /// - Throws: A ``DatabaseFailure`` if more of the file is damaged than SQLite's indexes, or if a
  ///   damaged document cannot be written to a file. ``DocumentFailure/editWithinEdit``.
  ///   Any error of `putsAside` or of an index. The repair stays if only the check after it throws.
  ///   After any other error, the library is unchanged; the new folder may stay.
  public func repair(
    keepingDamagedIn folder: URL, putsAside: (DocumentID, URL) throws -> Void = { _, _ in }
  ) throws -> DocumentRepair {
    var kept = KeptDocuments(in: folder.path)
    return try repair(keepingIn: &kept, putsAside: putsAside)
  }

  func repair(
    keepingIn kept: inout KeptDocuments, putsAside: (DocumentID, URL) throws -> Void = { _, _ in }
  ) throws -> DocumentRepair {
    var repair = DocumentRepair()
    var found: [DocumentProblem] = []
    try withoutActuallyEscaping(putsAside) { putsAside in
      try write { database in
        let damage = try database.findNamedDamage()
        if try database.repairIndexes() { found = damage.map { .file($0, isRepairable: true) } }
        var repairs = LibraryRepairs(
          check: LibraryCheck(library: self, database: database), kept: kept, putsAside: putsAside)
        defer { kept = repairs.kept }
        do {
          found += try repairs.run()
        } catch {
          // A commit that fails keeps the folder: the disk may have the transaction all the same.
          repairs.kept.discard()
          throw error
        }
      }
    }
    repair.keptFolder = kept.path.map { URL(fileURLWithPath: $0, isDirectory: true) }
    repair.remaining = try check()
    repair.repaired = DocumentProblem.those(in: found, notIn: repair.remaining)
    return repair
  }
}
