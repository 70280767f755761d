// SPDX-License-Identifier: MIT

import BinaryCoding

/// The purge of a note by a device that had seen certain edits of it.
///
/// Edits beyond them bring the note back. Several purges of one note count
/// together.
public struct Purge: Hashable, PlainValue, Sendable {
  /// The note.
  public let note: NoteID
  package let seen: NoteReach

  package init(note: NoteID, seen: NoteReach) {
    self.note = note
    self.seen = seen
  }
}
