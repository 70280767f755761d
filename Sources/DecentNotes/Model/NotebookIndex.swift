// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The order in which the notes of a library are shown, and which were purged.
///
/// Whether a note exists is up to the note's own document, unless it was purged.
/// Notes that the order does not know come first, newest first: a new note need
/// not change it.
public struct NotebookIndex: ReplicatingFields, Equatable, Sendable {
  /// The notes that were given a place, first the one shown first.
  public var order = ReplicatingOrderedSet<NoteID>()
  /// The notes that were purged, and what was seen of them then.
  public var purges = ReplicatingAddOnlySet<Purge>()

  /// Makes an index that knows no note.
  public init() {}

  public static let frameKind = FrameKind(code: 1001, name: "an index of notes")

  public var fields: Fields<ReplicatingOrderedSet<NoteID>, ReplicatingAddOnlySet<Purge>> {
    get { Fields(order, purges) }
    set { (order, purges) = newValue.values }
  }
}
