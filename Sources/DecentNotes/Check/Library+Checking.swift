// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentDocuments
import DecentSync
import ReplicatingTypes

extension Library {
  /// Checks the whole library: the file, every document with its history, and the tables that
  /// follow from documents. Changes nothing.
  ///
  /// - Parameter progress: Called before each document with the progress of the check.
  /// - Returns: The problems found; empty if all is well.
  /// - Complexity: O(*n*) in the size of the library and the histories in it.
  public func check(
    progress: (CheckProgress) -> Void = { _ in }
  ) throws -> [LibraryProblem] {
    let damage = try database.findNamedDamage()
    // A damaged file may be damaged anywhere. SQLite's findings come first, and are enough.
    guard damage.isEmpty else { return damage.map { .database($0) } }
    let words = try findDamageOfWords()
    return words + (try database.readTransaction { try findDisagreements(progress) })
  }

  /// The problems apart from the file itself. The caller has begun a transaction.
  func findDisagreements(
    _ progress: (CheckProgress) -> Void = { _ in }
  ) throws -> [LibraryProblem] {
    try checkDocuments(progress) + checkLeftovers() + checkTables() + checkRemotes()
  }

  /// The damage that SQLite finds in its index of words.
  func findDamageOfWords() throws -> [LibraryProblem] {
    do throws(DatabaseFailure) {
      // SQLite takes the question in the form of a write, which writes nothing. A copy is asked, so
      // that other processes can write meanwhile.
      let copy = try database.passingCopy()
      try copy.run("INSERT INTO words (words) VALUES ('integrity-check')")
      return []
    } catch {
      guard error.code == .damaged else { throw error }
      return [.wordIndex(error.detail)]
    }
  }

  private func checkDocuments(
    _ progress: (CheckProgress) -> Void
  ) throws -> [LibraryProblem] {
    let rows = try storedNames()
    var problems: [LibraryProblem] = []
    var state = CheckProgress(documentCount: rows.count)
    for row in rows {
      progress(state)
      state.documentsRead += 1
      state.bytesRead += try documents.storedSize(of: row.key)
      if let misnamed = try misnamed(row.name, key: row.key) {
        problems.append(
          .misnamed(row.name, misnamed.name, title: try title(key: row.key)))
        continue
      }
      guard let name = DocumentName(text: row.name) else {
        problems.append(.unknownDocument(row.name))
        continue
      }
      do {
        switch name {
        case .note(let id):
          let note = try documents.soundContent(of: name.id, as: Note.self)
          problems += try check(note, id, key: row.key)
        case .purge: _ = try documents.soundContent(of: name.id, as: DocumentRemoval.self)
        }
      } catch LibraryFailure.damagedDocument(_, _, let reason) {
        let title = try title(key: row.key)
        problems.append(.document(name, title: title, reason: reason))
      }
    }
    return problems
  }

  /// The title that lists show for a document.
  func title(key: Int) throws -> String? {
    try? database.row("SELECT title FROM notes WHERE document = ?", .integer(key)) {
      row throws(DatabaseFailure) in try row.text(at: 0)
    }
  }
}

/// Checks that the tables that follow from documents agree with them.
extension Library {
  private func check(_ note: Note, _ id: NoteID, key: Int) throws -> [LibraryProblem] {
    var problems: [LibraryProblem] = []
    let shown = try? notes.note(document: key)
    let wasPurged = shown?.wasPurged ?? false
    if shown != NoteSummary(of: note, id: id, wasPurged: wasPurged).storable {
      problems.append(.summary(id, title: note.title.value))
    }
    let isIndexed = try !waitingWords.contains(document: key)
    if try isIndexed && words.texts(key) != WordTable.texts(of: note) {
      problems.append(.words(id, title: note.title.value))
    }
    return problems
  }

  private func checkLeftovers() throws -> [LibraryProblem] {
    try documents.leftovers(in: leftoverTables()).map { .leftovers(table: $0, count: $1) }
  }

  /// The tables whose rows belong to documents, and the column that says to which.
  func leftoverTables() throws -> [DocumentTable.Dependent] {
    let tables =
      DocumentTable.contentTables + [
        ("notes", "document"), ("tags", "document"), ("words", "rowid"),
      ]
    let ofNotes = try [LibraryTable.steps, .sources, .imports].filter {
      try database.hasTable($0.rawValue)
    }
    return tables + ofNotes.map { ($0.rawValue, "document") }
  }

  /// Checks that the books of remotes, and of objects on their way there, can be read and agree.
  func checkRemotes() throws -> [LibraryProblem] {
    if let reason = try RemoteDamage.reasonOfAll(in: rows) { return [.remotes(reason: reason)] }
    return try RemoteDamage.found(in: rows) { try policy(for: $0).checkRows() }
      .map { .remote($0.remote.text, reason: $0.reason) }
  }
}

extension NoteSummary {
  /// The summary with times that the table of notes can hold.
  fileprivate var storable: NoteSummary {
    NoteSummary(
      id: id, title: title, tags: tags, priority: priority, folder: folder,
      created: UInt64(Int(clamping: created)), edited: UInt64(Int(clamping: edited)),
      isTrashed: isTrashed, isPinned: isPinned, order: order, wasPurged: wasPurged)
  }
}
