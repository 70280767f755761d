// SPDX-License-Identifier: MIT

extension Library {
  /// Drops notes for good, here and on every device that syncs: all of them or none.
  ///
  /// What was seen of each is recorded in the index. Edits beyond that, made by a
  /// device that does not know of the purge, bring a note back as a whole: into
  /// the trash, unless they restore it, with ``NoteSummary/wasPurged``.
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
          index.order.remove(purge.note)
          index.purges.insert(purge)
        }
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

  /// Drops a note if it was purged and holds nothing that was not seen then. The
  /// caller has begun a transaction.
  func dropIfPurged(_ id: NoteID) throws {
    guard let purge = try purges.purge(of: id), !purge.isRevived,
      let key = try documents.key(of: .note(id)),
      let note = try documents.content(of: .note(id), as: Note.self)
    else { return }
    if purge.seen.covers(NoteVersion(of: note)) {
      try documents.remove(key)
      try words.remove(key)
    } else {
      // Others have dropped what remotes covered: it must go out again, whole.
      try database.run("DELETE FROM covered WHERE document = ?", .integer(key))
    }
  }
}
