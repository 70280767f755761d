// SPDX-License-Identifier: MIT

import DecentDocuments

/// The purges that the index and documents of purges know, kept in step with them.
///
/// All calls expect the caller to have begun a transaction.
struct PurgeTable {
  /// What is known of a purged note.
  struct Entry {
    /// What those who purged it had seen, together.
    let seen: NoteReach
    /// Whether an edit beyond that was met, and the note is being put together
    /// again from what remotes carry.
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

  /// Adds what is learnt of purges.
  ///
  /// - Returns: The notes of which there is a new purge.
  func add(_ purges: some Sequence<Purge>) throws -> [NoteID] {
    let seen = Self.reaches(of: purges)
    return try seen.keys.sorted().filter { note in
      guard var reach = seen[note] else { return false }
      let known = try self.purge(of: note)?.seen
      if let known { reach.merge(known) }
      guard reach != known else { return false }
      try database.run(
        "INSERT OR REPLACE INTO purges (note, seen) VALUES (?, ?)", .text("\(note)"),
        .blob(reach.encoded()))
      return true
    }
  }

  /// What those who purged each note had seen, together.
  private static func reaches(of purges: some Sequence<Purge>) -> [NoteID: NoteReach] {
    var seen: [NoteID: NoteReach] = [:]
    for purge in purges {
      if seen[purge.note]?.merge(purge.seen) == nil { seen[purge.note] = purge.seen }
    }
    return seen
  }

  /// Whether these are the purges that are known.
  func agrees(with purges: some Sequence<Purge>) throws -> Bool {
    let seen = Self.reaches(of: purges)
    let count = try database.row("SELECT count(*) FROM purges") { $0.integer(at: 0) }
    guard count == seen.count else { return false }
    return seen.allSatisfy { note, reach in (try? purge(of: note))?.seen == reach }
  }

  /// Drops what is known of purges other than these, and what says something else than these.
  func drop(notAmong purges: some Sequence<Purge>) throws {
    let seen = Self.reaches(of: purges)
    let rows = try database.rows("SELECT note FROM purges") { row throws(DatabaseFailure) in
      try row.text(at: 0)
    }
    for note in rows {
      let id = NoteID(note)
      let known = id.flatMap { (try? purge(of: $0))?.seen }
      if let known, known == id.flatMap({ seen[$0] }) { continue }
      try database.run("DELETE FROM purges WHERE note = ?", .text(note))
    }
  }

  /// Notes that an edit beyond the purge was met.
  func revive(_ note: NoteID) throws(DatabaseFailure) {
    try database.run("UPDATE purges SET is_revived = 1 WHERE note = ?", .text("\(note)"))
  }

  /// Notes that the note was purged once more.
  func endRevival(of note: NoteID) throws(DatabaseFailure) {
    try database.run("UPDATE purges SET is_revived = 0 WHERE note = ?", .text("\(note)"))
  }
}
