// SPDX-License-Identifier: MIT

import CSQLite
import DecentSync
import Foundation

/// Checks and repairs of a library whose file may be too damaged to be opened.
extension DocumentLibrary {
  /// Checks a library as ``check(progress:)`` does, even if its file is too damaged to be opened.
  /// Changes nothing, unless `prepare` does.
  ///
  /// ```swift
  /// let problems = try DocumentLibrary.check(at: url) { library in
  ///   _ = try library.collection(of: Recipe.self, indexedBy: Titles())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: The library's file. A link is followed.
  ///   - prepare: Asks for the collections and makes the app's own tables, as the app does whenever
  ///     it opens a library. `prepare` may be called twice, and may be given an empty library. It
  ///     must neither keep the given library nor open or repair the library at `url` itself.
  ///   - progress: Called before each document with the progress of the check.
  /// - Returns: The problems found; empty if all is well. If the file itself is damaged, only that
  ///   damage.
  /// - Throws: What `prepare` throws, and a ``DatabaseFailure``, with the code
  ///   ``DatabaseFailure/Code/beyondRepair`` if nothing can be read that a repair could save.
  /// - Complexity: O(*n*), where *n* is the size of the library and of the histories in it.
  public static func check(
    at url: URL, preparing prepare: (DocumentLibrary) throws -> Void,
    progress: (CheckProgress) -> Void = { _ in }
  ) throws -> [DocumentProblem] {
    let path = try realPath(of: url)
    let damage = try damage(of: path)
    guard damage.words.isEmpty else {
      if !damage.isOfIndexes {
        try checkIsWorthRepair(DatabasePages(of: path), preparing: prepare)
      }
      return damage.words.map { .file($0, isRepairable: true) }
    }
    let library = DocumentLibrary(try .open(at: path, format: .documents), at: path)
    try prepare(library)
    return try library.read { database in
      try LibraryCheck(library: library, database: database).problems(progress)
    }
  }

  /// Repairs a library as ``repair(keepingDamagedIn:putsAside:)`` does, even if its file is too
  /// damaged to be opened. If more of the file is damaged than SQLite's indexes,
  /// ``salvage(at:preparing:takingOver:)`` replaces the file.
  ///
  /// ```swift
  /// let repair = try DocumentLibrary.repair(at: url) { library in
  ///   _ = try library.collection(of: Recipe.self, indexedBy: Titles())
  /// }
  /// ```
  ///
  /// No part of the app may have the library open if the file is to be replaced. The bytes of
  /// damaged documents are kept beside the file.
  ///
  /// The parameters are as for ``salvage(at:preparing:takingOver:)``.
  ///
  /// - Throws: The errors of ``salvage(at:preparing:takingOver:)`` and of
  ///   ``repair(keepingDamagedIn:putsAside:)``.
  public static func repair(
    at url: URL, preparing prepare: (DocumentLibrary) throws -> Void,
    takingOver: (inout Salvage, DocumentLibrary) throws -> Void = { _, _ in }
  ) throws -> DocumentRepair {
    let salvaged = try salvage(at: url, preparing: prepare, takingOver: takingOver)
    if let salvaged, salvaged.damagedFile != nil { return salvaged }
    let path = try realPath(of: url)
    let library = DocumentLibrary(try .open(at: path, format: .documents), at: path)
    try prepare(library)
    var repair = try library.repair(
      keepingDamagedIn: URL(fileURLWithPath: path).deletingLastPathComponent())
    repair.repaired.insert(contentsOf: salvaged?.repaired ?? [], at: 0)
    return repair
  }

