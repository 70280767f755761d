// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import ReplicatingTypes

extension Library {
  /// Repairs the library as far as possible. Tables that follow from documents are rebuilt.
  /// Unreadable parts of documents are put aside; the next sync reads them again from the remotes
  /// that hold them.
  ///
  /// Nothing is lost: the bytes of a damaged document and its last known text are kept in files, on
  /// the disk before the library changes.
  ///
  /// - Throws: A ``DatabaseFailure`` if the file itself is damaged beyond its indexes; nothing is
  ///   changed then. ``repair(in:)`` handles that.
  public func repair() throws -> RepairReport {
    var report = RepairReport()
    if try database.repairIndexes() {
      report.steps.append("made the indexes of the database anew")
    }
    let hasWords = try findDamageOfWords().isEmpty
    try database.transaction {
      if !hasWords { try makeWordTableAnew(&report) }
      var kept = KeptDocuments(in: folder)
      try nameDocuments(&kept, &report)
      for problem in try findDisagreements() { try repair(problem, &kept, &report) }
      try repairTables(&report)
      try dropLeftovers(&kept, &report)
      report.keptFolder = kept.path
    }
    report.remaining = try check()
    return report
  }

  private func makeWordTableAnew(_ report: inout RepairReport) throws {
    try database.execute(script: "DROP TABLE words; \(DatabaseFormat.wordTable)")
    report.steps.append("dropped the damaged words that searches look at, to be made anew")
  }

  private func repair(
    _ problem: LibraryProblem, _ kept: inout KeptDocuments, _ report: inout RepairReport
  ) throws {
    switch problem {
    // These are repaired apart, all of a kind.
    case .database, .wordIndex, .leftovers, .rows, .remoteRow, .misnamed: return
    case .document(let name, let title, _):
      try putAside(name, title: title, &kept, &report)
    case .unknownDocument(let name):
      report.steps.append("left the document '\(name.escapingControls)' as it is: update decent")
    case .summary(let id, let title):
      try summarize(.note(id))
      report.steps.append("made anew what lists show of '\(title.escapingControls)'")
    case .words(let id, let title):
      try summarize(.note(id))
      report.steps.append("made anew what searches look at of '\(title.escapingControls)'")
    case .remotes:
      try SyncNotes.forgetDamagedDevice(in: rows)
      report.steps.append("forgot what was damaged of this device and of all remotes")
      for problem in try checkRemotes() { try repair(problem, &kept, &report) }
    case .remote(let name, _):
      try policy(for: RemoteName(name)).forgetDamagedRows()
      report.steps.append(
        "forgot what was known of the remote '\(name.escapingControls)': the next sync reads it again"
      )
    }
  }

  /// Drops rows that belong to no document. The contents of documents are kept in files.
  private func dropLeftovers(
    _ kept: inout KeptDocuments, _ report: inout RepairReport
  ) throws {
    for (table, count) in try documents.dropLeftovers(in: leftoverTables(), keepingIn: &kept) {
      report.steps.append("dropped \(count) rows of '\(table)' that belong to no document")
    }
  }
}

/// Damaged documents.
extension Library {
  /// Writes the stored bytes of a document to files, and continues with its readable part.
  private func putAside(
    _ name: DocumentName, title: String?, _ kept: inout KeptDocuments,
    _ report: inout RepairReport
  ) throws {
    guard let key = try documents.key(of: name.id) else { return }
    try documents.keep(key, as: name.text, in: &kept)
    if case .note(let id) = name, let file = try lastKnownFile(key: key) {
      let path = try kept.keep([(".md", Array(file.content.utf8))], of: name.text)
      report.keptTexts.append((file.title ?? "\(id)", path))
    }
    switch name {
    case .note:
      if try documents.restart(name.id, key, as: Note.self) == nil { try words.remove(key) }
      try summarize(name)
    case .purge: _ = try documents.restart(name.id, key, as: DocumentRemoval.self)
    }
    try dropIfFoundPurged(name)
    // Pages may hold what is lost here.
    try endedRuns.removeAll()
    let what = title.map { "the note '\($0.escapingControls)'" } ?? name.meaning
    report.steps.append("put \(what) aside; the next sync restores what remotes hold of it")
  }

  /// Drops the note of a document that was repaired, if its purges have seen all that is left of it.
  func dropIfFoundPurged(_ name: DocumentName) throws {
    do {
      switch name {
      case .note(let id), .purge(let id): try dropIfPurged(id)
      }
    } catch LibraryFailure.damagedDocument {
      // The note is dropped after its own repair.
    }
  }

  /// The last state of a note that lists and searches knew, if any. The file has no id: it does not
  /// tell which changes were made here, so importing it as the note would undo changes by others.
  func lastKnownFile(key: Int) throws -> NoteFile? {
    guard let texts = try words.texts(key), texts.count == 3 else { return nil }
    var file = NoteFile("")
    file.text = texts[2]
    let summary = try? notes.note(document: key)
    file.title = summary?.title ?? texts[0]
    file.tags = summary?.tags
    file.priority = summary?.priority
    file.created = summary?.created
    return file
  }
}
