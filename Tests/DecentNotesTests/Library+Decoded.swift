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

  /// The notes with an index of their own.
  func movedNotes() throws -> [NoteID] {
    try database.readTransaction {
      try decodedNotes().filter { $0.note.place.value != .unset }.map(\.id)
    }
  }

  /// The notes in order: the pinned ones, then the others; by the places they were moved to, or newest
  /// first.
  func decodedSummaries() throws -> [NoteSummary] {
    try database.readTransaction {
      let all = try decodedNotes().map { id, note in
        NoteSummary(of: note, id: id, wasPurged: try documents.exists(.purge(id)))
      }
      let sorted = all.sorted { $0.orderKey < $1.orderKey }
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
