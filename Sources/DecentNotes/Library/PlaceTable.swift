// SPDX-License-Identifier: MIT

/// The order that the index gives, kept in step with it so that a list need not
/// read it. Notes that are not here may have a place, and the other way round.
///
/// All calls expect the caller to have begun a transaction.
struct PlaceTable {
  let database: Database

  /// Brings the places up to the index, writing those that differ.
  ///
  /// - Complexity: O(*n*) in the notes that have a place.
  func update(to order: some Sequence<NoteID>) throws(DatabaseFailure) {
    var old = try all()
    for (place, id) in order.enumerated() {
      let note = id.description
      guard old.removeValue(forKey: note) != place else { continue }
      try database.run(
        "INSERT OR REPLACE INTO places (note, place) VALUES (?, ?)", .text(note), .integer(place))
    }
    for note in old.keys {
      try database.run("DELETE FROM places WHERE note = ?", .text(note))
    }
  }

  /// Whether the places are those of the index.
  func agrees(with order: some Sequence<NoteID>) throws(DatabaseFailure) -> Bool {
    let pairs = order.enumerated().map { ($1.description, $0) }
    return try all() == Dictionary(pairs) { first, _ in first }
  }

  /// Drops all places.
  func clear() throws(DatabaseFailure) {
    try database.run("DELETE FROM places")
  }

  private func all() throws(DatabaseFailure) -> [String: Int] {
    let rows = try database.rows("SELECT note, place FROM places") { row throws(DatabaseFailure) in
      (try row.text(at: 0), row.integer(at: 1))
    }
    return Dictionary(rows) { first, _ in first }
  }
}
