// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

@testable import DecentNotes

/// The contents that the tables of a library must have, computed from its documents alone.
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

  /// The notes in order: the pinned ones, then the others; by the places they were moved to, or newest
  /// first.
  func decodedSummaries() throws -> [NoteSummary] {
    try database.readTransaction {
      let index = try decodedIndex()
      let purged = Set(index.purges.values.map(\.note))
      let all = try decodedNotes().map { id, note in
        let position = index.positions[id] ?? NotePosition(ofTime: note.created.value)
        let summary = NoteSummary(of: note, id: id, wasPurged: purged.contains(id))
        return (key: OrderKey(position, of: id), summary: summary)
      }
      let sorted = all.sorted { $0.key < $1.key }.map(\.summary)
      return sorted.filter(\.isPinned) + sorted.filter { !$0.isPinned }
    }
  }

  /// The texts that a search must find, by title.
  func decodedTexts() throws -> [String] {
    try database.readTransaction {
      try decodedNotes().map { "\($0.note.title.value): \($0.note.text.string)" }.sorted()
    }
  }

  /// The texts in the index of the search.
  func searchedTexts() throws -> [String] {
    try database.rows("SELECT title, text FROM words") { row throws(DatabaseFailure) in
      "\(try row.text(at: 0)): \(try row.text(at: 1))"
    }.sorted()
  }
}
