// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

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

extension Purge {
  /// The joint reach of the purges of each note.
  package static func reaches(of purges: some Sequence<Purge>) -> [NoteID: NoteReach] {
    var seen: [NoteID: NoteReach] = [:]
    for purge in purges {
      if seen[purge.note]?.merge(purge.seen) == nil { seen[purge.note] = purge.seen }
    }
    return seen
  }
}

extension NotebookIndex {
  /// Whether a purge in this index drops a note: the purges of the note have seen all its edits. The
  /// reaches of a purge may have a document of their own instead (``NoteReach/fitsIndex``).
  ///
  /// - Complexity: O(*n*) in the purges.
  public func drops(_ note: Note, _ id: NoteID) -> Bool {
    drops(note, id, besides: NoteReaches())
  }

  /// Whether a purge in this index, or in the document of its reaches, drops a note.
  ///
  /// - Complexity: O(*n*) in the purges.
  public func drops(_ note: Note, _ id: NoteID, besides reaches: NoteReaches) -> Bool {
    var seen: NoteReach?
    func add(_ reach: NoteReach) { if seen?.merge(reach) == nil { seen = reach } }
    for purge in purges where purge.note == id { add(purge.seen) }
    for reach in reaches { add(reach) }
    return seen?.covers(NoteVersion(of: note)) ?? false
  }

  /// Purges a note: takes away its place, and adds the purge to this index if that has room for it.
  ///
  /// - Returns: The reach for a document of its own, or nil if the index has room.
  public mutating func purge(_ note: Note, _ id: NoteID) -> NoteReach? {
    let purge = Purge(note: id, seen: NoteReach(of: note))
    positions[id] = nil
    guard purge.seen.fitsIndex else { return purge.seen }
    purges.insert(purge)
    return nil
  }
}
