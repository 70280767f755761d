// SPDX-License-Identifier: MIT

/// The two ways to change documents, whoever made the change: each keeps what
/// follows from a document in step with it. The caller has begun a transaction.
extension Library {
  /// Changes a note.
  ///
  /// - Returns: Whether there is something new.
  @discardableResult
  func changeNote(_ id: NoteID, _ change: (inout Note) throws -> Void) throws -> Bool {
    guard let stored = try documents.change(.note(id), change) else { return false }
    try summarize(stored.content, id, key: stored.key)
    try dropIfPurged(id)
    return true
  }

  /// Changes the index.
  ///
  /// - Returns: Whether there is something new.
  @discardableResult
  func changeIndex(_ change: (inout NotebookIndex) throws -> Void) throws -> Bool {
    guard let stored = try documents.change(.index, change) else { return false }
    try summarize(stored.content)
    return true
  }

  /// Makes what follows from a document anew.
  func summarize(_ name: DocumentName) throws {
    switch name {
    case .index:
      try documents.content(of: .index, as: NotebookIndex.self).map(summarize)
    case .note(let id):
      guard let key = try documents.key(of: name),
        let note = try documents.content(of: name, as: Note.self)
      else { return }
      try summarize(note, id, key: key)
    }
  }

  func summarize(_ note: Note, _ id: NoteID, key: Int) throws {
    try notes.update(document: key, to: NoteSummary(of: note, id: id))
    try words.update(document: key, to: note)
  }

  private func summarize(_ index: NotebookIndex) throws {
    try places.update(to: index.order)
    for id in try purges.update(to: index.purges.values) { try dropIfPurged(id) }
  }
}
