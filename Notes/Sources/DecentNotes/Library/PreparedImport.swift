// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

/// The changes that the import of one file makes, encoded. Only rows are left to be written.
struct PreparedImport {
  let imported: ImportedFile
  /// The note that the file belongs to or becomes.
  let id: NoteID
  /// Whether the note exists already.
  var isKnown = false
  /// The note with the change; nil if there is nothing new in the file.
  var note: DocumentDraft<Note>?
  /// Whether a new note needs a `FractionalIndex` of its own to come before all others.
  var isToBeFirst = false
  /// The content of the file that ``ImportTable`` or ``SourceTable`` keeps; nil if neither does.
  var kept: NoteFile?
  /// The note that the file became at an earlier import; nil for an unknown file, a file with an
  /// id, or a file that is to become a new note.
  let source: SourceTable.Source?
  /// The stamp that ``SourceTable`` records for a file without an id; nil if it records nothing.
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

/// The files without an id in one import. A file with the path or content of an earlier file waits
/// until that file is written, because it may belong to the note that the earlier file becomes.
struct KnownFiles {
  private var paths: Set<String> = []
  private var contents: Set<String> = []

  /// - Returns: False if the file waits for an earlier file.
  mutating func insert(_ imported: ImportedFile) -> Bool {
    if imported.file.id != nil || imported.isNew { return true }
    let isFirst = paths.insert(imported.path).inserted
    return contents.insert(imported.file.content).inserted && isFirst
  }
}

/// Chooses times that put new notes before all existing notes, if possible.
struct CreationTimes {
  /// The time by which the newest note may be ahead of the clock, in milliseconds. Up to this
  /// limit, the time of a new note is a millisecond after the newest note. A large import makes
  /// notes faster than the clock runs, so each imported note raises the limit by a millisecond.
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
    // The library stores times up to `Int.max`.
    let key = FractionalIndex.Key(
      FractionalIndex(ofTime: UInt64(Int(clamping: created))), of: note.rawValue)
    if let first, first < key { return (created, false) }
    first = key
    return (created, true)
  }
}
