// SPDX-License-Identifier: MIT

import ReplicatingTypes

@testable import DecentNotes

/// What the tables of a library must say, worked out from its documents alone.
extension Library {
  private func decodedNotes() throws -> [(id: NoteID, note: Note)] {
    let names = try database.rows("SELECT name FROM documents") { row throws(DatabaseFailure) in
      try row.text(at: 0)
    }
    return try names.compactMap { text -> (id: NoteID, note: Note)? in
      guard case .note(let id) = DocumentName(text: text),
        let note = try documents.content(of: .note(id), as: Note.self)
      else { return nil }
      return (id, note)
    }
  }

  func decodedIndex() throws -> NotebookIndex {
    try documents.content(of: .index, as: NotebookIndex.self) ?? NotebookIndex()
  }

  /// The notes in order: those the index does not know, newest first, then as
  /// it says.
  func decodedSummaries() throws -> [NoteSummary] {
    try database.readTransaction {
      let index = try decodedIndex()
      let order = Array(index.order)
      let purged = Set(index.purges.values.map(\.note))
      let all = try decodedNotes().map { id, note in
        NoteSummary(of: note, id: id, wasPurged: purged.contains(id))
      }
      let unknown = all.filter { !order.contains($0.id) }
        .sorted { ($0.created, $0.id) > ($1.created, $1.id) }
      return unknown + order.compactMap { id in all.first { $0.id == id } }
    }
  }

  /// The texts that can be searched for, by title.
  func decodedTexts() throws -> [String] {
    try database.readTransaction {
      try decodedNotes().map { "\($0.note.title.value): \($0.note.text.string)" }.sorted()
    }
  }

  /// The texts that are searched.
  func searchedTexts() throws -> [String] {
    try database.rows("SELECT title, text FROM words") { row throws(DatabaseFailure) in
      "\(try row.text(at: 0)): \(try row.text(at: 1))"
    }.sorted()
  }
}
