// SPDX-License-Identifier: MIT

/// What became of a file.
public enum ImportOutcome: Hashable, Sendable {
  /// It became a note.
  case added(NoteID)
  /// Its note was changed.
  case changed(NoteID)
  /// There was nothing new in it.
  case unchanged(NoteID)
}

extension Library {
  /// Takes in files: all of them or none.
  ///
  /// A file with the id of a note changes what it says of it, the text by the smallest
  /// difference; any other becomes a note. Of a file that says when it was exported, what
  /// was changed in it since changes the note, and what else was done to that stays.
  ///
  /// - Parameter files: Files that ``NoteFile/check(defaultTitle:)`` accepts, with the titles
  ///   they get if they have none, and where they are.
  public func take(
    in files: [(file: NoteFile, defaultTitle: String, path: String)]
  ) throws -> [ImportOutcome] {
    var rest = files[...]
    return try take { rest.popFirst() }
  }

  /// Takes in files one after the other: all of them or none, whatever ends the program
  /// meanwhile. Until the last is taken in, others read what was there before, and wait with
  /// what they write.
  ///
  /// - Parameter next: Gives a file as ``take(in:)`` takes it, or nil after the last. It must
  ///   not use the library.
  public func take(
    from next: () throws -> (file: NoteFile, defaultTitle: String, path: String)?
  ) throws -> [ImportOutcome] {
    try database.transaction {
      var outcomes: [ImportOutcome] = []
      while let (file, title, path) = try next() {
        outcomes.append(try take(in: file, defaultTitle: title, at: path, after: outcomes.count))
      }
      return outcomes
    }
  }

  private func take(
    in file: NoteFile, defaultTitle: String, at path: String, after count: Int
  ) throws -> ImportOutcome {
    if let id = file.id, let key = try documents.key(of: .note(id)) {
      let base = try imports.base(of: file, at: path, for: key)
      if base?.digest == ExportStamp.Digest(of: file) { return .unchanged(id) }
      let isChanged = try changeNote(id) { $0.update(to: file, since: base) }
      try keep(file, at: path, for: id)
      return isChanged ? .changed(id) : .unchanged(id)
    }
    let draft = NoteDraft(
      title: file.title ?? defaultTitle, text: file.text, tags: file.tags ?? [],
      priority: file.priority ?? .normal)
    let id = try insert(draft, id: file.id, created: file.created, after: count)
    try keep(file, at: path, for: id)
    return .added(id)
  }

  /// Notes what a file said that may be changed and taken in again.
  private func keep(_ file: NoteFile, at path: String, for id: NoteID) throws {
    guard file.exported != nil, let key = try documents.key(of: .note(id)) else { return }
    try imports.keep(file, at: path, for: key)
  }
}

extension Library {
  /// Whether a file says something that its note does not and that was not taken in: something
  /// was changed by hand since it was exported, or it does not say when that was.
  public func lacks(_ file: NoteFile, at path: String, of note: Note, _ id: NoteID) throws -> Bool {
    let now = ExportStamp.Digest(of: file)
    if file.says(nothingBut: NoteFile(note, id: id)) { return false }
    return try database.readTransaction {
      guard let key = try documents.key(of: .note(id)) else { return false }
      return try imports.base(of: file, at: path, for: key)?.digest != now
    }
  }

  /// Notes that a file is what was exported now.
  public func noteExport(of id: NoteID, to path: String) throws {
    // Where nothing is known of the file, nothing is written: there may be no room for it.
    let isKnown = try database.readTransaction {
      try documents.key(of: .note(id)).map { try imports.isKnown(path, for: $0) } ?? false
    }
    guard isKnown else { return }
    try database.transaction {
      guard let key = try documents.key(of: .note(id)) else { return }
      try imports.forget(path, for: key)
    }
  }
}

extension NoteFile {
  /// Whether all that this file says another does too.
  fileprivate func says(nothingBut other: NoteFile) -> Bool {
    var whole = self
    whole.title = title ?? other.title
    whole.tags = tags ?? other.tags
    whole.priority = priority ?? other.priority
    return ExportStamp.Digest(of: whole) == ExportStamp.Digest(of: other)
  }

  /// Checks the parts against ``NoteLimits``.
  ///
  /// - Parameter title: The title if the file has none.
  public func check(defaultTitle title: String) throws(LibraryFailure) {
    try NoteDraft(title: self.title ?? title, text: text, tags: tags ?? []).check()
  }
}
