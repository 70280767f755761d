// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The order in which the notes of a library are shown.
///
/// It orders and nothing else: whether a note exists is up to the note's own
/// document. Notes that it does not know come first, newest first: a new note
/// need not change it.
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
}
