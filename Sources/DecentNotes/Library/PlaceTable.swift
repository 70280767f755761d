// SPDX-License-Identifier: MIT

import DecentDocuments

/// The positions that the index gives to notes, and the keys by which lists are sorted. Both are
/// kept in step with the index, so that neither lists nor moves read it. A note with a position
/// here may not have arrived yet.
///
/// All calls expect the caller to have begun a transaction.
struct PlaceTable {
  let database: Database

  /// The key that a note of this library is sorted by.
  ///
  /// - Parameter created: The note's time of creation in the table of notes.
  func key(of note: NoteID, created: Int) throws(DatabaseFailure) -> OrderKey {
    OrderKey(try position(of: note) ?? NotePosition(ofTime: UInt64(max(0, created))), of: note)
  }

  /// The position that the index gives to a note, or nil if it stands by its creation.
  func position(of note: NoteID) throws(DatabaseFailure) -> NotePosition? {
    try database.row("SELECT position FROM places WHERE note = ?", .text(note.description)) {
      NotePosition(bytes: $0.blob(at: 0))
    }
  }

  /// Writes the positions and keys that a change of the index moved.
  ///
  /// - Complexity: O(*d* log *n*) in the notes *d* that have another position now.
  func update(
    to moves: [(note: NoteID, position: NotePosition?)]
  ) throws(DatabaseFailure) {
    for (note, position) in moves {
      try set(position, of: note)
      let created = try database.row(
        "SELECT created FROM notes WHERE id = ?", .text(note.description)
      ) { $0.integer(at: 0) }
      if let created { try sort(note, created: created) }
    }
  }

  /// Rebuilds all positions and keys.
  ///
  /// - Parameter given: The positions that the index gives to notes.
  /// - Complexity: O(*n* log *n*) in the notes.
  func fill(with given: [NoteID: NotePosition]) throws(DatabaseFailure) {
    try database.run("DELETE FROM places")
    for (note, position) in given { try set(position, of: note) }
    for (note, created, _) in try sorted() {
      if let note { try sort(note, created: created) }
    }
  }

  /// Whether all positions and keys agree with the index.
  func agrees(with index: NotebookIndex) throws(DatabaseFailure) -> Bool {
    let given = index.positions.dictionary
    let rows = try database.rows("SELECT note, position FROM places") { row in
      (note: (try? row.text(at: 0)).flatMap { NoteID($0) }, bytes: row.blob(at: 1))
    }
    guard rows.count == given.count,
      rows.allSatisfy({ row in row.note.flatMap { given[$0] }?.bytes == row.bytes })
    else { return false }
    return try sorted().allSatisfy { note, created, key in
      guard let note else { return true }
      let position = given[note] ?? NotePosition(ofTime: UInt64(max(0, created)))
      return key == OrderKey(position, of: note)
    }
  }

  private func set(_ position: NotePosition?, of note: NoteID) throws(DatabaseFailure) {
    guard let position else {
      return try database.run("DELETE FROM places WHERE note = ?", .text(note.description))
    }
    try database.run(
      "INSERT OR REPLACE INTO places (note, position) VALUES (?, ?)", .text(note.description),
      .blob(position.bytes))
  }

  private func sort(_ note: NoteID, created: Int) throws(DatabaseFailure) {
    try database.run(
      "UPDATE notes SET order_key = ? WHERE id = ?",
      .blob(try key(of: note, created: created).bytes), .text(note.description))
  }

  /// The notes that lists show, with the keys they are sorted by.
  private func sorted() throws(DatabaseFailure) -> [(note: NoteID?, created: Int, key: OrderKey)] {
    try database.rows("SELECT id, created, order_key FROM notes") { row in
      (
        (try? row.text(at: 0)).flatMap { NoteID($0) }, row.integer(at: 1),
        OrderKey(bytes: row.blob(at: 2))
      )
    }
  }
}
