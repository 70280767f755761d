// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingTypes

/// The order in which the notes of a library are shown, and the purges of notes.
///
/// A note exists if its own document does, unless it was purged. Each note has a position of its
/// own, by which lists are sorted (``NotePosition``): the one that it was moved to last, else that of
/// its creation, newest first. So moving a note is one entry of ``positions``, and no other note moves.
public struct NotebookIndex: ReplicatingModel {
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
    ReachedField("purges", { $0.purges }, { $1(&$0.purges) }),
    ReachedField("positions", { $0.positions }, { $1(&$0.positions) }),
  ])
}

extension NotebookIndex {
  /// The notes whose position differs from that in an earlier state of this index, with the new
  /// position; nil for that of their creation.
  ///
  /// - Complexity: O(*n*) in the notes with positions.
  package func moves(since old: NotebookIndex) -> [(note: NoteID, position: NotePosition?)] {
    let (was, now) = (old.positions.dictionary, positions.dictionary)
    var moves: [(note: NoteID, position: NotePosition?)] = []
    for (note, position) in now where was[note] != position { moves.append((note, position)) }
    for note in was.keys where now[note] == nil { moves.append((note, nil)) }
    return moves
  }
}
