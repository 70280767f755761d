// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingTypes

/// The order in which the notes of a library are shown, and the purges of notes.
///
/// A note exists if its own document does, unless it was purged. Each note has a position of its
/// own, by which lists are sorted (``NotePosition``):
///
/// 1. the position that it was moved to last;
/// 2. else its rank in the order that an earlier version saved, behind all positions of times;
/// 3. else the position of its creation: newest first.
///
/// So moving a note is one entry of ``positions``, and no other note moves.
public struct NotebookIndex: ReplicatingModel {
  /// The order that earlier versions saved, first the note shown first.
  ///
  /// The order is read and merged, but no longer changed. Positions were chosen beside the ranks in
  /// it, so dropping a note from it would move the notes behind.
  public var order = ReplicatingOrderedSet<NoteID>()
  /// The purged notes, with the reaches of the purges.
  public var purges = ReplicatingAddOnlySet<Purge>()
  /// The positions of the notes that were moved.
  public var positions = ReplicatingDictionary<NoteID, NotePosition>()
  /// The fields that later versions of this program add to the index.
  public var newerFields = NewerFields()

  /// Makes an index that knows no note.
  public init() {}

  public static let kind = "decent.index"

  public static let fields = FieldList<NotebookIndex>([
    ReachedField("order", { $0.order }, { $1(&$0.order) }),
    ReachedField("purges", { $0.purges }, { $1(&$0.purges) }),
    ReachedField("positions", { $0.positions }, { $1(&$0.positions) }),
  ])

  public static let former = FormerFields(
    code: 1001, keys: ["order", "purges", "positions"])
}

extension NotebookIndex {
  /// The positions of all notes that do not stand by their creation.
  ///
  /// - Complexity: O(*n*) in these notes.
  package var given: [NoteID: NotePosition] {
    var given = positions.dictionary
    for (rank, note) in order.enumerated() where given[note] == nil {
      given[note] = NotePosition(rank: rank)
    }
    return given
  }

  /// The notes whose position differs from that in an earlier state of this index, with the new
  /// position; nil for that of their creation.
  ///
  /// - Complexity: O(*n*) in the notes with positions; that of ``given`` if `order` changed.
  package func moves(since old: NotebookIndex) -> [(note: NoteID, position: NotePosition?)] {
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
