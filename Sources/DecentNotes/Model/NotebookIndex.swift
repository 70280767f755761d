// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The order in which the notes of a library are shown, and which were purged.
///
/// Whether a note exists is up to the note's own document, unless it was purged.
/// Each note has a position of its own, by which lists are sorted (``NotePosition``):
///
/// 1. the one that it was moved to last;
/// 2. else its rank in the order that an earlier version saved, behind all notes that have none;
/// 3. else that of its creation: newest first.
///
/// So moving a note is one entry of ``positions``, and no other note moves.
public struct NotebookIndex: ReplicatingFields, Equatable, Sendable {
  /// The order that earlier versions saved, first the note shown first.
  ///
  /// It is read and merged, and not changed any more: positions were chosen beside the ranks in
  /// it, so that dropping a note from it would move those behind it.
  public var order = ReplicatingOrderedSet<NoteID>()
  /// The notes that were purged, and what was seen of them then.
  public var purges = ReplicatingAddOnlySet<Purge>()
  /// The notes that were moved, and where to.
  public var positions = ReplicatingDictionary<NoteID, NotePosition>()

  /// Makes an index that knows no note.
  public init() {}

  public static let frameKind = FrameKind(code: 1001, name: "an index of notes")

  public var fields:
    Fields<
      ReplicatingOrderedSet<NoteID>, ReplicatingAddOnlySet<Purge>,
      ReplicatingDictionary<NoteID, NotePosition>
    >
  {
    get { Fields(order, purges, positions) }
    set { (order, purges, positions) = newValue.values }
  }
}

extension NotebookIndex {
  /// The positions of all notes that have another than that of their creation.
  ///
  /// - Complexity: O(*n*) in these notes.
  var given: [NoteID: NotePosition] {
    var given = positions.dictionary
    for (rank, note) in order.enumerated() where given[note] == nil {
      given[note] = NotePosition(rank: rank)
    }
    return given
  }

  /// The notes that have another position than in an earlier state of this index, with their
  /// positions; nil for that of their creation.
  ///
  /// - Complexity: O(*n*) in the notes with positions; that of ``given`` if `order` changed.
  func moves(since old: NotebookIndex) -> [(note: NoteID, position: NotePosition?)] {
    let isOrderOld = order == old.order
    let was = isOrderOld ? old.positions.dictionary : old.given
    let now = isOrderOld ? positions.dictionary : given
    var moves: [(note: NoteID, position: NotePosition?)] = []
    for (note, position) in now where was[note] != position { moves.append((note, position)) }
    for note in was.keys where now[note] == nil {
      moves.append((note, order.firstIndex(of: note).map { NotePosition(rank: $0) }))
    }
    return moves
  }
}