  /// Replaces a library's file if more of it is damaged than SQLite's indexes. The new file has the
  /// readable documents and removals of the old one, and the rows that `takingOver` inserts. This
  /// call is the first part of a repair, for an app that afterwards repairs tables of its own.
  ///
  /// If only SQLite's indexes are damaged, they are rebuilt, and `prepare` is not called.
  ///
  /// The damaged file is kept beside the new one, as `NAME.damaged`. The library becomes another
  /// device, as a copied library does, and reads all objects of its remotes again. Documents of
  /// collections that were not asked for are taken over as they are. Unreadable bytes are kept in
  /// files.
  ///
  /// A new file is made only for damage of the file itself, not of a document in it. The new file
  /// is whole and on the disk when it takes the name of the old one. If two repairs run at once,
  /// the second waits for the first and finds the repaired file.
  ///
  /// - Parameters:
  ///   - url: The library's file. A link is followed.
  ///   - prepare: The same function as for ``check(at:preparing:progress:)``.
  ///   - takingOver: Inserts rows of the app's own tables into the new library, which has all
  ///     documents by then.
  /// - Returns: Nil if the file is sound. After a repair within the file, the outcome has no
  ///   ``DocumentRepair/damagedFile``.
  /// - Throws: What `prepare` and `takingOver` throw,
  ///   ``DocumentFailure/newerIndex(name:found:supported:)``, and a ``DatabaseFailure`` if nothing
  ///   can be read, if another version of this software made the file, if a program has the file
  ///   open, or if the new file cannot be written. Nothing is changed then.
  public static func salvage(
    at url: URL, preparing prepare: (DocumentLibrary) throws -> Void,
    takingOver: (inout Salvage, DocumentLibrary) throws -> Void = { _, _ in }
  ) throws -> DocumentRepair? {
    let path = try realPath(of: url)
    var repair: DocumentRepair?
    try FileLock.hold(path + ".lock") {
      let damage = try damage(of: path)
      defer {
        repair?.repaired.insert(
          contentsOf: damage.words.map { .file($0, isRepairable: true) }, at: 0)
      }
      if damage.isOfIndexes {
        if try Database.open(at: path, format: .documents).repairIndexes() {
          repair = DocumentRepair()
        }
        return
      }
      let pages = try DatabasePages(of: path)
      repair = try withExtendedLifetime(pages) {
        try checkIsWorthRepair(pages, preparing: prepare)
        let holder = try hold(pages)
        return try withExtendedLifetime(holder) {
          // The log was copied into the file, so the file may have grown.
          try pages.update()
          return try replace(pages, preparing: prepare, takingOver: takingOver)
        }
      }
    }
    return repair
  }
}

/// The state of a file.
extension DocumentLibrary {
  /// The path of a file after following links. SQLite keeps its other files beside this path.
  private static func realPath(of url: URL) throws(DatabaseFailure) -> String {
    guard let real = realpath(url.path, nil) else {
      guard errno == ENOENT else { throw DatabaseFailure(systemError: errno, path: url.path) }
      throw DatabaseFailure(code: .missing, path: url.path)
    }
    defer { free(real) }
    let path = String(cString: real)
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw DatabaseFailure(code: .beyondRepair, path: path, detail: "it is no file")
    }
    return path
  }

  /// The damage of a file, also of a file that cannot be opened for ``Database/fileDamage()``. Runs
  /// no code of the app.
  private static func damage(
    of path: String
  ) throws(DatabaseFailure) -> (words: [String], isOfIndexes: Bool) {
    do throws(DatabaseFailure) {
      let database = try Database.open(at: path, format: .documents)
      let damage = try database.fileDamage()
      // If the header of the file requires a later SQLite, SQLite opens the file only for reading.
      guard damage.words.isEmpty, database.isReadOnly, access(path, W_OK) == 0 else {
        return damage
      }
    } catch {
      switch error.code {
      // In a sound file, SQLite understands all statements of the two calls above.
      case .damaged, .unexpected(Int(SQLITE_ERROR)): return ([error.detail], false)
      case .foreign: break
      // SQLite reports some damaged files as read-only.
      case .denied where (try? DatabasePages(of: path))?.isSupported == false: break
      default: throw error
      }
    }
    return (["its beginning was overwritten"], false)
  }

  /// Throws if nothing of a file can be saved. Does not throw for a library with a write-ahead log:
  /// the content of the log is unknown until the log is copied into the file.
  private static func checkIsWorthRepair(
    _ pages: DatabasePages, preparing prepare: (DocumentLibrary) throws -> Void
  ) throws {
    if try pages.checkVersion(of: .documents), Database.hasLog(pages.path) { return }
    let empty = try Database(file: pages.path, for: .passing)
    try empty.make(.documents)
    let library = DocumentLibrary(empty, at: pages.path)
    try prepare(library)
    try library.salvage(of: pages).checkIsWorthRepair()
  }

  /// The readable rows of a file, found by the forms of this library's tables.
  private func salvage(of pages: DatabasePages) throws -> Salvage {
    try read { database in
      Salvage(
        of: pages, as: try TableForm.all(in: database),
        keepingIn: KeptDocuments(in: (path as NSString).deletingLastPathComponent))
    }
  }

  /// Locks out other processes and copies the write-ahead log into the file. Returns nil if the
  /// beginning of the file is damaged: SQLite cannot lock such a file, and no other process can
  /// begin to write the file.
  private static func hold(_ pages: DatabasePages) throws(DatabaseFailure) -> Database? {
    let path = pages.path
    do throws(DatabaseFailure) {
      let database = try Database(file: path, for: .writing)
      try database.holdAlone()
      return database
    } catch {
      let isOfFile =
        switch error.code {
        case .damaged, .foreign: true
        case .denied, .unexpected: !pages.isSupported
        default: false
        }
      guard isOfFile else { throw error }
      guard !Database.hasLog(path) else {
        throw DatabaseFailure(
          code: .beyondRepair, path: path, detail: "its log cannot be read: \(error.detail)")
      }
      guard !pages.isInUse else { throw DatabaseFailure(code: .busy, path: path) }
      return nil
    }
  }
}

