// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync

/// A change of a note, ready to be written.
struct PreparedNote: Sendable {
  let document: PreparedDocument
  let summary: NoteSummary
}

/// Changes of documents, made here or by other devices. Each call keeps the
/// tables that follow from a document in step with it. The caller has begun a
/// transaction.
extension Library {
  /// When the words of a changed note are indexed for searches.
  enum Indexing {
    /// In the same transaction.
    case now
    /// By ``indexWords()``. Indexing takes longer than all other writes of a note, in proportion to
    /// its text.
    case later
  }

  /// Changes a note.
  ///
  /// - Returns: Whether there is something new.
  @discardableResult
  func changeNote(
    _ id: NoteID, by author: Author = .here, indexing: Indexing = .now,
    _ change: (inout Note) throws -> Void
  ) throws -> Bool {
    guard let stored = try documents.change(.note(id), by: author, change) else { return false }
    try noteChange(of: .note(id), by: author)
    switch indexing {
    case .now: try summarize(stored.content, id, key: stored.key)
    case .later:
      try notes.update(document: stored.key, to: NoteSummary(of: stored.content, id: id))
      try waitingWords.add(document: stored.key)
    }
    try dropIfPurged(id)
    return true
  }

  /// Changes a note without writing it. A transaction that only reads suffices.
  ///
  /// - Returns: The change to be written, or nil if `change` changed nothing.
  func prepareNote(_ id: NoteID, _ change: (inout Note) throws -> Void) throws -> PreparedNote? {
    guard let (note, document) = try documents.prepareChange(of: .note(id), change)
    else { return nil }
    return PreparedNote(document: document, summary: NoteSummary(of: note, id: id))
  }

  /// Writes a prepared change of a note that is still as it was at its preparation. The note's
  /// words wait for ``indexWords()``.
  func write(_ note: PreparedNote) throws {
    let key = try documents.write(note.document)
    try noteChange(of: .note(note.summary.id), by: .here)
    try notes.update(document: key, to: note.summary)
    try waitingWords.add(document: key)
    try dropIfPurged(note.summary.id)
  }

  /// Changes the document with the purges of a note.
  ///
  /// - Returns: Whether there is something new.
  @discardableResult
  func changePurge(
    of id: NoteID, by author: Author = .here, _ change: (inout DocumentRemoval) throws -> Void
  ) throws -> Bool {
    let wasPurged = try documents.exists(.purge(id))
    guard try documents.change(.purge(id), by: author, change) != nil else { return false }
    try noteChange(of: .purge(id), by: author)
    do {
      try settlePurge(of: id, after: wasPurged)
    } catch LibraryFailure.damagedDocument(.note, _, _) {
      // The note is dropped after its repair.
    }
    return true
  }

  /// Records for sync that a document was changed here. Sync records changes by others itself.
  func noteChange(of name: DocumentName, by author: Author) throws {
    guard author == .here, let id = DocumentID(name.text) else { return }
    try SyncNotes.noteEdit(of: id, in: rows)
  }

  /// Records for sync that the coverage of a document may count for something else now.
  func noteRestart(of name: DocumentName) throws {
    guard let id = DocumentID(name.text) else { return }
    try SyncNotes.noteRestart(of: id, in: rows)
  }

  /// Rebuilds the rows that follow from a document.
  func summarize(_ name: DocumentName) throws {
    switch name {
    case .note(let id):
      guard let key = try documents.key(of: name.id),
        let note = try documents.content(of: name.id, as: Note.self)
      else { return }
      try summarize(note, id, key: key)
    case .purge(let id): try dropIfPurged(id)
    }
  }

  func summarize(_ note: Note, _ id: NoteID, key: Int) throws {
    try notes.update(document: key, to: NoteSummary(of: note, id: id))
    try words.update(document: key, to: note)
  }
}
