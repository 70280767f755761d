// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

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
  /// Imports files one after the other: all of them or none, even if the program is killed during
  /// the import.
  ///
  /// A file with the id of a note changes the parts of the note that the file states. The text is
  /// changed by a small difference. Edits made in an exported file since its export are merged into
  /// its note, and so are edits made in a file without an id since the file's last import
  /// (``SourceTable``). Other changes of the note are kept. An unknown file becomes a new note.
  ///
  /// Files are read and notes are encoded before the library is locked. Until then, other processes
  /// can write; a note that they changed is merged with its file again. The lock is held only while
  /// rows are written. After the lock is released, words are indexed: see ``indexWords()``.
  ///
  /// All files, and the stored bytes of all changed notes, are in memory at once.
  ///
  /// The time of a new note decides its place in the order, also among notes that other processes
  /// add during the import.
  ///
  /// - Parameter next: Returns the next file; nil after the last. ``ImportedFile/check()`` must
  ///   accept each file.
  public func take(from next: () throws -> ImportedFile?) throws -> [ImportOutcome] {
    // Notes are prepared outside of a write. So this call gives their edits the mark of this
    // device.
    try documents.environment().run { try takeHere(from: next) }
  }

  /// Imports files, as edits that have the mark of this device.
  private func takeHere(from next: () throws -> ImportedFile?) throws -> [ImportOutcome] {
    var times = CreationTimes(after: try documents.reading { try notes.firstKey() })
    var imports: [PreparedImport] = []
    while let file = try next() {
      imports.append(try documents.reading { try prepare(file, times: &times) })
    }
    let outcomes = try documents.transaction {
      var known = KnownFiles()
      let areUpToDate = try imports.map { prepared in
        try source(of: prepared.imported) == prepared.source && known.insert(prepared.imported)
      }
      let drafts = zip(imports, areUpToDate).compactMap { $1 ? $0.note : nil }
      var stored = try collection.commit(drafts)[...]
      return try zip(imports, areUpToDate).map { prepared, isUpToDate in
        let isStored = isUpToDate && (prepared.note == nil || stored.popFirst() == true)
        return try write(prepared, isStored: isStored)
      }
    }
    try? indexWords()
    return outcomes
  }

  /// The outcomes that an import of files would have. Nothing is written.
  public func preview(from next: () throws -> ImportedFile?) throws -> [ImportOutcome] {
    var times = CreationTimes(after: try documents.reading { try notes.firstKey() })
    var outcomes: [ImportOutcome] = []
    while let file = try next() {
      outcomes.append(
        try documents.reading { try prepare(file, times: &times).outcome })
    }
    return outcomes
  }

  /// Prepares the changes of a file for writing. The caller has begun a transaction.
  private func prepare(
    _ imported: ImportedFile, times: inout CreationTimes
  ) throws -> PreparedImport {
    let file = imported.file
    var result = PreparedImport(imported, from: try source(of: imported))
    let mayBeKnown = file.id != nil || result.source != nil
    result.isKnown = try mayBeKnown && collection.exists(result.id.uuid)
    if result.isKnown {
      let base =
        try result.source?.base ?? imports.base(of: file, at: imported.path, for: result.id)
      if base?.digest == ExportStamp.Digest(of: file) {
        if let source = result.source, source.path != imported.path { result.keep(source) }
        return result
      }
      result.note = try naming(.note(result.id)) {
        try collection.draft(editing: result.id.uuid) { note in
          note.update(to: file, since: base)
          result.keep(note.text)
        }
      }
    } else {
      let time = (file.created ?? imported.modified).map { ($0, true) }
      let (created, isFirst) = time ?? times.next(for: result.id)
      result.isToBeFirst = !isFirst
      let note = imported.draft().note(created: created)
      result.keep(note.text)
      result.note = try collection.draft(adding: note, id: result.id.uuid)
    }
    return result
  }

  /// The note that a file became at an earlier import; nil for an unknown file, a file with an id,
  /// or a file that is to become a new note.
  private func source(of imported: ImportedFile) throws -> SourceTable.Source? {
    imported.file.id != nil || imported.isNew ? nil : try sources.source(of: imported)
  }

  /// Writes the changes of a file. The caller has begun a transaction.
  ///
  /// - Parameter isStored: Whether the change of the note, if any, was stored. If not, the change
  ///   is prepared again.
  private func write(_ prepared: PreparedImport, isStored: Bool) throws -> ImportOutcome {
    var prepared = prepared
    if try !isStored
      || prepared.note == nil && prepared.isKnown != collection.exists(prepared.id.uuid)
    {
      var times = CreationTimes(after: try notes.firstKey())
      prepared = try prepare(prepared.imported, times: &times)
      _ = try prepared.note?.commit()
    }
    if prepared.isToBeFirst { try putFirst(prepared.id) }
    guard try prepared.note != nil || collection.exists(prepared.id.uuid) else {
      return prepared.outcome
    }
    if let stamp = prepared.stamp {
      try sources.keep(
        prepared.imported, stamp, content: prepared.kept, for: prepared.id,
        movedFrom: prepared.source?.path)
    } else if let kept = prepared.kept {
      try imports.keep(kept, at: prepared.imported.path, for: prepared.id)
    }
    return prepared.outcome
  }
}

extension PreparedImport {
  /// Marks the file to be recorded, with the version of the text after its import.
  fileprivate mutating func keep(_ text: ReplicatingText) {
    let file = imported.file
    if file.id == nil {
      stamp = ExportStamp(of: text, digest: ExportStamp.Digest(of: file))
      kept = isKnown ? file : nil
    } else if file.exported != nil {
      kept = file
    }
  }

  /// Marks a moved file to be recorded at its new path.
  fileprivate mutating func keep(_ source: SourceTable.Source) {
    stamp = source.base.stamp
    kept = source.base.taken
  }
}

extension Library {
  /// Whether a file has changes that its note lacks and that were not imported. In a file without a
  /// line `exported`, any difference is a change. False if the library does not have the note.
  public func lacks(_ file: NoteFile, at path: String, of note: Note, _ id: NoteID) throws -> Bool {
    let now = ExportStamp.Digest(of: file)
    if file.says(nothingBut: NoteFile(note, id: id)) { return false }
    return try documents.reading {
      guard try collection.exists(id.uuid) else { return false }
      return try imports.base(of: file, at: path, for: id)?.digest != now
    }
  }

  /// Records that a file was just exported.
  public func noteExport(of id: NoteID, to path: String) throws {
    // Nothing is written for a file without a record: the disk may be full.
    if try imports.isKnown(path, for: id) { try imports.forget(path, for: id) }
  }

  private var imports: ImportTable { ImportTable(library: documents) }
  private var sources: SourceTable { SourceTable(library: documents) }
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
