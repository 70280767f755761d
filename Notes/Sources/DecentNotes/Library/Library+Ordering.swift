// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

/// A place for a note in the order.
public enum NotePlace: Hashable, Sendable {
  /// The number of a place among the notes that are not in the trash, from 1.
  case number(Int)
  /// Right before another note.
  case before(NoteID)
  /// Right after another note.
  case after(NoteID)
}

extension Library {
  /// Adds a note before all other notes. Lists still show pinned notes first.
  ///
  /// The time of the note sorts it first. If the time of another note is far ahead of the clock,
  /// the new note is moved, and gets a `FractionalIndex` of its own.
  ///
  /// - Returns: The note's id.
  /// - Throws: A ``NoteFault`` for a draft beyond ``NoteLimits``.
  public func add(_ draft: NoteDraft) throws -> NoteID {
    try draft.check()
    return try changing { try insert(draft) }
  }

  /// Adds a note before all others. The caller has begun a transaction.
  func insert(_ draft: NoteDraft, id: NoteID? = nil) throws -> NoteID {
    let id = id ?? NoteID(from: .current)
    var times = CreationTimes(after: try notes.firstKey())
    let (created, isFirst) = times.next(for: id)
    try collection.add(
      documents.environment().run { draft.note(created: created) }, id: id.uuid)
    if !isFirst { try putFirst(id) }
    return id
  }

  /// Puts a note before all others. The caller has begun a transaction.
  func putFirst(_ id: NoteID) throws {
    guard let first = try notes.firstKey(), let key = try notes.key(of: id), first < key
    else { return }
    try unrecorded.edit(id.uuid) { $0.move(to: Self.index(between: nil, first)) }
  }

  /// Moves a note to a place in the order. A pinned note stays among the pinned notes, and any
  /// other note stays after them. No other note moves. The note stays between its two neighbours until a
  /// neighbour moves, whatever other devices do meanwhile.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, ``LibraryFailure/noSuchPlace(_:count:)``,
  ///   ``LibraryFailure/movedBesideItself``.
  public func move(_ id: NoteID, to place: NotePlace) throws {
    try changing {
      guard let key = try notes.key(of: id) else { throw LibraryFailure.unknownNote("\(id)") }
      let (before, after) = try neighbours(of: place, for: id, sortedBy: key)
      let isThere = before.map { $0 < key } ?? true && after.map { key < $0 } ?? true
      guard !isThere else { return }
      try changeKnown(id) { $0.move(to: Self.index(between: before, after)) }
    }
  }

  /// The keys of the notes before and after a place. The moved note itself is skipped.
  private func neighbours(
    of place: NotePlace, for note: NoteID, sortedBy key: FractionalIndex.Key
  ) throws -> (before: FractionalIndex.Key?, after: FractionalIndex.Key?) {
    switch place {
    case .number(let number):
      let isPinned = try notes.isPinned(note)
      if let after = try self.key(atNumber: number, arePinned: isPinned, besides: key) {
        return (try notes.key(before: after, besides: key), after)
      }
      guard let before = try notes.lastKey(arePinned: isPinned, besides: key) else {
        return (nil, nil)
      }
      return (before, try notes.key(after: before, besides: key))
    case .before(let other):
      let after = try self.key(of: other, besides: note)
      return (try notes.key(before: after, besides: key), after)
    case .after(let other):
      let before = try self.key(of: other, besides: note)
      return (before, try notes.key(after: before, besides: key))
    }
  }

  /// The key of the note that will follow the moved note at the place `number` in the list; nil for
  /// the last place. A pinned note stays among the pinned notes, and any other note after them.
  private func key(
    atNumber number: Int, arePinned: Bool, besides key: FractionalIndex.Key
  ) throws -> FractionalIndex.Key? {
    let pinned = try notes.listedCount(arePinned: true, besides: key)
    let before = arePinned ? number - 1 : max(0, number - 1 - pinned)
    if number > 0,
      let after = try notes.listedKey(arePinned: arePinned, after: before, besides: key)
    {
      return after
    }
    let count = try pinned + notes.listedCount(arePinned: false, besides: key) + 1
    guard 1...count ~= number else { throw LibraryFailure.noSuchPlace(number, count: count) }
    return nil
  }

  private func key(of other: NoteID, besides note: NoteID) throws -> FractionalIndex.Key {
    guard other != note else { throw LibraryFailure.movedBesideItself }
    guard let key = try notes.key(of: other) else {
      throw LibraryFailure.unknownNote("\(other)")
    }
    return key
  }

  private static func index(
    between before: FractionalIndex.Key?, _ after: FractionalIndex.Key?
  ) -> FractionalIndex {
    FractionalIndex(between: before, and: after, now: ReplicationEnvironment.current.now)
  }
}
