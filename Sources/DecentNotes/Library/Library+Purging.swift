// SPDX-License-Identifier: MIT

extension Library {
  /// Drops notes for good, here and on every device that syncs: all of them or none.
  ///
  /// What was seen of each is recorded in the index, or beside it if many programs edited the
  /// note. Edits beyond that, made by a device that does not know of the purge, bring a note back
  /// as a whole: into the trash, unless they restore it, with ``NoteSummary/wasPurged``.
  ///
  /// Objects that lie in remotes are not touched.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, and ``LibraryFailure/notInTrash(title:)`` for
  ///   a note that is not in the trash.
  public func purge(_ ids: [NoteID]) throws {
    try database.transaction {
      let purges = try ids.map { id in Purge(note: id, seen: NoteReach(of: try trashed(id))) }
      try changeIndex { index in
        for purge in purges {
          index.positions[purge.note] = nil
          if purge.seen.fitsIndex { index.purges.insert(purge) }
        }
      }
      for purge in purges where !purge.seen.fitsIndex {
        try changePurge(of: purge.note) { $0.insert(purge.seen) }
      }
      for id in ids {
        try self.purges.endRevival(of: id)
        try dropIfPurged(id)
      }
    }
  }

  /// Checks that notes could be purged.
  ///
  /// - Throws: What ``purge(_:)`` throws.
  public func checkPurge(_ ids: [NoteID]) throws {
    try database.readTransaction {
      for id in ids { _ = try trashed(id) }
    }
  }

  private func trashed(_ id: NoteID) throws -> Note {
    guard let note = try documents.content(of: .note(id), as: Note.self) else {
      throw LibraryFailure.unknownNote("\(id)")
    }
    guard note.isTrashed.value else { throw LibraryFailure.notInTrash(title: note.title.value) }
    return note
  }

  /// Drops a note if it was purged and holds nothing that was not seen then. One that holds
  /// more came back: it is in the trash, unless it was restored by one who knew that it was.
  /// The caller has begun a transaction.
  func dropIfPurged(_ id: NoteID) throws {
    guard let purge = try purges.purge(of: id),
      let key = try documents.key(of: .note(id)),
      let note = try documents.content(of: .note(id), as: Note.self)
    else { return }
    if !purge.isRevived {
      guard !purge.seen.covers(NoteVersion(of: note)) else {
        try documents.remove(key)
        try words.remove(key)
        return try noteRestart(of: .note(id))
      }
      // Others have dropped what remotes covered: it must go out again, whole.
      try noteRestart(of: .note(id))
      try noteChange(of: .note(id), by: .here)
    }
    try takeTrashing(of: purge, into: id)
  }

  /// Has a note that came back be where it was purged from. The edit that put it there went
  /// with the note if it was never sent; the purge carries its stamp.
  private func takeTrashing(of purge: PurgeTable.Entry, into id: NoteID) throws {
    let change = { (note: inout Note) in note.isTrashed.merge(purge.seen.trashing) }
    guard let stored = try documents.change(.note(id), change) else { return }
    try noteChange(of: .note(id), by: .here)
    try summarize(stored.content, id, key: stored.key)
  }
}
