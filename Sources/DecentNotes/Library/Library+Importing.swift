// SPDX-License-Identifier: MIT

/// The outcome of importing a file.
public enum ImportOutcome: Hashable, Sendable {
  /// The file became a note.
  case added(NoteID)
  /// The note of the file was changed.
  case changed(NoteID)
  /// The file held nothing new.
  case unchanged(NoteID)
}

extension Library {
  /// Imports files: all of them or none.
  ///
  /// A file with the id of a note changes the parts of the note that it states, the text by the
  /// smallest difference. Any other file becomes a new note. Edits made in an exported file since
  /// its export are merged into its note. Other changes of the note are kept.
  ///
  /// - Parameter files: Files that ``ImportedFile/check()`` accepts.
  public func take(in files: [ImportedFile]) throws -> [ImportOutcome] {
    var rest = files[...]
    return try take { rest.popFirst() }
  }

  /// Imports files one after the other: all of them or none, even if the program is killed
  /// meanwhile.
  ///
  /// Files are read and notes are encoded before the library is locked. Other processes can write
  /// meanwhile; a note that they changed is merged with its file again. The lock is held only while
  /// rows are written. The rows of most words are written later: see ``indexWords()``.
  ///
  /// All notes that are to be written are in memory at once: their files, and their bytes as the
  /// library stores them.
  ///
  /// The time of a new note decides its place, also among notes that others add meanwhile.
  ///
  /// - Parameter next: Returns the next file in the form of ``take(in:)``, or nil after the last.
  public func take(from next: () throws -> ImportedFile?) throws -> [ImportOutcome] {
    var times = CreationTimes(after: try database.readTransaction { try notes.firstKey() })
    var imports: [PreparedImport] = []
    while let file = try next() {
      imports.append(try database.readTransaction { try prepare(file, times: &times) })
    }
    return try database.transaction {
      let outcomes = try imports.map { try write($0) }
      _ = try indexSomeWords()
      return outcomes
    }
  }

  /// Prepares the changes of a file for writing. The caller has begun a transaction.
  private func prepare(
    _ imported: ImportedFile, times: inout CreationTimes
  ) throws -> PreparedImport {
    let file = imported.file
    var result = PreparedImport(imported)
    if let origin = try file.id.flatMap({ try documents.origin(of: .note($0)) }) {
      let base = try imports.base(of: file, at: imported.path, for: origin.key)
      result.origin = origin
      if base?.digest == ExportStamp.Digest(of: file) { return result }
      result.note = try prepareNote(result.id) { $0.update(to: file, since: base) }
    } else {
      let (created, isFirst) = file.created.map { ($0, true) } ?? times.next(for: result.id)
      result.isToBeFirst = !isFirst
      let draft = imported.draft()
      result.note = try prepareNote(result.id) { $0 = draft.note(created: created) }
    }
    if file.exported != nil { result.kept = ImportTable.packed(file) }
    return result
  }

  /// Writes the changes of a file. The caller has begun a transaction.
  private func write(_ prepared: PreparedImport) throws -> ImportOutcome {
    var prepared = prepared
    if try documents.origin(of: .note(prepared.id)) != prepared.origin {
      var times = CreationTimes(after: try notes.firstKey())
      prepared = try prepare(prepared.imported, times: &times)
    }
    if let note = prepared.note { try write(note) }
    if prepared.isToBeFirst { try putFirst(prepared.id) }
    if let kept = prepared.kept, let key = try documents.key(of: .note(prepared.id)) {
      try imports.keep(kept, at: prepared.imported.path, for: key)
    }
    return prepared.outcome
  }
}

extension Library {
  /// Whether a file has changes that its note lacks and that were not imported: changes made by
  /// hand since the export, or any difference if the file has no line `exported`.
  public func lacks(_ file: NoteFile, at path: String, of note: Note, _ id: NoteID) throws -> Bool {
    let now = ExportStamp.Digest(of: file)
    if file.says(nothingBut: NoteFile(note, id: id)) { return false }
    return try database.readTransaction {
      guard let key = try documents.key(of: .note(id)) else { return false }
      return try imports.base(of: file, at: path, for: key)?.digest != now
    }
  }

  /// Records that a file was just exported.
  public func noteExport(of id: NoteID, to path: String) throws {
    // Nothing is written for a file without a record: the disk may be full.
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
  /// Whether `other` says everything that this file says.
  fileprivate func says(nothingBut other: NoteFile) -> Bool {
    var whole = self
    whole.title = title ?? other.title
    whole.tags = tags ?? other.tags
    whole.priority = priority ?? other.priority
    whole.folder = folder ?? other.folder
    return ExportStamp.Digest(of: whole) == ExportStamp.Digest(of: other)
  }
}
