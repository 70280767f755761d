// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The order in which the notes of a library are shown.
///
/// It orders and nothing else: whether a note exists is up to the note's own
/// document.
public struct NotebookIndex: ReplicatingFields, Equatable, Sendable {
  /// The notes that were given a place, first the one shown first.
  public var order = ReplicatingOrderedSet<NoteID>()

  /// Makes an index that knows no note.
  public init() {}

  public static let frameKind = FrameKind(code: 1001, name: "an index of notes")

  public var fields: Fields<ReplicatingOrderedSet<NoteID>> {
    get { Fields(order) }
    set { order = newValue.values }
  }

  /// Puts notes into order: first those the index does not know, newest first;
  /// then those it knows, as it says.
  ///
  /// Notes made at the same time stand in the order of their ids, so that every
  /// device shows the same.
  ///
  /// - Complexity: O(*n* log *n*) in the notes.
  public func sorted(_ notes: [NoteSummary]) -> [NoteSummary] {
    let places = Dictionary(zip(order, 0...)) { first, _ in first }
    return notes.map { note in (note: note, place: places[note.id] ?? -1) }
      .sorted { left, right in
        left.place == right.place
          ? (left.note.created, left.note.id) > (right.note.created, right.note.id)
          : left.place < right.place
      }
      .map(\.note)
  }
}
