// SPDX-License-Identifier: MIT

import DecentDocuments

/// The purges that the index and documents of purges know, kept in step with them.
///
/// All calls expect the caller to have begun a transaction.
struct PurgeTable {
  let database: Database

  /// The joint reach of all purges of a note; nil if it was not purged.
  func seen(of note: NoteID) throws -> NoteReach? {
    let bytes = try database.row("SELECT seen FROM purges WHERE note = ?", .text("\(note)")) {
      $0.blob(at: 0)
    }
    guard let bytes else { return nil }
    do {
      return try NoteReach(encoded: bytes)
    } catch {
      throw DatabaseFailure(code: .damaged, path: database.path, detail: "a row of purges")
    }
  }

  /// Merges purges into the table.
  ///
  /// - Returns: The notes that are newly purged or have a greater reach now, and whether each was purged
  ///   before.
  func add(_ purges: some Sequence<Purge>) throws -> [(note: NoteID, wasPurged: Bool)] {
    let seen = Purge.reaches(of: purges)
    return try seen.keys.sorted().compactMap { note in
      guard var reach = seen[note] else { return nil }
      let known = try self.seen(of: note)
      if let known { reach.merge(known) }
      guard reach != known else { return nil }
      try database.run(
        "INSERT OR REPLACE INTO purges (note, seen) VALUES (?, ?)", .text("\(note)"),
        .blob(reach.encoded()))
      return (note, known != nil)
    }
  }

  /// Whether the table holds these purges and no others.
  func agrees(with purges: some Sequence<Purge>) throws -> Bool {
    let seen = Purge.reaches(of: purges)
    let count = try database.row("SELECT count(*) FROM purges") { $0.integer(at: 0) }
    guard count == seen.count else { return false }
    return seen.allSatisfy { note, reach in (try? self.seen(of: note)) == reach }
  }

  /// Drops the rows of other purges, and the rows that disagree with these.
  func drop(notAmong purges: some Sequence<Purge>) throws {
    let seen = Purge.reaches(of: purges)
    // The text of a damaged row may be unreadable.
    let rows = try database.rows("SELECT CAST(note AS BLOB) FROM purges") { $0.blob(at: 0) }
    for note in rows {
      let id = NoteID(String(decoding: note, as: UTF8.self))
      let known = id.flatMap { try? self.seen(of: $0) }
      if let known, known == id.flatMap({ seen[$0] }) { continue }
      try database.run("DELETE FROM purges WHERE CAST(note AS BLOB) = ?", .blob(note))
    }
  }
}
