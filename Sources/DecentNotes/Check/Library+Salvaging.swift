// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation

extension Library {
  /// Checks the whole library in a folder as ``check()`` does, even if its file is too damaged to
  /// be opened.
  ///
  /// - Parameter progress: Called before each document with the progress of the check.
  /// - Throws: A ``DatabaseFailure`` for ``DatabaseFailure/Code/beyondRepair`` if nothing can be
  ///   read that ``repair(in:)`` could save.
  public static func check(
    in folder: String, progress: (CheckProgress) -> Void = { _ in }
  ) throws -> [LibraryProblem] {
    let problems: [LibraryProblem]
    var hasDocuments = true
    do {
      let library = try Library(opening: folder)
      problems = try library.check(progress: progress)
      hasDocuments = (try? library.documents.revision()) != 0
    } catch {
      guard let damage = damage(toldBy: error) else { throw error }
      problems = [.database(damage)]
    }
    let isDamaged = problems.contains { if case .database = $0 { true } else { false } }
    if isDamaged, hasDocuments {
      try checkIsWorthRepair(DatabasePages(of: databasePath(in: folder)))
    }
    return problems
  }

  /// The damage of the library's file that an error tells of; nil if it comes from elsewhere.
  private static func damage(toldBy error: any Error) -> String? {
    switch error {
    case let failure as DatabaseFailure:
      if failure.code == .damaged { return failure.detail }
      // SQLite takes some damaged files for files that must not be written.
      let isUnsupported =
        failure.code == .denied && (try? DatabasePages(of: failure.path))?.isSupported == false
      return failure.code == .foreign || isUnsupported ? "its beginning was overwritten" : nil
    // All statements are ours, and SQLite understands them in a sound file.
    case DocumentFailure.badStatement(_, let reason): return reason
    default: return nil
    }
  }

  /// Throws if nothing can be saved of a file. The content of a library's log is unknown until the
  /// log is copied into the file.
  private static func checkIsWorthRepair(_ pages: DatabasePages) throws {
    if isMarked(pages), Database.hasLog(pages.path) { return try checkVersion(pages) }
    _ = try worthwhileRows(of: pages)
  }

  /// The readable rows of a file, if they hold a part of a note.
  private static func worthwhileRows(of pages: DatabasePages) throws -> SalvagedRows {
    let rows = SalvagedRows.most(in: pages)
    let isOurs = isMarked(pages) || rows.isOfLibrary
    if isOurs { try checkVersion(pages) }
    guard isOurs, rows.hasNote else {
      throw DatabaseFailure(
        code: .beyondRepair, path: pages.path, detail: "nothing of a note in it can be read")
    }
    return rows
  }

  /// Whether a file is marked as a library's.
  private static func isMarked(_ pages: DatabasePages) -> Bool {
    pages.applicationID == DatabaseFormat.documents.applicationID
  }

  private static func checkVersion(_ pages: DatabasePages) throws {
    let (found, supported) = (pages.version, DatabaseFormat.documents.version)
    if found > supported {
      throw DatabaseFailure(code: .newer(found: found, supported: supported), path: pages.path)
    }
    // The header of a file that lost its mark tells nothing of an earlier version.
    if isMarked(pages), (1..<supported).contains(found) {
      throw DatabaseFailure(code: .older(found: found, supported: supported), path: pages.path)
    }
  }

  /// Repairs the library in a folder as ``repair()`` does. A damaged file is replaced by a new one,
  /// made of its readable rows.
  ///
  /// The damaged file is kept beside the new one. The library goes on as another device, as a
  /// copied library does, and reads all objects of its remotes once more.
  ///
  /// - Throws: A ``DatabaseFailure`` if nothing can be read, or if another process has the
  ///   library open; nothing is changed then.
  public static func repair(in folder: String) throws -> RepairReport {
    let path = databasePath(in: folder)
    guard try isThere(path, in: folder) else { throw LibraryFailure.noLibrary(folder: folder) }
    var report = RepairReport()
    // Repairs take turns: the second finds the library that the first made.
    try FileLock.hold(path + ".lock") {
      if let repaired = try repairAsItStands(folder) {
        report = repaired
      } else {
        let pages = try DatabasePages(of: path)
        try withExtendedLifetime(pages) { report = try salvage(pages) }
      }
    }
    return report
  }

