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
    let damage = try findDamage()
    // A damaged file may be damaged anywhere. SQLite's findings come first, and are enough.
    guard damage.isEmpty else { return damage.map { .database(located($0)) } }
    let words = try findDamageOfWords()
    return words + (try database.readTransaction { try findDisagreements(progress) })
  }

  /// SQLite's words on damage, and the table or index they mean. SQLite gives only the number of
  /// its first page.
  private func located(_ damage: String) -> String {
    guard let match = damage.firstMatch(of: /(?:[Tt]ree (?:page )?|^Page )(\d+)/),
      let page = Int(match.1),
      let names = try? database.row(
        "SELECT name, tbl_name FROM sqlite_schema WHERE rootpage = ?", .integer(page),
        as: { row throws(DatabaseFailure) in [try row.text(at: 0), try row.text(at: 1)] })
    else { return damage }
    let what = names[0] == names[1] ? "the table" : "the index '\(names[0])' of the table"
    return "\(damage), in \(what) '\(names[1])'"
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
    var index = NotebookIndex()
    var purges: [Purge] = []
    var (isIndexSound, arePurgesSound) = (true, true)
    var state = CheckProgress(documentCount: rows.count)
    for row in rows {
      progress(state)
      state.documentsRead += 1
      state.bytesRead += try storedSize(of: row.key)
      if let misnamed = try misnamed(row.name, key: row.key) {
        problems.append(
          .misnamed(row.name, misnamed.name, title: try title(key: row.key)))
        if misnamed.name == .index { isIndexSound = false }
        continue
      }
      guard let name = DocumentName(text: row.name) else {
        problems.append(.unknownDocument(row.name))
        continue
      }
      do {
        switch name {
        case .index: index = try soundContent(of: name)
        case .note(let id): problems += try check(soundContent(of: name), id, key: row.key)
        case .purge(let id):
          let seen: NoteReaches = try soundContent(of: name)
          purges += seen.map { Purge(note: id, seen: $0) }
        }
      } catch LibraryFailure.damagedDocument(_, _, let reason) {
        let title = try title(key: row.key)
        problems.append(.document(name, title: title, reason: reason))
        if name.note == nil { arePurgesSound = false }
        if name == .index { isIndexSound = false }
      }
    }
    if isIndexSound, try !places.agrees(with: index) { problems.append(.places) }
    purges += index.purges.values
    if arePurgesSound, try !self.purges.agrees(with: purges) { problems.append(.purges) }
    return problems
  }

  /// How many bytes are stored of a document.
  private func storedSize(of key: Int) throws(DatabaseFailure) -> Int {
    let sizes = try database.rows(
      """
      SELECT length(content) FROM bases WHERE document = ?1
      UNION ALL SELECT length(content) FROM deltas WHERE document = ?1
      """, .integer(key)
    ) { $0.integer(at: 0) }
    return sizes.reduce(0, +)
  }

  /// The content of a document, after its replayed history was compared with the stored state.
  ///
  /// - Throws: ``LibraryFailure/damagedDocument(_:path:reason:)``.
  func soundContent<Content: ReplicatingDocument>(of name: DocumentName) throws -> Content {
    func damaged(_ reason: String) -> LibraryFailure {
      .damagedDocument(name, path: database.path, reason: reason)
    }
    guard let content = try documents.content(of: name.id, as: Content.self) else {
      throw damaged("its content is missing")
    }
    do {
      // A device believes its own bytes when it loads them, but not bytes in the form for others.
      guard try Content(encoded: content.encoded()).says(content) else {
        throw damaged("what is stored of it disagrees with its history")
      }
    } catch let failure as DecodingFailure {
      throw damaged("\(failure)")
    }
    return content
  }

  /// The title that lists show for a document.
  func title(key: Int) throws -> String? {
    try? database.row("SELECT title FROM notes WHERE document = ?", .integer(key)) {
      row throws(DatabaseFailure) in try row.text(at: 0)
    }
  }
}

extension ReplicatingDocument {
  /// Whether two states encode alike and show the same text. Equal states need not show the same,
  /// since the shown text is not compared.
  fileprivate func says(_ other: Self) throws -> Bool {
    let texts = [self, other].map { ($0 as? Note)?.text.string.utf8 ?? "".utf8 }
    return try encoded() == other.encoded() && texts[0].elementsEqual(texts[1])
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
    try leftoverTables().compactMap { table, column in
      let count = try database.row(
        "SELECT count(*) FROM \(table) WHERE \(column) NOT IN (SELECT key FROM documents)"
      ) { $0.integer(at: 0) }
      guard let count, count > 0 else { return nil }
      return .leftovers(table: table, count: count)
    }
  }

  /// The tables whose rows belong to documents, and the column that says to which.
  func leftoverTables() throws -> [(table: String, column: String)] {
    let tables = [
      ("bases", "document"), ("deltas", "document"), ("notes", "document"),
      ("tags", "document"), ("words", "rowid"),
    ]
    let ofNotes = try [LibraryTable.steps, .sources, .imports].filter {
      try database.hasTable($0.rawValue)
    }
    return tables + ofNotes.map { ($0.rawValue, "document") }
  }

  /// Checks that the books of remotes, and of objects on their way there, can be read and agree.
  func checkRemotes() throws -> [LibraryProblem] {
    do { try SyncNotes.checkDevice(in: rows) } catch {
      guard error is DamagedRow || error is DecodingFailure else { throw error }
      return [.remotes(reason: "\(error)")]
    }
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
      isTrashed: isTrashed, isPinned: isPinned, wasPurged: wasPurged)
  }
}
