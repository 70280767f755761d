// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Where in the order a note is to stand.
public enum NotePlace: Hashable, Sendable {
  /// First of the notes that are not in the trash (1), second, and so on.
  case number(Int)
  /// Right before another note.
  case before(NoteID)
  /// Right after another note.
  case after(NoteID)
}

extension Library {
  /// How far back the clock may be set for a new note still to take the time after the
  /// newest note's, in milliseconds. Notes of a large import are ahead of the clock, too: one
  /// millisecond each if they take less.
  private static let clockTolerance: UInt64 = 60_000

  /// Adds a note and puts it before all others.
  ///
  /// The index comes into it only if the clock says that another note is newer.
  ///
  /// - Returns: The note's id.
  /// - Throws: A ``LibraryFailure`` for a draft beyond ``NoteLimits``.
  public func add(_ draft: NoteDraft) throws -> NoteID {
    try draft.check()
    return try database.transaction { try insert(draft) }
  }

  /// Adds a note: before all others, or where its time belongs if one is given. The
  /// caller has begun a transaction.
  ///
  /// - Parameter count: How many notes were inserted in the same transaction. That is faster
  ///   than one in each millisecond, and so puts their times before the clock.
  func insert(
    _ draft: NoteDraft, id: NoteID? = nil, created given: UInt64? = nil, after count: Int = 0
  ) throws -> NoteID {
    let environment = ReplicationEnvironment.current
    let id = id ?? NoteID(from: environment)
    let newest = try notes.newestUnplaced()?.created
    var created = given ?? environment.now
    let tolerance = Self.clockTolerance + UInt64(count)
    if given == nil, let newest, created <= newest, newest - created < tolerance {
      created = newest + 1
    }
    try changeNote(id) { $0 = draft.note(created: created) }
    if given == nil, let newest, created <= newest { try put(id, at: 0, among: try notes.all()) }
    return id
  }

  /// Moves a note to a place in the order.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, ``LibraryFailure/noSuchPlace(_:count:)``,
  ///   ``LibraryFailure/movedBesideItself``.
  public func move(_ id: NoteID, to place: NotePlace) throws {
    try database.transaction {
      let all = try notes.all()
      guard let old = all.firstIndex(where: { $0.id == id }) else {
        throw LibraryFailure.unknownNote("\(id)")
      }
      var others = all
      let note = others.remove(at: old)
      let new = try index(of: place, for: note, among: others)
      if new != old { try put(id, at: new, among: others) }
    }
  }

  /// The index that a note is to have among others.
  private func index(
    of place: NotePlace, for note: NoteSummary, among others: [NoteSummary]
  ) throws(LibraryFailure) -> Int {
    switch place {
    case .number(let number):
      let listed = others.indices.filter { !others[$0].isTrashed }
      guard (1...listed.count + 1).contains(number) else {
        throw .noSuchPlace(number, count: listed.count + 1)
      }
      guard number <= listed.count else { return others.count }
      return listed[number - 1]
    case .before(let other): return try index(of: other, for: note, among: others)
    case .after(let other): return try index(of: other, for: note, among: others) + 1
    }
  }

  private func index(
    of other: NoteID, for note: NoteSummary, among others: [NoteSummary]
  ) throws(LibraryFailure) -> Int {
    guard other != note.id else { throw .movedBesideItself }
    guard let index = others.firstIndex(where: { $0.id == other }) else {
      throw .unknownNote("\(other)")
    }
    return index
  }

  /// Gives a note its place. Notes behind it that the index does not know must be
  /// made known to it, for those it does not know come first.
  private func put(_ id: NoteID, at place: Int, among summaries: [NoteSummary]) throws {
    let others = summaries.map(\.id).filter { $0 != id }
    try changeIndex { index in
      let unknown = others[place...].prefix { !index.order.contains($0) }
      for (offset, other) in unknown.enumerated() { index.order.insert(other, at: offset) }
      let old = index.order.firstIndex(of: id)
      let next = place < others.count ? index.order.firstIndex(of: others[place]) : nil
      let new = next ?? index.order.count
      index.order.insert(id, at: old.map { $0 < new } == true ? new - 1 : new)
    }
  }
}