  /// Repairs a library within its file; nil if the file is too damaged.
  private static func repairAsItStands(_ folder: String) throws -> RepairReport? {
    do {
      return try Library(opening: folder).repair()
    } catch {
      // A damaged count of free pages makes SQLite tell of a full disk.
      let isFull = (error as? DatabaseFailure)?.code == .full
      guard damage(toldBy: error) != nil || isFull && hasDamagedFile(folder) else { throw error }
      return nil
    }
  }

  private static func hasDamagedFile(_ folder: String) -> Bool {
    (try? Library(opening: folder).check())?.contains(where: \.isOfFile) == true
  }

  private static func salvage(_ pages: DatabasePages) throws -> RepairReport {
    // The check comes before any change of the file.
    if isMarked(pages) { try checkVersion(pages) } else { _ = try worthwhileRows(of: pages) }
    let holder = try hold(pages)
    return try withExtendedLifetime(holder) {
      // The log is in the file now, which may have grown.
      try pages.update()
      return try replace(pages, by: worthwhileRows(of: pages))
    }
  }

  /// Keeps other processes away and copies the log into the file. SQLite cannot lock or write a
  /// file whose beginning is damaged: no other process can begin to write it either.
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

  /// Makes the new database, keeps the damaged one, and puts the new one in its place.
  private static func replace(
    _ pages: DatabasePages, by rows: SalvagedRows
  ) throws -> RepairReport {
    let kept = try keep(pages)
    var rows = rows
    do {
      try Database.create(at: pages.path, format: .documents) { try rows.write(into: $0) }
    } catch {
      unlink(kept)
      throw error
    }
    return try fill(
      Library(opening: (pages.path as NSString).deletingLastPathComponent), with: rows,
      keeping: kept)
  }

  private static func fill(
    _ library: Library, with rows: SalvagedRows, keeping damaged: String
  ) throws -> RepairReport {
    for (name, folder) in rows.remotes {
      try library.insert(Remote(name: name, folder: folder))
    }
    let outdated = try library.keepOutdated(rows)
    var report = try library.repair()
    let count = try library.summaries().count
    let made = """
      the database was damaged: made it anew of what could be read, \(count) \
      \(count == 1 ? "note" : "notes"); the damaged one is kept as \(damaged.escapingControls)
      """
    let kept = Set(outdated.texts.map(\.title))
    let renamed = Set(rows.textsUnderNewIDs.map { $0[0] })
    let missing =
      outdated.texts.map { "the last changes of '\($0.title.escapingControls)' could not be read" }
      + rows.titles.filter { id, title in
        !kept.contains(title) && !renamed.contains(title)
          && (try? library.collection.document(of: id.uuid)) == nil
      }.values.sorted().map { "'\($0.escapingControls)' could not be read" }
    report.steps = [made] + missing + report.steps
    report.keptTexts = outdated.texts + report.keptTexts
    if report.keptFolder == nil { report.keptFolder = outdated.folder }
    if rows.remotes.isEmpty {
      report.steps.append("could read no remote; if there were any, add yours again")
    }
    report.steps.append(
      """
      took a new device id and forgot what was known of remotes: the next sync gets back what \
      they hold
      """)
    return report
  }

  /// Keeps the texts that searches knew of notes that say something else now, or cannot be read.
  private func keepOutdated(
    _ rows: SalvagedRows
  ) throws -> (texts: [(title: String, path: String)], folder: String?) {
    var kept = KeptDocuments(in: folder)
    var outdated: [(title: String, path: String)] = []
    for (id, texts, file) in rows.lastKnown {
      let note = try? collection.document(of: id.uuid)
      if let note {
        if rows.tellNoMore(than: note, id, texts: texts) { continue }
      } else if rows.textsUnderNewIDs.contains(texts) {
        continue
      }
      let path = try kept.keep([(".md", Array(file.content.utf8))], of: "note-\(id)")
      outdated.append((note?.title.value ?? file.title ?? "\(id)", path))
    }
    return (outdated, kept.path)
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
