// SPDX-License-Identifier: MIT

import DecentDocuments

/// Neighbours in the order of the notes, each found by the index of their keys.
extension NoteTable {
  /// The key that a note is sorted by, or nil if there is no such note.
  func key(of note: NoteID) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try key("SELECT order_key FROM notes WHERE id = ?", .text(note.description))
  }

  /// The first key of all.
  func firstKey() throws(DatabaseFailure) -> FractionalIndex.Key? {
    try key("SELECT order_key FROM notes ORDER BY order_key LIMIT 1")
  }

  /// Whether a note is pinned.
  func isPinned(_ note: NoteID) throws(DatabaseFailure) -> Bool {
    try database.row("SELECT is_pinned FROM notes WHERE id = ?", .text(note.description)) {
      $0.integer(at: 0)
    } == 1
  }

  /// The last key of the pinned notes, or of the others, except `other`.
  func lastKey(
    arePinned: Bool, besides other: FractionalIndex.Key
  ) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try key(
      """
      SELECT order_key FROM notes WHERE is_pinned = ? AND order_key <> ?
      ORDER BY order_key DESC LIMIT 1
      """, .integer(arePinned ? 1 : 0), .blob(other.bytes))
  }

  /// The greatest key less than `key`, except `other`.
  func key(
    before key: FractionalIndex.Key, besides other: FractionalIndex.Key
  ) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try self.key(
      """
      SELECT order_key FROM notes WHERE order_key < ? AND order_key <> ?
      ORDER BY order_key DESC LIMIT 1
      """, .blob(key.bytes), .blob(other.bytes))
  }

  /// The least key greater than `key`, except `other`.
  func key(
    after key: FractionalIndex.Key, besides other: FractionalIndex.Key
  ) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try self.key(
      """
      SELECT order_key FROM notes WHERE order_key > ? AND order_key <> ?
      ORDER BY order_key LIMIT 1
      """, .blob(key.bytes), .blob(other.bytes))
  }

  /// The key of the note behind the first `count` pinned notes, or others, that are not in the trash.
  ///
  /// - Parameter count: How many such notes stand before it, without that of `other`.
  /// - Complexity: O(`count`)
  func listedKey(
    arePinned: Bool, after count: Int, besides other: FractionalIndex.Key
  ) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try key(
      """
      SELECT order_key FROM notes WHERE is_trashed = 0 AND is_pinned = ? AND order_key <> ?
      ORDER BY order_key LIMIT 1 OFFSET ?
      """, .integer(arePinned ? 1 : 0), .blob(other.bytes), .integer(count))
  }

  /// How many pinned notes, or others, are not in the trash, without that of `other`.
  func listedCount(
    arePinned: Bool, besides other: FractionalIndex.Key
  ) throws(DatabaseFailure) -> Int {
    try database.row(
      "SELECT count(*) FROM notes WHERE is_trashed = 0 AND is_pinned = ? AND order_key <> ?",
      .integer(arePinned ? 1 : 0), .blob(other.bytes)
    ) { $0.integer(at: 0) } ?? 0
  }

  private func key(
    _ sql: String, _ values: DatabaseValue...
  ) throws(DatabaseFailure) -> FractionalIndex.Key? {
    try database.rows(sql, values) { FractionalIndex.Key(bytes: $0.blob(at: 0)) }.first
  }
}
