// SPDX-License-Identifier: MIT

/// What became of a file.
public enum ImportOutcome: Hashable, Sendable {
  /// It became a note.
  case added(NoteID)
  /// Its note was changed.
  case changed(NoteID)
  /// Its note is as it says.
  case unchanged(NoteID)
}

extension Library {
  /// Takes in files: all of them or none.
  ///
  /// A file with the id of a note changes what it says of it, the text by the smallest
  /// difference; any other becomes a note.
  ///
  /// - Parameter files: Files that ``NoteFile/check(defaultTitle:)`` accepts, with the titles
  ///   they get if they have none.
  public func take(in files: [(file: NoteFile, defaultTitle: String)]) throws -> [ImportOutcome] {
    try database.transaction {
      try files.map { try take(in: $0.file, defaultTitle: $0.defaultTitle) }
    }
  }

  private func take(in file: NoteFile, defaultTitle: String) throws -> ImportOutcome {
    if let id = file.id, try documents.exists(.note(id)) {
      let isChanged = try changeNote(id) { $0.update(to: file) }
      return isChanged ? .changed(id) : .unchanged(id)
    }
    let draft = NoteDraft(
      title: file.title ?? defaultTitle, text: file.text, tags: file.tags ?? [],
      priority: file.priority ?? .normal)
    return .added(try insert(draft, id: file.id, created: file.created))
  }
}

extension NoteFile {
  /// Checks the parts against ``NoteLimits``.
  ///
  /// - Parameter title: The title if the file has none.
  public func check(defaultTitle title: String) throws(LibraryFailure) {
    try NoteDraft(title: self.title ?? title, text: text, tags: tags ?? []).check()
  }
}

extension Note {
  fileprivate mutating func update(to file: NoteFile) {
    if let new = file.title, new != title.value { title.value = new }
    if let new = file.priority, new != priority.value { priority.value = new }
    if let new = file.tags.map(Set.init) {
      for tag in tags.values.subtracting(new) { tags.remove(tag) }
      for tag in new.subtracting(tags.values) { tags.insert(tag) }
    }
    text.update(to: file.text)
  }
}
