// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import ReplicatingTypes

/// The documents that were changed since a revision of a library.
public struct LibraryChanges: Sendable {
  /// A document that was changed.
  public struct Document: Sendable {
    /// The name.
    public let name: DocumentName
    /// The bytes of its version; nil where many documents were changed, or this one is damaged.
    public let version: [UInt8]?
    /// The row of the list, if it is a note.
    public let note: ListedNote?
    /// The device that sent the edits that came last, which may be edits of others. Where that is not known,
    /// as after an edit made here, the device on which the last change of a note was made. Nil if neither is
    /// known, and where many documents were changed.
    public let device: DeviceID?
  }

  /// The row of a note in a list.
  public struct ListedNote: Sendable {
    /// All but the text.
    public let summary: NoteSummary
    /// The beginning of the text.
    public let snippet: String
    /// The size of the text, in bytes of UTF-8.
    public let size: Int
  }

  /// The revision of the last change: a number that grows with every change.
  public let revision: Int
  /// Whether all documents are listed.
  public let isWhole: Bool
  /// The purged notes that are gone, if these may have changed.
  public let gone: [NoteID]
  fileprivate let named: [(key: Int, name: DocumentName)]

  /// How many documents were changed.
  public var count: Int { named.count }

  /// Whether the versions of the documents are read: if they are few.
  fileprivate var hasVersions: Bool { !isWhole && count <= Library.mostVersions }
}

extension Library {
  /// The most changed documents of which the versions are read.
  static let mostVersions = 64

  /// The revision of the last change: a number that grows with every change of a document.
  public func lastRevision() throws -> Int {
    try database.readTransaction { try documents.lastRevision() }
  }

  /// The documents that were changed since a revision; all of them if this library never had that
  /// revision, or if it is 0.
  ///
  /// - Complexity: O(*n*) in the changed documents.
  public func changes(after known: Int) throws -> LibraryChanges {
    try database.readTransaction {
      let last = try documents.lastRevision()
      let isWhole = known <= 0 || known > last
      let rows = try database.rows(
        "SELECT key, name FROM documents WHERE revision > ? ORDER BY revision DESC",
        .integer(isWhole ? 0 : known)
      ) { row throws(DatabaseFailure) in (row.integer(at: 0), try row.text(at: 1)) }
      let named = rows.compactMap { row in DocumentName(text: row.1).map { (row.0, $0) } }
      let mayBeGone = isWhole || named.contains { $0.1.note == nil }
      return LibraryChanges(
        revision: last, isWhole: isWhole, gone: mayBeGone ? try goneNotes() : [], named: named)
    }
  }

  /// Some of the changed documents, the last one changed first. They are read as they are now, which may be
  /// later than the changes: then they are among those after the revision, too.
  ///
  /// - Parameter range: Within 0..<``LibraryChanges/count``.
  /// - Complexity: O(*n*) in the documents. Their versions are read if the changes are few.
  public func documents(
    _ range: Range<Int>, of changes: LibraryChanges
  ) throws -> [LibraryChanges.Document] {
    let named = changes.named[range]
    return try database.readTransaction {
      let notes = try notes.listed(named.filter { $0.name.note != nil }.map(\.key))
      let devices = changes.hasVersions ? try devicesByMark() : [:]
      return try named.map { key, name in
        let known = changes.hasVersions ? try version(of: name, devices) : nil
        return LibraryChanges.Document(
          name: name, version: known?.bytes,
          note: try notes[key].map { try listed($0, document: key) },
          device: known?.device)
      }
    }
  }

  /// The version of a document and the device that sent its last edits; nil if it is damaged.
  private func version(
    of name: DocumentName, _ devices: [DeviceMark: KnownDevice]
  ) throws -> (bytes: [UInt8], device: DeviceID?)? {
    do {
      switch name {
      case .note: return try version(of: name, as: Note.self, devices)
      case .purge: return try version(of: name, as: DocumentRemoval.self, devices)
      }
    } catch LibraryFailure.damagedDocument {
      return nil
    }
  }

  private func version<Document: ReplicatingDocument>(
    of name: DocumentName, as type: Document.Type, _ devices: [DeviceMark: KnownDevice]
  ) throws -> (bytes: [UInt8], device: DeviceID?)? {
    let open = try documents.open(name.id, as: type)
    guard open.isHere else { return nil }
    return (
      try open.content.version.encoded(),
      try SyncNotes.writer(of: name.id, at: open.version(), in: rows)
        ?? writer(of: open.content, since: Document.Version(), among: devices)
    )
  }

  private func listed(
    _ summary: NoteSummary, document key: Int
  ) throws -> LibraryChanges.ListedNote {
    if try !waitingWords.contains(document: key),
      let (snippet, size) = try words.beginning(of: key, length: Note.snippetLength)
    {
      return LibraryChanges.ListedNote(summary: summary, snippet: snippet, size: size)
    }
    var note: Note?
    do {
      note = try documents.content(of: .note(summary.id), as: Note.self)
    } catch LibraryFailure.damagedDocument {}
    return LibraryChanges.ListedNote(
      summary: summary, snippet: note?.snippet ?? "", size: note?.size ?? 0)
  }

  private func goneNotes() throws -> [NoteID] {
    try database.rows(
      """
      SELECT substr(name, 6) AS note FROM documents
      WHERE name > 'gone/' AND name < 'gone/g' AND NOT EXISTS (SELECT 1 FROM notes WHERE id = note)
      ORDER BY name
      """
    ) { row throws(DatabaseFailure) in NoteID(try row.text(at: 0)) }.compactMap(\.self)
  }
}
