// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

extension Library {
  /// All notes, also the notes in the trash: first the pinned notes, then the others, each group
  /// sorted by ``Note/order``.
  public func summaries() throws -> [NoteSummary] {
    try documents.reading { try notes.all() }
  }

  /// The summary of a note.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``.
  public func summary(_ id: NoteID) throws -> NoteSummary {
    guard let found = try documents.reading({ try notes.summary(id) }) else {
      throw LibraryFailure.unknownNote("\(id)")
    }
    return found
  }

  /// A note as it is at this moment.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``.
  public func note(_ id: NoteID) throws -> Note {
    try documents.reading {
      guard let note = try naming(.note(id), { try collection.document(of: id.uuid) }) else {
        throw try absence(of: id)
      }
      return note
    }
  }

  /// The error for a note whose document does not exist. If lists show the note, the name of its
  /// document is damaged.
  func absence(of id: NoteID) throws -> LibraryFailure {
    guard try notes.summary(id) != nil else { return .unknownNote("\(id)") }
    return .damagedDocument(
      .note(id), path: documents.path, reason: "its name is damaged, so nothing finds it")
  }

  /// Runs `body`, and translates the error for an unreadable document into the notebook's error.
  func naming<Result>(_ name: DocumentName, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch DocumentFailure.damagedDocument(name.noteID.uuid, _, let path, let reason) {
      throw LibraryFailure.damagedDocument(name, path: path, reason: reason)
    } catch DocumentFailure.newerDocument(name.noteID.uuid, _, let reason),
      DocumentFailure.unfitDocument(name.noteID.uuid, _, let reason)
    {
      throw LibraryFailure.newerDocument(name, path: documents.path, reason: reason)
    }
  }

  /// The number of digits that tells the notes of this library apart.
  ///
  /// - Complexity: O(*n* log *n*) in the notes; O(1) if nothing was written since the last call.
  public func abbreviation() throws -> Abbreviation {
    try documents.reading {
      let revision = try documents.revision()
      if let known = knownAbbreviation, known.revision == revision { return known.abbreviation }
      let abbreviation = Abbreviation(of: try notes.ids())
      knownAbbreviation = (revision, abbreviation)
      return abbreviation
    }
  }

  /// The note that a reference names.
  ///
  /// - Parameters:
  ///   - reference: An exact title. If no note has the title, the first digits of an id, 4 or more.
  ///     If no id fits either, a folder and an exact title with `/` between them.
  ///   - wantsTrashed: Whether notes in the trash take precedence over the other notes that fit. If
  ///     not, the other notes take precedence.
  /// - Throws: ``LibraryFailure/unknownNote(_:)``,
  ///   ``LibraryFailure/noSuchTitle(_:near:abbreviation:)`` or
  ///   ``LibraryFailure/ambiguousNote(_:candidates:abbreviation:)``.
  public func find(_ reference: String, wantsTrashed: Bool = false) throws -> NoteID {
    try documents.reading {
      let titled = try notes.titled(reference)
      var fitting = titled.isEmpty ? try notes(withIDsBeginning: reference) : titled
      if fitting.isEmpty { fitting = try notes(inFolder: reference) }
      let wanted = fitting.filter { $0.isTrashed == wantsTrashed }
      let candidates = wanted.isEmpty ? fitting : wanted
      guard let first = candidates.first else { throw try unknown(reference, wantsTrashed) }
      guard candidates.count == 1 else {
        throw LibraryFailure.ambiguousNote(
          reference, candidates: candidates, abbreviation: Abbreviation(of: try notes.ids()))
      }
      return first.id
    }
  }

  /// The error for a reference that no note fits.
  private func unknown(_ reference: String, _ wantsTrashed: Bool) throws -> LibraryFailure {
    let all = try notes.all()
    let near = NearWords.of(
      reference, among: all.filter { $0.isTrashed == wantsTrashed }, by: \.title)
    if near.isEmpty { return .unknownNote(reference) }
    return .noSuchTitle(reference, near: near, abbreviation: Abbreviation(of: all.map(\.id)))
  }

  /// The notes that a reference names by a folder and a title with `/` between them. Folder and
  /// title may themselves contain `/`.
  private func notes(inFolder reference: String) throws -> [NoteSummary] {
    try reference.indices.filter { reference[$0] == "/" }.flatMap { place -> [NoteSummary] in
      guard let folder = NoteFolder(String(reference[..<place])).map(TypedFolder.init) else {
        return []
      }
      let title = String(reference[reference.index(after: place)...])
      return try notes.titled(title).filter { folder.fits($0.folder) }
    }
  }

  private static let fewestDigits = 4

  private func notes(withIDsBeginning digits: String) throws -> [NoteSummary] {
    let digits = digits.lowercased()
    guard digits.utf8.count >= Self.fewestDigits, digits.utf8.allSatisfy(IdentifierText.isDigit)
    else { return [] }
    return try notes.withIDs(beginning: digits)
  }
}
