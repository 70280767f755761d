// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

extension NotebookIndex {
  /// A note in a list, with the time of its creation in milliseconds since 1970.
  public typealias Listed = (id: NoteID, created: UInt64)

  /// Notes in the order in which lists show them.
  ///
  /// - Complexity: O(*n* log *n*) in the notes, and that of reading all positions.
  public func sorted(_ notes: [Listed]) -> [NoteID] {
    let positions = positions.dictionary
    return notes.map { (id: $0.id, key: Self.key(of: $0, positions)) }.sorted { $0.key < $1.key }
      .map { $0.id }
  }

  /// Moves a note between two others, or before or after all.
  ///
  /// - Parameters:
  ///   - before: The note before it; nil if it is to be the first.
  ///   - after: The note after it; nil if it is to be the last.
  ///   - now: The clock, in milliseconds since 1970.
  public mutating func move(
    _ note: NoteID, between before: Listed?, and after: Listed?, now: UInt64
  ) {
    let known = positions.dictionary
    positions[note] = NotePosition(
      between: before.map { Self.key(of: $0, known) }, and: after.map { Self.key(of: $0, known) },
      now: now)
  }

  private static func key(of note: Listed, _ positions: [NoteID: NotePosition]) -> OrderKey {
    OrderKey(positions[note.id] ?? NotePosition(ofTime: note.created), of: note.id)
  }
}
