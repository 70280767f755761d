// SPDX-License-Identifier: MIT

import DecentDocuments

/// The summaries of all notes, kept in step with their documents so that a list
/// need not read them.
///
/// All calls expect the caller to have begun a transaction.
struct NoteTable {
  let database: Database

  private static let columns = """
    document, id, notes.title, priority, created, edited, is_trashed,
    EXISTS (SELECT 1 FROM documents WHERE name = 'gone/' || id), folder, is_pinned, order_key
    """

  /// The order of lists.
  private static let order = "is_pinned DESC, order_key"

  /// Brings the summary of a note up to its document.
  func update(document key: Int, to summary: NoteSummary) throws(DatabaseFailure) {
    try database.run(
      """
      INSERT OR REPLACE INTO notes
        (document, id, title, priority, created, edited, is_trashed, order_key, folder,
         is_pinned)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(key), .text(summary.id.description), .text(summary.title),
      .text(summary.priority.rawValue), .integer(Int(clamping: summary.created)),
      .integer(Int(clamping: summary.edited)), .integer(summary.isTrashed ? 1 : 0),
      .blob(summary.orderKey.bytes), .text(summary.folder.text), .integer(summary.isPinned ? 1 : 0))
    try database.run("DELETE FROM tags WHERE document = ?", .integer(key))
    for tag in summary.tags {
      try database.run("INSERT INTO tags (document, tag) VALUES (?, ?)", .integer(key), .text(tag))
    }
  }

  /// All notes in their order: the pinned ones, then the others, each by its index.
  func all() throws(DatabaseFailure) -> [NoteSummary] {
    try summaries("SELECT \(Self.columns) FROM notes ORDER BY \(Self.order)")
  }

  /// The notes, in the trash or not, that fit a search: best match first, and newer first of equal
  /// matches; in their order if no words are wanted.
  ///
  /// - Parameter limit: The most notes. Passages are made for these alone.
  func matching(
    _ search: SearchWords, isTrashed: Bool, limit: Int
  ) throws(DatabaseFailure) -> [FoundNote] {
    var found: [FoundNote] = []
    for summary in try ranked(search, isTrashed: isTrashed) where search.fits(summary) {
      if found.count >= limit { break }
      found.append(FoundNote(summary: summary, passage: try passage(search, of: summary.id)))
    }
    return found
  }

  /// The notes with the wanted words and without the unwanted ones, in the order of ``matching``.
  private func ranked(
    _ search: SearchWords, isTrashed: Bool
  ) throws(DatabaseFailure) -> [NoteSummary] {
    var (conditions, values) = (["is_trashed = ?"], [DatabaseValue.integer(isTrashed ? 1 : 0)])
    if let unwanted = search.unwanted {
      conditions.append("document NOT IN (SELECT rowid FROM words WHERE words MATCH ?)")
      values.append(.text(unwanted))
    }
    if let wanted = search.wanted {
      conditions.append("words MATCH ?")
      values.append(.text(wanted))
    }
    let condition = conditions.joined(separator: " AND ")
    return search.wanted == nil
      ? try summaries(
        "SELECT \(Self.columns) FROM notes WHERE \(condition) ORDER BY \(Self.order)", values)
      : try summaries(
        """
        SELECT \(Self.columns) FROM words JOIN notes ON document = words.rowid WHERE \(condition)
        ORDER BY bm25(words, \(WordTable.weights)), words.rowid DESC
        """, values)
  }

  private func passage(
    _ search: SearchWords, of note: NoteID
  ) throws(DatabaseFailure) -> FoundNote.Passage? {
    guard let wanted = search.wanted else { return nil }
    let marked = try database.row(
      """
      SELECT \(WordTable.passage) FROM words
      WHERE words MATCH ? AND rowid = (SELECT document FROM notes WHERE id = ?)
      """, .text(wanted), .text(note.description)
    ) { row throws(DatabaseFailure) in try row.text(at: 0) }
    return marked.flatMap { FoundNote.Passage(marked: $0) }
  }

  /// The note that a document holds.
  func note(document key: Int) throws(DatabaseFailure) -> NoteSummary? {
    try some(where: "document = ?", [.integer(key)]).first
  }

  /// The notes of some documents, by document.
  func listed(_ documents: [Int]) throws(DatabaseFailure) -> [Int: NoteSummary] {
    if documents.count <= Self.mostLookedUp {
      var found: [Int: NoteSummary] = [:]
      for document in documents { found[document] = try note(document: document) }
      return found
    }
    let summaries = Dictionary(try all().map { ($0.id, $0) }) { first, _ in first }
    let rows = try database.rows("SELECT document, id FROM notes") {
      row throws(DatabaseFailure) in (row.integer(at: 0), try id(row, at: 1))
    }
    return rows.reduce(into: [:]) { found, row in found[row.0] = summaries[row.1] }
  }

  /// The notes of a title, oldest first.
  func titled(_ title: String) throws(DatabaseFailure) -> [NoteSummary] {
    try some(where: "title = ?", [.text(title)])
  }

  /// The notes whose ids begin with some digits, oldest first.
  func withIDs(beginning digits: String) throws(DatabaseFailure) -> [NoteSummary] {
    // Every digit of an id comes before "g".
    try some(where: "id >= ? AND id < ?", [.text(digits), .text(digits + "g")])
  }

  /// The ids of all notes, ascending.
  func ids() throws(DatabaseFailure) -> [NoteID] {
    try database.rows("SELECT id FROM notes ORDER BY id") { row throws(DatabaseFailure) in
      try id(row, at: 0)
    }
  }
}

extension NoteTable {
  /// The most notes for which looking up the tags of each is faster than reading all tags.
  private static let mostLookedUp = 100

  private func some(
    where condition: String, _ values: [DatabaseValue]
  ) throws(DatabaseFailure) -> [NoteSummary] {
    try summaries(
      "SELECT \(Self.columns) FROM notes WHERE \(condition) ORDER BY created, id", values)
  }

  /// The notes of a query that selects `columns`.
  private func summaries(
    _ query: String, _ values: [DatabaseValue] = []
  ) throws(DatabaseFailure) -> [NoteSummary] {
    var documents: [Int] = []
    var found = try database.rows(query, values) { row throws(DatabaseFailure) in
      documents.append(row.integer(at: 0))
      return try summary(row)
    }
    let isMany = documents.count > Self.mostLookedUp
    var tags = isMany ? try self.tags(where: "1") : [:]
    for (index, document) in documents.enumerated() {
      if !isMany { tags = try self.tags(where: "document = ?", .integer(document)) }
      if let tags = tags[document] { found[index].tags = tags.sorted() }
    }
    return found
  }

  /// Tags by the documents that have them.
  private func tags(
    where condition: String, _ values: DatabaseValue...
  ) throws(DatabaseFailure) -> [Int: [String]] {
    var tags: [Int: [String]] = [:]
    _ = try database.rows("SELECT document, tag FROM tags WHERE \(condition)", values) {
      row throws(DatabaseFailure) in
      tags[row.integer(at: 0), default: []].append(try row.text(at: 1))
    }
    return tags
  }

  private func summary(_ row: Statement) throws(DatabaseFailure) -> NoteSummary {
    guard let priority = Priority(rawValue: try row.text(at: 3)) else { throw damage() }
    return NoteSummary(
      id: try id(row, at: 1), title: try row.text(at: 2), tags: [],
      priority: priority, folder: NoteFolder(try row.text(at: 8)) ?? .none,
      created: UInt64(max(0, row.integer(at: 4))),
      edited: UInt64(max(0, row.integer(at: 5))), isTrashed: row.integer(at: 6) != 0,
      isPinned: row.integer(at: 9) != 0,
      order: FractionalIndex.Key(bytes: row.blob(at: 10)).index, wasPurged: row.integer(at: 7) != 0)
  }

  private func id(_ row: Statement, at column: Int) throws(DatabaseFailure) -> NoteID {
    guard let id = NoteID(try row.text(at: column)) else { throw damage() }
    return id
  }

  private func damage() -> DatabaseFailure {
    DatabaseFailure(code: .damaged, path: database.path, detail: "a row of notes")
  }
}
