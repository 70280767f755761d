// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

/// The table of ``NoteIndex``, as lists and searches read it.
struct NoteTable {
  let library: DocumentLibrary

  static let columns = """
    notes.id, notes.title, priority, created, edited, is_trashed, was_purged, folder, is_pinned,
    order_key, notes.tags
    """

  /// The order of lists.
  private static let order = "is_pinned DESC, order_key"

  /// All notes in their order: the pinned notes, then the others, each part sorted by key.
  func all() throws -> [NoteSummary] {
    try summaries("SELECT \(Self.columns) FROM notes ORDER BY \(Self.order)")
  }

  /// The notes that fit a search, best match first. Equal matches are sorted by the creation of
  /// their notes, the newest first. Without wanted words, the notes come in the order of lists.
  ///
  /// - Parameter limit: The maximum number of notes. Passages are made only for the returned notes.
  func matching(
    _ search: SearchWords, isTrashed: Bool, limit: Int
  ) throws -> [FoundNote] {
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
  ) throws -> [NoteSummary] {
    var (conditions, values) = (["is_trashed = ?"], [IndexValue.integer(isTrashed ? 1 : 0)])
    if let unwanted = search.unwanted {
      conditions.append(
        """
        notes.id NOT IN (
          SELECT note FROM word_rows JOIN words ON words.rowid = row WHERE words MATCH ?)
        """)
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
        SELECT \(Self.columns) FROM words JOIN word_rows ON row = words.rowid
        JOIN notes ON notes.id = note WHERE \(condition)
        ORDER BY bm25(words, \(WordIndex.weights)), created DESC, notes.id
        """, values)
  }

  private func passage(
    _ search: SearchWords, of note: NoteID
  ) throws -> FoundNote.Passage? {
    guard let wanted = search.wanted else { return nil }
    let marked = try library.rows(
      """
      SELECT \(WordIndex.passage) FROM words
      WHERE words MATCH ? AND rowid = (SELECT row FROM word_rows WHERE note = ?)
      """, .text(wanted), .text(note.description)
    ) { try $0.text(at: 0) }
    return marked.first.flatMap { FoundNote.Passage(marked: $0) }
  }

  /// A note with the beginning of its text and the size of the text in bytes; nil if the note is
  /// absent.
  func listed(_ note: NoteID) throws -> (summary: NoteSummary, snippet: String, size: Int)? {
    guard let summary = try summary(note) else { return nil }
    return try library.rows("SELECT snippet, size FROM notes WHERE id = ?", .text("\(note)")) {
      (summary, try $0.text(at: 0), try $0.integer(at: 1))
    }.first
  }

  /// All notes by their ids, each in the form of ``listed(_:)-(NoteID)``.
  func listed() throws -> [NoteID: (summary: NoteSummary, snippet: String, size: Int)] {
    let summaries = Dictionary(try all().map { ($0.id, $0) }) { first, _ in first }
    let rows = try library.rows("SELECT id, snippet, size FROM notes") {
      (try Self.id($0, at: 0), try $0.text(at: 1), try $0.integer(at: 2))
    }
    return rows.reduce(into: [:]) { found, row in
      found[row.0] = summaries[row.0].map { ($0, row.1, row.2) }
    }
  }

  /// The summary of a note; nil if there is no such note.
  func summary(_ note: NoteID) throws -> NoteSummary? {
    try some(where: "id = ?", [.text("\(note)")]).first
  }

  /// The notes with a title, oldest first.
  func titled(_ title: String) throws -> [NoteSummary] {
    try some(where: "title = ?", [.text(title)])
  }

  /// The notes whose ids begin with some digits, oldest first.
  func withIDs(beginning digits: String) throws -> [NoteSummary] {
    // Every digit of an id comes before "g".
    try some(where: "id >= ? AND id < ?", [.text(digits), .text(digits + "g")])
  }

  /// The ids of all notes, ascending.
  func ids() throws -> [NoteID] {
    try library.rows("SELECT id FROM notes ORDER BY id") { try Self.id($0, at: 0) }
  }
}

extension NoteTable {
  private func some(where condition: String, _ values: [IndexValue]) throws -> [NoteSummary] {
    try summaries(
      "SELECT \(Self.columns) FROM notes WHERE \(condition) ORDER BY created, id", values)
  }

  /// The notes of a query that selects ``columns``.
  private func summaries(
    _ query: String, _ values: [IndexValue] = []
  ) throws -> [NoteSummary] {
    try library.rows(query, values) { try Self.summary($0) }
  }

  /// Reads a row of ``columns``.
  static func summary(_ row: borrowing IndexRow) throws -> NoteSummary {
    guard let priority = Priority(rawValue: try row.text(at: 2)),
      let tags = try? TagColumn.tags(in: row.text(at: 10))
    else { throw damage }
    return NoteSummary(
      id: try id(row, at: 0), title: try row.text(at: 1), tags: tags,
      priority: priority, folder: NoteFolder(try row.text(at: 7)) ?? .none,
      created: UInt64(max(0, try row.integer(at: 3))),
      edited: UInt64(max(0, try row.integer(at: 4))),
      isTrashed: try row.integer(at: 5) != 0, isPinned: try row.integer(at: 8) != 0,
      order: FractionalIndex.Key(bytes: try row.bytes(at: 9)).index,
      wasPurged: try row.integer(at: 6) != 0)
  }

  private static func id(_ row: borrowing IndexRow, at column: Int) throws -> NoteID {
    guard let id = NoteID(try row.text(at: column)) else { throw damage }
    return id
  }

  private static var damage: DatabaseFailure {
    DatabaseFailure(code: .damaged, path: "", detail: "a row of notes")
  }
}
