// SPDX-License-Identifier: MIT

import DecentDocuments

/// The purges that the index and documents of purges know, kept in step with them.
///
/// All calls expect the caller to have begun a transaction.
struct PurgeTable {
  /// The record of a purged note.
  struct Entry {
    /// The joint reach of all purges of the note.
    let seen: NoteReach
    /// Whether an edit beyond that reach was met. The note is then put together
    /// again from the objects in remotes.
    let isRevived: Bool
  }

  let database: Database

  /// The purge of a note, if it was purged.
  func purge(of note: NoteID) throws -> Entry? {
    let row = try database.row(
      "SELECT seen, is_revived FROM purges WHERE note = ?", .text("\(note)")
    ) { (seen: $0.blob(at: 0), isRevived: $0.integer(at: 1) != 0) }
    guard let row else { return nil }
    do {
      return Entry(seen: try NoteReach(encoded: row.seen), isRevived: row.isRevived)
    } catch {
      throw DatabaseFailure(code: .damaged, path: database.path, detail: "a row of purges")
    }
  }

  /// Merges purges into the table.
  ///
  /// - Returns: The notes that are newly purged or have a greater reach now, and their purges before.
  func add(_ purges: some Sequence<Purge>) throws -> [(note: NoteID, before: Entry?)] {
    let seen = Purge.reaches(of: purges)
    return try seen.keys.sorted().compactMap { note in
      guard var reach = seen[note] else { return nil }
      let known = try self.purge(of: note)
      if let known { reach.merge(known.seen) }
      guard reach != known?.seen else { return nil }
      try database.run(
        "INSERT OR REPLACE INTO purges (note, seen) VALUES (?, ?)", .text("\(note)"),
        .blob(reach.encoded()))
      return (note, known)
    }
  }

  /// Whether the table holds these purges and no others.
  func agrees(with purges: some Sequence<Purge>) throws -> Bool {
    let seen = Purge.reaches(of: purges)
    let count = try database.row("SELECT count(*) FROM purges") { $0.integer(at: 0) }
    guard count == seen.count else { return false }
    return seen.allSatisfy { note, reach in (try? purge(of: note))?.seen == reach }
  }

  /// Drops the rows of other purges, and the rows that disagree with these.
  func drop(notAmong purges: some Sequence<Purge>) throws {
    let seen = Purge.reaches(of: purges)
    // The text of a damaged row may be unreadable.
    let rows = try database.rows("SELECT CAST(note AS BLOB) FROM purges") { $0.blob(at: 0) }
    for note in rows {
      let id = NoteID(String(decoding: note, as: UTF8.self))
      let known = id.flatMap { (try? purge(of: $0))?.seen }
      if let known, known == id.flatMap({ seen[$0] }) { continue }
      try database.run("DELETE FROM purges WHERE CAST(note AS BLOB) = ?", .blob(note))
    }
  }

  /// Records that an edit beyond the purge was met.
  func revive(_ note: NoteID) throws(DatabaseFailure) {
    try database.run("UPDATE purges SET is_revived = 1 WHERE note = ?", .text("\(note)"))
  }

  /// Records that the note was purged once more.
  func endRevival(of note: NoteID) throws(DatabaseFailure) {
    try database.run("UPDATE purges SET is_revived = 0 WHERE note = ?", .text("\(note)"))
  }
}
