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
  /// meanwhile.
  ///
  /// Files are read and notes are encoded before the library is locked. Others can write
  /// meanwhile; a note that they changed is merged with its file again. The lock is held while
  /// rows are written, without those of most words: see ``indexWords()``.
  ///
  /// The notes that are to be written are in memory at once: their files, and their bytes as
  /// the library stores them.
  ///
  /// A new note stands where its time belongs, also among notes that others add meanwhile.
  ///
  /// - Parameter next: Gives a file as ``take(in:)`` takes it, or nil after the last.
  public func take(
    from next: () throws -> (file: NoteFile, defaultTitle: String, path: String)?
  ) throws -> [ImportOutcome] {
    var times = CreationTimes(after: try database.readTransaction { try notes.firstKey() })
    var imports: [PreparedImport] = []
    while let (file, title, path) = try next() {
      imports.append(
        try database.readTransaction {
          try prepare(file, defaultTitle: title, at: path, times: &times)
        })
    }
    return try database.transaction {
      let outcomes = try imports.map { try write($0) }
      _ = try indexSomeWords()
      return outcomes
    }
  }

  /// Makes what a file changes ready to be written. The caller has begun a transaction.
  private func prepare(
    _ file: NoteFile, defaultTitle: String, at path: String, times: inout CreationTimes
  ) throws -> PreparedImport {
    var result = PreparedImport(file: file, defaultTitle: defaultTitle, path: path)
    if let origin = try file.id.flatMap({ try documents.origin(of: .note($0)) }) {
      let base = try imports.base(of: file, at: path, for: origin.key)
      result.origin = origin
      if base?.digest == ExportStamp.Digest(of: file) { return result }
      result.note = try prepareNote(result.id) { $0.update(to: file, since: base) }
    } else {
      let (created, isFirst) = file.created.map { ($0, true) } ?? times.next(for: result.id)
      result.isToBeFirst = !isFirst
      let draft = NoteDraft(
        title: file.title ?? defaultTitle, text: file.text, tags: file.tags ?? [],
        priority: file.priority ?? .normal)
      result.note = try prepareNote(result.id) { $0 = draft.note(created: created) }
    }
    if file.exported != nil { result.kept = ImportTable.packed(file) }
    return result
  }

  /// Writes what a file changes. The caller has begun a transaction.
  private func write(_ prepared: PreparedImport) throws -> ImportOutcome {
    var prepared = prepared
    if try documents.origin(of: .note(prepared.id)) != prepared.origin {
      var times = CreationTimes(after: try notes.firstKey())
      prepared = try prepare(
        prepared.file, defaultTitle: prepared.defaultTitle, at: prepared.path, times: &times)
    }
    if let note = prepared.note { try write(note) }
    if prepared.isToBeFirst { try putFirst(prepared.id) }
    if let kept = prepared.kept, let key = try documents.key(of: .note(prepared.id)) {
      try imports.keep(kept, at: prepared.path, for: key)
    }
    return prepared.outcome
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
