// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

extension Library {
  /// Drops notes for good, here and on every device that syncs: all of them or none.
  ///
  /// The version of each note is recorded in a document of its own. Edits beyond it, made by a device that
  /// does not know of the purge, bring the note back as a whole, with ``NoteSummary/wasPurged``. It comes
  /// back into the trash, unless the edits restore it.
  ///
  /// Objects that lie in remotes are not touched.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, and ``LibraryFailure/notInTrash(title:)`` for
  ///   a note that is not in the trash.
  public func purge(_ ids: [NoteID]) throws {
    try database.transaction {
      for id in ids {
        let note = try trashed(id)
        try changePurge(of: id) { try $0.purge(note) }
        try SyncNotes.endRevival(of: .note(id), in: rows)
        try dropIfPurged(id)
      }
    }
  }

  /// Checks that notes could be purged.
  ///
  /// - Throws: The errors of ``purge(_:)``.
  public func checkPurge(_ ids: [NoteID]) throws {
    try database.readTransaction {
      for id in ids { _ = try trashed(id) }
    }
  }

  private func trashed(_ id: NoteID) throws -> Note {
    guard let note = try documents.content(of: .note(id), as: Note.self) else {
      throw try absence(of: id)
    }
    guard note.isTrashed.value else { throw LibraryFailure.notInTrash(title: note.title.value) }
    return note
  }

  /// Brings a note in line with a purge that was learnt. A note that holds more stays, and takes in what
  /// remotes carry of it, unless it came back after an earlier purge. It is uploaded whole, since other
  /// devices have dropped what remotes cover of it. The caller has begun a transaction.
  ///
  /// - Parameter wasPurged: Whether the note had been purged before.
  func settlePurge(of id: NoteID, after wasPurged: Bool) throws {
    let cameBack = try wasPurged && !SyncNotes.isRevived(.note(id), in: rows)
    try SyncNotes.endRevival(of: .note(id), in: rows)
    if try dropIfPurged(id) || documents.key(of: .note(id)) == nil { return }
    try noteRestart(of: .note(id))
    try noteChange(of: .note(id), by: .here)
    if !cameBack { try SyncNotes.noteRevival(of: .note(id), in: rows) }
  }

  /// The purges of a note; nil if it was not purged, or if they cannot be read.
  func purges(of id: NoteID) throws -> DocumentRemoval? {
    guard try documents.exists(.purge(id)) else { return nil }
    do {
      return try documents.content(of: .purge(id), as: DocumentRemoval.self)
    } catch LibraryFailure.damagedDocument {
      return nil
    }
  }

  /// Drops a note that was purged and holds no edit beyond the reach of the purge. A note with more
  /// edits came back: it is in the trash, unless a device that had seen the trashing restored it.
  /// The caller has begun a transaction.
  ///
  /// - Returns: Whether it was dropped.
  @discardableResult
  func dropIfPurged(_ id: NoteID) throws -> Bool {
    guard let purges = try purges(of: id),
      let key = try documents.key(of: .note(id)),
      let note = try documents.content(of: .note(id), as: Note.self)
    else { return false }
    if try purges.covers(note) && !SyncNotes.isRevived(.note(id), in: rows) {
      try documents.remove(key)
      try words.remove(key)
      try noteRestart(of: .note(id))
      return true
    }
    try takeLeft(by: purges, into: id)
    return false
  }

  /// Merges the trashing that purges leave into a note that came back.
  private func takeLeft(by purges: DocumentRemoval, into id: NoteID) throws {
    let change = { (note: inout Note) in purges.leave(in: &note) }
    guard let stored = try documents.change(.note(id), change) else { return }
    try noteChange(of: .note(id), by: .here)
    try summarize(stored.content, id, key: stored.key)
  }
}
