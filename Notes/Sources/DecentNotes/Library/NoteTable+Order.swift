// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

/// Neighbours in the order of the notes, found by the indexes `notes_by_order` and `notes_by_pin`.
/// Only `key(of:)` and `isPinned(_:)` search by id. The note with the key `moved` is skipped,
/// because it is about to get another place.
extension NoteTable {
  /// The key that a note is sorted by, or nil if there is no such note.
  func key(of note: NoteID) throws -> FractionalIndex.Key? {
    try key("SELECT order_key FROM notes WHERE id = ?", .text(note.description))
  }

  /// The first key of all notes; nil if there are none.
  func firstKey() throws -> FractionalIndex.Key? {
    try key("SELECT order_key FROM notes ORDER BY order_key LIMIT 1")
  }

  /// Whether a note is pinned.
  func isPinned(_ note: NoteID) throws -> Bool {
    try library.rows("SELECT is_pinned FROM notes WHERE id = ?", .text(note.description)) {
      try $0.integer(at: 0)
    }.first == 1
  }

  /// The last key of the pinned notes, or of the other notes.
  func lastKey(
    arePinned: Bool, besides moved: FractionalIndex.Key
  ) throws -> FractionalIndex.Key? {
    try key(
      """
      SELECT order_key FROM notes WHERE is_pinned = ? AND order_key <> ?
      ORDER BY order_key DESC LIMIT 1
      """, .integer(arePinned ? 1 : 0), .bytes(moved.bytes))
  }

  /// The greatest key less than `key`.
  func key(
    before key: FractionalIndex.Key, besides moved: FractionalIndex.Key
  ) throws -> FractionalIndex.Key? {
    try self.key(
      """
      SELECT order_key FROM notes WHERE order_key < ? AND order_key <> ?
      ORDER BY order_key DESC LIMIT 1
      """, .bytes(key.bytes), .bytes(moved.bytes))
  }

  /// The least key greater than `key`.
  func key(
    after key: FractionalIndex.Key, besides moved: FractionalIndex.Key
  ) throws -> FractionalIndex.Key? {
    try self.key(
      """
      SELECT order_key FROM notes WHERE order_key > ? AND order_key <> ?
      ORDER BY order_key LIMIT 1
      """, .bytes(key.bytes), .bytes(moved.bytes))
  }

  /// The key of the note after the first `count` notes, in the list of either the pinned notes or
  /// the notes that are not pinned. Notes in the trash are not counted.
  ///
  /// - Complexity: O(`count` + *t*) for *t* notes in the trash before the result.
  func listedKey(
    arePinned: Bool, after count: Int, besides moved: FractionalIndex.Key
  ) throws -> FractionalIndex.Key? {
    try key(
      """
      SELECT order_key FROM notes WHERE is_trashed = 0 AND is_pinned = ? AND order_key <> ?
      ORDER BY order_key LIMIT 1 OFFSET ?
      """, .integer(arePinned ? 1 : 0), .bytes(moved.bytes), .integer(count))
  }

  /// The number of pinned notes, or of the other notes. Notes in the trash are not counted.
  func listedCount(
    arePinned: Bool, besides moved: FractionalIndex.Key
  ) throws -> Int {
    try library.rows(
      "SELECT count(*) FROM notes WHERE is_trashed = 0 AND is_pinned = ? AND order_key <> ?",
      .integer(arePinned ? 1 : 0), .bytes(moved.bytes)
    ) { try $0.integer(at: 0) }.first ?? 0
  }

  private func key(
    _ sql: String, _ values: IndexValue...
  ) throws -> FractionalIndex.Key? {
    try library.rows(sql, values) { FractionalIndex.Key(bytes: try $0.bytes(at: 0)) }.first
  }
}
