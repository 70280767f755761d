// SPDX-License-Identifier: MIT

extension Library {
  /// All notes, in the order of the index: those it does not know come first,
  /// newest first. Notes in the trash are among them.
  public func summaries() throws -> [NoteSummary] {
    try database.readTransaction {
      let index = try documents.content(of: .index, as: NotebookIndex.self) ?? NotebookIndex()
      return index.sorted(try notes.all(), by: \.id)
    }
  }

  /// A note as it is at this moment.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``.
  public func note(_ id: NoteID) throws -> Note {
    let note = try database.readTransaction {
      try documents.content(of: .note(id), as: Note.self)
    }
    guard let note else { throw LibraryFailure.unknownNote("\(id)") }
    return note
  }

  /// How many digits tell the notes of this library apart.
  public func abbreviation() throws -> Abbreviation {
    Abbreviation(of: try database.readTransaction { try notes.all() }.map(\.id))
  }

  /// The one note that a person means.
  ///
  /// - Parameters:
  ///   - reference: An exact title, or the first digits of an id, 4 or more.
  ///   - wantsTrashed: Whether notes in the trash are meant if both such and others fit,
  ///     instead of the others.
  /// - Throws: ``LibraryFailure/unknownNote(_:)`` or
  ///   ``LibraryFailure/ambiguousNote(_:candidates:)``.
  public func find(_ reference: String, wantsTrashed: Bool = false) throws -> NoteID {
    let fitting = try summaries().filter { $0.fits(reference) }
    let wanted = fitting.filter { $0.isTrashed == wantsTrashed }
    let candidates = wanted.isEmpty ? fitting : wanted
    guard let first = candidates.first else { throw LibraryFailure.unknownNote(reference) }
    guard candidates.count == 1 else {
      throw LibraryFailure.ambiguousNote(reference, candidates: candidates)
    }
    return first.id
  }
}

extension NoteSummary {
  private static let fewestDigits = 4

  /// Whether `reference` may mean this note.
  fileprivate func fits(_ reference: String) -> Bool {
    if title == reference { return true }
    let isPrefix = reference.utf8.count >= Self.fewestDigits
    return isPrefix && id.description.hasPrefix(reference.lowercased())
  }
}
