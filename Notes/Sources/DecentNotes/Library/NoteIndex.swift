// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import ReplicatingTypes

/// The summaries of all notes and the beginnings of their texts. Each write of a note updates both,
/// so that a list need not read the notes.
struct NoteIndex: DocumentIndex {
  let name = "notes"

  let steps = [
    """
    CREATE TABLE notes (
      id TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      priority TEXT NOT NULL,
      created INTEGER NOT NULL,
      edited INTEGER NOT NULL,
      is_trashed INTEGER NOT NULL,
      was_purged INTEGER NOT NULL,
      folder TEXT NOT NULL,
      is_pinned INTEGER NOT NULL,
      order_key BLOB NOT NULL,
      snippet TEXT NOT NULL,
      size INTEGER NOT NULL,
      tags TEXT NOT NULL
    );
    CREATE INDEX notes_by_title ON notes (title);
    CREATE INDEX notes_by_creation ON notes (created, id);
    CREATE INDEX notes_by_order ON notes (order_key, is_trashed);
    CREATE INDEX notes_by_pin ON notes (is_pinned DESC, order_key, is_trashed);
    """
  ]

  func update(_ id: UUID, to note: Note, in tables: borrowing IndexTables) throws {
    let id = NoteID(id)
    let summary = try summary(of: note, id, in: tables)
    try tables.run(
      "INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      .text("\(id)"), .text(summary.title), .text(summary.priority.rawValue),
      .integer(Int(clamping: summary.created)), .integer(Int(clamping: summary.edited)),
      .integer(summary.isTrashed ? 1 : 0), .integer(summary.wasPurged ? 1 : 0),
      .text(summary.folder.text), .integer(summary.isPinned ? 1 : 0),
      .bytes(summary.orderKey.bytes), .text(note.snippet), .integer(note.size),
      .text(try TagColumn.text(of: summary.tags)))
  }

  func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
    if id == NoteID.none.uuid {
      try tables.run("DELETE FROM notes WHERE length(id) <> 32 OR id GLOB '*[^0-9a-f]*'")
    }
    let id = IndexValue.text("\(NoteID(id))")
    try tables.run("DELETE FROM notes WHERE id = ?", id)
    for table in OwnTables.ofNotes {
      try tables.run("DELETE FROM \(table) WHERE note = ?", id)
    }
  }

  func agrees(
    with note: Note, of id: UUID, in tables: borrowing IndexTables
  ) throws -> Bool {
    let id = NoteID(id)
    let rows = try tables.rows(
      "SELECT \(NoteTable.columns), snippet, size FROM notes WHERE id = ?", .text("\(id)")
    ) { row in
      (try? NoteTable.summary(row), try row.text(at: 11), try row.integer(at: 12))
    }
    guard let (row, snippet, size) = rows.first, let shown = row else { return false }
    return try shown == summary(of: note, id, in: tables).storable && snippet == note.snippet
      && size == note.size
  }

  func ids(in tables: borrowing IndexTables) throws -> [UUID] {
    try tables.rows("SELECT id FROM notes") { try $0.text(at: 0) }
      .map { (NoteID($0) ?? .none).uuid }
  }

  private func summary(
    of note: Note, _ id: NoteID, in tables: borrowing IndexTables
  ) throws -> NoteSummary {
    NoteSummary(of: note, id: id, wasPurged: try tables.wasEverRemoved(id.uuid, of: Note.self))
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

/// The tags of a note in a column: an array in JSON, or an empty text if there are no tags.
enum TagColumn {
  static func text(of tags: [String]) throws -> String {
    tags.isEmpty ? "" : String(decoding: try JSONEncoder().encode(tags), as: UTF8.self)
  }

  static func tags(in text: String) throws -> [String] {
    text.isEmpty ? [] : try JSONDecoder().decode([String].self, from: Data(text.utf8))
  }
}

extension NoteID {
  /// The id that stands for a row whose id is damaged.
  static let none = NoteID(rawValue: 0)
}
