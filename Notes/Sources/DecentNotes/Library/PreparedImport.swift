// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

/// The changes of one file, encoded: only rows are left to be written.
struct PreparedImport {
  let imported: ImportedFile
  /// The note that the file belongs to or becomes.
  let id: NoteID
  /// Whether there is such a note already.
  var isKnown = false
  /// The note with the change; nil if there is nothing new in the file.
  var note: DocumentDraft<Note>?
  /// Whether a new note needs an index of its own to come before all others.
  var isToBeFirst = false
  /// The file as ``ImportTable`` or ``SourceTable`` keeps it; nil for nothing.
  var kept: NoteFile?
  /// The note that the file became at an earlier import; nil for an unknown file, or for a file
  /// with an id.
  let source: SourceTable.Source?
  /// The version of the note's text after the import of a file without an id; nil if nothing is to
  /// be recorded.
  var stamp: ExportStamp?

  init(_ imported: ImportedFile, from source: SourceTable.Source?) {
    self.imported = imported
    self.source = source
    id = imported.file.id ?? source?.note ?? NoteID(from: .current)
  }

  var outcome: ImportOutcome {
    if !isKnown { return .added(id) }
    return note == nil ? .unchanged(id) : .changed(id)
  }
}

/// The files of one import that may be known by their paths or contents. The second file with the
/// same path or content waits for the first: it may belong to the note that the first file becomes.
struct KnownFiles {
  private var paths: Set<String> = []
  private var contents: Set<String> = []

  /// - Returns: False if the file waits for another.
  mutating func insert(_ imported: ImportedFile) -> Bool {
    if imported.file.id != nil || imported.isNew { return true }
    let isFirst = paths.insert(imported.path).inserted
    return contents.insert(imported.file.content).inserted && isFirst
  }
}

/// Gives each new note a time that puts it before all existing notes.
struct CreationTimes {
  /// How far the newest note may be ahead of the clock, in milliseconds. Up to this limit, a new
  /// note gets the next time after the newest note. A large import makes notes faster than the
  /// clock runs, so each of its notes raises the limit by a millisecond.
  private static let clockTolerance: UInt64 = 60_000

  private var first: FractionalIndex.Key?
  private var count: UInt64 = 0

  /// - Parameter first: The first key of all notes; nil if there are none.
  init(after first: FractionalIndex.Key?) {
    self.first = first
  }

  /// The time of a new note, in milliseconds since 1970.
  ///
  /// - Returns: The time, and whether it puts the note before all others.
  mutating func next(for note: NoteID) -> (created: UInt64, isFirst: Bool) {
    var created = ReplicationEnvironment.current.now
    if let newest = first?.time, created <= newest, newest - created < Self.clockTolerance + count {
      created = newest + 1
    }
    count += 1
    // The time as the library stores it.
    let key = FractionalIndex.Key(
      FractionalIndex(ofTime: UInt64(Int(clamping: created))), of: note.rawValue)
    if let first, first < key { return (created, false) }
    first = key
    return (created, true)
  }
}