/// The new file.
extension DocumentLibrary {
  /// Keeps the damaged file under a second name, and puts a new file in place of the damaged one.
  private static func replace(
    _ pages: DatabasePages, preparing prepare: (DocumentLibrary) throws -> Void,
    takingOver: (inout Salvage, DocumentLibrary) throws -> Void
  ) throws -> DocumentRepair {
    let damaged = try keep(pages)
    var repair = DocumentRepair()
    var kept: KeptDocuments?
    do {
      try Database.create(at: pages.path, format: .documents) { draft in
        let library = DocumentLibrary(draft, at: pages.path)
        try prepare(library)
        var salvage = try library.salvage(of: pages)
        defer { kept = salvage.kept }
        try salvage.checkIsWorthRepair()
        repair = try library.take(&salvage)
        try takingOver(&salvage, library)
        repair.keptFolder = salvage.kept.path.map { URL(fileURLWithPath: $0, isDirectory: true) }
      }
    } catch {
      unlink(damaged)
      kept?.discard()
      throw error
    }
    repair.damagedFile = URL(fileURLWithPath: damaged)
    return repair
  }

  /// Takes over all documents into this empty library.
  private func take(_ salvage: inout Salvage) throws -> DocumentRepair {
    let documents = SalvagedDocuments(in: salvage, of: self)
    try write { database in
      try checkIndexes(of: salvage, in: database)
      try documents.write(into: table(in: database), keepingIn: &salvage.kept)
    }
    return try repair(keepingIn: &salvage.kept)
  }

  /// Refuses tables that a newer version of the app made.
  private func checkIndexes(of salvage: Salvage, in database: Database) throws {
    let known = try Dictionary(
      uniqueKeysWithValues: database.rows("SELECT name, step FROM indexes") {
        row throws(DatabaseFailure) in (try row.text(at: 0), row.integer(at: 1))
      })
    var newer: DocumentFailure?
    salvage.forEachRow(of: "indexes") { row in
      guard case .text(let name) = row.values[0], case .integer(let found) = row.values[1],
        let supported = known[name], found > supported
      else { return }
      newer = .newerIndex(name: name, found: found, supported: supported)
    }
    if let newer { throw newer }
  }

  /// Gives the damaged file a second name, or copies it if the file system allows only one name.
  private static func keep(_ pages: DatabasePages) throws -> String {
    var number = 1
    while true {
      let name = pages.path + ".damaged" + (number > 1 ? "-\(number)" : "")
      if link(pages.path, name) == 0 { return name }
      if errno != EEXIST {
        try pages.copy(to: name)
        return name
      }
      number += 1
    }
  }
}
