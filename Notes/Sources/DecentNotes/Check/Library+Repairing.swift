// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import Foundation

extension Library {
  /// Repairs the library as far as possible. Tables that are derived from documents are rebuilt.
  /// Unreadable parts of documents are put aside; the next sync reads them again from the remotes
  /// that hold them.
  ///
  /// The bytes of a damaged document, and the last known text of a damaged note, are kept in files.
  /// The files are flushed to the disk before the library changes.
  ///
  /// - Throws: A ``DatabaseFailure`` if more of the file than its indexes is damaged; nothing is
  ///   changed then. ``repair(in:)`` repairs such a file.
  public func repair() throws -> RepairReport {
    var report = RepairReport()
    let areWordsDamaged = try areWordsDamaged()
    try documents.transaction { try repair(&report, areWordsDamaged: areWordsDamaged) }
    try indexWords()
    report.remaining = try check()
    for problem in report.remaining {
      guard let name = problem.left else { continue }
      report.steps.append("left \(name) as it is: update decent")
    }
    return report
  }

  /// Whether the index of words is damaged. If the file itself is damaged, the check of the words
  /// fails, and they count as sound.
  private func areWordsDamaged() throws -> Bool {
    do {
      return try documents.damage(ofFullText: WordIndex().name) != nil
    } catch let failure as DatabaseFailure where failure.code != .damaged {
      throw failure
    } catch {
      return false
    }
  }

  /// Repairs the documents and the tables. The caller has begun a transaction.
  private func repair(_ report: inout RepairReport, areWordsDamaged: Bool) throws {
    // The repair of the documents creates the table again.
    if areWordsDamaged { try documents.run("DROP TABLE IF EXISTS words") }
    var putAside: [NoteID: String?] = [:]
    let repair = try documents.repair(keepingDamagedIn: URL(fileURLWithPath: folder)) {
      id, folder in
      guard let note = DocumentName(id)?.note else { return }
      putAside[note] = .some(try? notes.summary(note)?.title)
      guard let file = try lastKnownFile(of: note) else { return }
      let url = folder.appendingPathComponent("note-\(note).md")
      try keep(file, at: url)
      report.keptTexts.append((file.title ?? "\(note)", url.path))
    }
    report.keptFolder = repair.keptFolder?.path
    report.steps += repair.repaired.map { step(of: named($0), puttingAside: putAside) }
    // Pages may have edits that are lost here. If no runs are recorded, pages exchange all
    // documents.
    if repair.keptFolder != nil { try endedRuns.removeAll() }
    try repairTables(&report)
  }

  /// Writes the text of a note into a new file, and flushes the file to the disk. The file may be
  /// the only copy of the text.
  private func keep(_ file: NoteFile, at url: URL) throws(DatabaseFailure) {
    do {
      try Data(file.content.utf8).write(to: url, options: .withoutOverwriting)
      let written = try FileHandle(forWritingTo: url)
      try written.synchronize()
      try written.close()
      FlushedFile.flushFolder(of: url.path)
    } catch {
      let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw DatabaseFailure(
        code: isFull ? .full : .denied, path: url.path, detail: error.localizedDescription)
    }
  }

  /// A file of a note, made of the note's rows in the tables of lists and searches; nil if searches
  /// have no row. The file has no id, so an import of the file makes a new note. An import
  /// into the same note would undo changes by others, because the file does not show which changes
  /// were made here.
  func lastKnownFile(of id: NoteID) throws -> NoteFile? {
    let texts: [String]?
    do {
      texts = try documents.rows(WordIndex.textsOfNote, .text("\(id)"), as: WordIndex.texts).first
    } catch DocumentFailure.badStatement {
      // The table is missing.
      return nil
    }
    guard let texts else { return nil }
    var file = NoteFile("")
    file.text = texts[2]
    let summary = try? notes.summary(id)
    file.title = summary?.title ?? texts[0]
    file.tags = summary?.tags
    file.priority = summary?.priority
    file.created = summary?.created
    return file
  }

  /// The step with which a repair ended a problem, as a sentence without its full stop.
  ///
  /// - Parameter notes: The notes that were put aside, with the titles that lists show for them.
  func step(
    of problem: LibraryProblem, puttingAside notes: [NoteID: String?]
  ) -> String {
    switch problem {
    case .database: return "made the indexes of the database anew"
    case .document(let name, let title, _):
      let known = name.note.map { notes[$0] } ?? .some(nil)
      let what =
        ((known ?? nil) ?? title).map { "the note '\($0.escapingControls)'" } ?? name.meaning
      if known == nil { return "gave \(what) its content back" }
      return "put \(what) aside; the next sync restores what remotes hold of it"
    case .lists(let count):
      return "made anew what lists show of \(count) \(count == 1 ? "note" : "notes")"
    case .words(let count):
      return "made anew what searches look at of \(count) \(count == 1 ? "note" : "notes")"
    case .missingTable(WordIndex().name): return "made anew the words that searches look at"
    case .missingTable("notes"): return "made anew the table 'notes'"
    case .missingTable(let table):
      let loss = LibraryTable(rawValue: table)?.loss ?? "if there were any remotes, add yours again"
      return "made anew the table '\(table)', without its rows: \(loss)"
    case .wordIndex, .rows, .remoteRow, .newerDocument, .unknownDocument: return "\(problem)"
    case .leftovers(let table, let count):
      return "dropped \(count) rows of '\(table)' that belong to no document"
    case .steps(let name, let title, _):
      let what = title.map { "the note '\($0.escapingControls)'" } ?? name?.meaning ?? "a note"
      return "undo takes back no change of \(what) made until now; its history has them all"
    case .remotes: return "forgot what was damaged of this device and of all remotes"
    case .remote(let name, _):
      return
        "forgot what was known of the remote '\(name.escapingControls)': the next sync reads it again"
    case .misnamed(_, let name, let title):
      let what = title.map { "the note '\($0.escapingControls)'" } ?? name?.meaning ?? "a note"
      return "gave \(what) its name back"
    }
  }
}

extension LibraryProblem {
  /// The name of a document that this version cannot read, and that the repair leaves alone; nil
  /// for any other problem.
  fileprivate var left: String? {
    switch self {
    case .unknownDocument(let name): "the document '\(name.escapingControls)'"
    case .newerDocument(let name, let title, _): Self.words(for: name, title: title)
    default: nil
    }
  }
}
