// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync

/// Brings an older library up to date. Version 1 lacks the tables that follow from documents: they
/// are made and filled. Versions before 4 lack some books of sync. Versions before 5 sort notes by
/// ranks. Versions before 6 keep the books in tables. The tables of versions before 7
/// know no folders, and those before 8 no pinned notes: both are read from the notes, which may hold
/// them. Those before 9 have times of edits that are too early. The documents of all versions are read as they stand.
///
/// An unreadable document keeps its summary, and is reported when it is read.
/// The caller has begun a transaction.
struct LibraryMigration {
  private let library: Library

  init(of database: Database) {
    library = Library(database)
  }

  /// - Parameter version: The version of the library.
  func run(from version: Int) throws {
    let database = library.database
    if version < 6 { try database.execute(script: RowTable.schema) }
    if version < 4 { try database.execute(script: DatabaseFormat.fourthVersion) }
    if version < 2 { try database.execute(script: DatabaseFormat.secondVersion) }
    let ranks = try version < 5 ? ranks() : [:]
    if version < 5 { try database.execute(script: DatabaseFormat.fifthVersion) }
    if version < 7 { try database.execute(script: DatabaseFormat.seventhVersion) }
    if version < 8 { try database.execute(script: DatabaseFormat.eighthVersion) }
    if version < 2 {
      try fillDerivedTables()
    } else {
      try updateSummaries()
    }
    if version < 5 { try sortNotes(ranks) }
    if version < 6 { try keepBooksInRows() }
  }

  /// Copies this device's present and former ids, the objects it sealed and the documents edited
  /// here from the tables of sync to its rows. The next sync reads the contents of remotes again.
  private func keepBooksInRows() throws {
    let database = library.database
    let past = SyncPast(
      devices: try database.rows("SELECT id, coalesce(is_ours, 0) FROM devices") {
        row throws(DatabaseFailure) in (DeviceID(try row.text(at: 0)), row.integer(at: 1) == 1)
      }.compactMap { id, isOurs in id.map { ($0, isOurs) } },
      sealed: try database.rows("SELECT device, number, checksum FROM segments") {
        row throws(DatabaseFailure) in
        DeviceID(try row.text(at: 0)).map {
          SegmentReference(
            device: $0, number: row.integer(at: 1),
            checksum: UInt32(truncatingIfNeeded: row.integer(at: 2)))
        }
      }.compactMap(\.self),
      edited: try database.rows(
        """
        SELECT name FROM documents LEFT JOIN received ON received.document = key
        WHERE coalesce(received.edited, documents.revision) > 0
        """
      ) { row throws(DatabaseFailure) in DocumentID(try row.text(at: 0)) }.compactMap(\.self))
    try past.write(to: library.rows)
    for remote in try library.remotes() {
      let lastSync = try database.row(
        "SELECT time FROM visits WHERE remote = ?", .text(remote.name)
      ) { UInt64(clamping: $0.integer(at: 0)) }
      try library.policy(for: RemoteName(remote.name)).open(lastSync: lastSync ?? 0)
    }
    try database.execute(script: DatabaseFormat.sixthVersion)
  }

  private func fillDerivedTables() throws {
    let database = library.database
    try database.run("UPDATE notes SET edited = created")
    let names = try database.rows("SELECT name FROM documents ORDER BY key") {
      row throws(DatabaseFailure) in try row.text(at: 0)
    }
    for name in names where name != DocumentName.index.text { try summarize(name) }
  }

  /// Fills the columns that earlier versions lacked, and corrects the times of edits: version 4 took
  /// the start of a program for the time of an edit of tags, and those up to 8 the run of the last edit of a text
  /// for the newest.
  private func updateSummaries() throws {
    let database = library.database
    let rows = try database.rows("SELECT document, id FROM notes") { row throws(DatabaseFailure) in
      (key: row.integer(at: 0), id: NoteID(try row.text(at: 1)))
    }
    for row in rows {
      guard let id = row.id else { continue }
      do {
        let note = try library.documents.content(of: .note(id), as: Note.self)
        guard let note else { continue }
        let summary = NoteSummary(of: note, id: id)
        try database.run(
          "UPDATE notes SET edited = ?, folder = ?, is_pinned = ? WHERE document = ?",
          .integer(Int(clamping: summary.edited)), .text(summary.folder.text),
          .integer(summary.isPinned ? 1 : 0), .integer(row.key))
      } catch LibraryFailure.damagedDocument {
        continue
      }
    }
  }

  /// The positions that stand for the ranks in the table `places` of version 4.
  private func ranks() throws(DatabaseFailure) -> [NoteID: NotePosition] {
    let rows = try library.database.rows("SELECT note FROM places ORDER BY place") {
      row throws(DatabaseFailure) in NoteID(try row.text(at: 0))
    }
    let positions = rows.enumerated().compactMap { rank, note in
      note.map { ($0, NotePosition(rank: rank)) }
    }
    return Dictionary(positions) { first, _ in first }
  }

  /// Sorts the notes in the order that they had.
  ///
  /// - Parameter ranks: The order to keep if the index cannot be read.
  private func sortNotes(_ ranks: [NoteID: NotePosition]) throws {
    do {
      try library.summarize(.index)
    } catch LibraryFailure.damagedDocument {
      try library.places.fill(with: ranks)
    }
  }

  private func summarize(_ text: String) throws {
    do {
      try DocumentName(text: text).map(library.summarize)
    } catch LibraryFailure.damagedDocument {
      return
    }
  }
}
