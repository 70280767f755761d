// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

@testable import DecentNotes

/// The contents that the tables of a library must have, computed from its documents alone.
extension Library {
  private func decodedNotes() throws -> [(id: NoteID, note: Note)] {
    try collection.ids().compactMap { id in
      try collection.document(of: id).map { (NoteID(id), $0) }
    }
  }

  /// The notes with an index of their own.
  func movedNotes() throws -> [NoteID] {
    try documents.reading {
      try decodedNotes().filter { $0.note.place.value != .unset }.map(\.id)
    }
  }

  /// The notes in order: the pinned ones, then the others; by the places they were moved to, or newest
  /// first.
  func decodedSummaries() throws -> [NoteSummary] {
    try documents.reading {
      let all = try decodedNotes().map { id, note in
        NoteSummary(of: note, id: id, wasPurged: try collection.wasEverRemoved(id.uuid))
      }
      let sorted = all.sorted { $0.orderKey < $1.orderKey }
      return sorted.filter(\.isPinned) + sorted.filter { !$0.isPinned }
    }
  }

  /// The texts that a search must find, by title.
  func decodedTexts() throws -> [String] {
    try documents.reading {
      try decodedNotes().map { "\($0.note.title.value): \($0.note.text.string)" }.sorted()
    }
  }

  /// The texts in the index of the search.
  func searchedTexts() throws -> [String] {
    try indexWords()
    return try documents.rows("SELECT title, text FROM words") {
      "\(try $0.text(at: 0)): \(try $0.text(at: 1))"
    }.sorted()
  }
}
