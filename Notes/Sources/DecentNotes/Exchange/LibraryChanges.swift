// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import ReplicatingTypes

/// The documents that were changed since a revision of a library.
public struct LibraryChanges: Sendable {
  /// A document that was changed.
  public struct Document: Sendable {
    /// The name of the document.
    public let name: DocumentName
    /// The bytes of the document's version. Nil if all documents are listed, if more than 64
    /// documents were changed, or if the document cannot be read.
    public let version: [UInt8]?
    /// The row of the note in a list; nil if the document is not a note, or if the note is gone.
    public let note: ListedNote?
    /// The device that sent the latest edits, which other devices may have made. If the sender is
    /// unknown, as after an edit made here, this is the device on which the note was last changed.
    /// Nil if neither device is known, or if `version` is nil.
    public let device: DeviceID?
  }

  /// The row of a note in a list.
  public struct ListedNote: Sendable {
    /// The note without its text.
    public let summary: NoteSummary
    /// The beginning of the text.
    public let snippet: String
    /// The size of the text, in bytes of UTF-8.
    public let size: Int
  }

  /// The revision of the last change: a number that grows with every change.
  public let revision: Int
  /// Whether all documents of the library are listed, changed or not.
  public let isWhole: Bool
  /// The purged notes among the changed documents.
  public let gone: [NoteID]
  fileprivate let names: [DocumentName]

  /// The number of listed documents.
  public var count: Int { names.count }

  /// Whether the versions of the documents are read. A list of all documents, or of more than 64
  /// documents, has no versions.
  fileprivate var hasVersions: Bool { !isWhole && count <= Library.mostVersions }
}

extension Library {
  /// The maximum number of changed documents for which versions are read.
  static let mostVersions = 64
  /// The maximum number of changed notes whose list rows are looked up one by one.
  private static let mostLookedUp = 256

  /// The revision of the last change: a number that grows with every change of a document.
  public func lastRevision() throws -> Int { try documents.revision() }

  /// The documents that were changed since a revision. Lists all documents if the revision is 0, or
  /// if this library has not reached the revision, as after a restored backup.
  ///
  /// - Complexity: O(*n*) in the changed documents.
  public func changes(after known: Int) throws -> LibraryChanges {
    try documents.reading {
      let changes = try collection.changes(after: known)
      let names = try changes.documents.reversed().compactMap { change in
        if !change.isRemoved { return DocumentName.note(NoteID(change.id)) }
        // A document that a repair dropped was not purged.
        return try collection.wasEverRemoved(change.id) ? .purge(NoteID(change.id)) : nil
      }
      return LibraryChanges(
        revision: changes.revision, isWhole: changes.areAll, gone: names.compactMap(\.purged),
        names: names)
    }
  }

  /// Some of the changed documents, sorted by their last changes, the latest first. The documents
  /// are read as they are now. A document that was changed after ``LibraryChanges/revision`` is
  /// also among the changes after that revision.
  ///
  /// - Parameter range: The positions in this order, within 0..<``LibraryChanges/count``.
  /// - Complexity: O(*n*) in the number of documents; in their sizes if their versions are read.
  public func documents(
    _ range: Range<Int>, of changes: LibraryChanges
  ) throws -> [LibraryChanges.Document] {
    try documents.reading {
      let isMany = range.count > Self.mostLookedUp
      let rows = isMany ? try notes.listed() : [:]
      let devices = changes.hasVersions ? try devicesByMark() : [:]
      return try changes.names[range].map { name in
        let known = changes.hasVersions ? try version(of: name, devices) : nil
        let row = try name.note.flatMap { isMany ? rows[$0] : try notes.listed($0) }
        return LibraryChanges.Document(
          name: name, version: known?.bytes,
          note: row.map {
            LibraryChanges.ListedNote(summary: $0.summary, snippet: $0.snippet, size: $0.size)
          },
          device: known?.device)
      }
    }
  }

  /// The version of a document, and the device of its last edits; nil if the document cannot be
  /// read.
  private func version(
    of name: DocumentName, _ devices: [DeviceMark: KnownDevice]
  ) throws -> (bytes: [UInt8], device: DeviceID?)? {
    do {
      switch name {
      case .purge(let id):
        let ours = try collection.exchangeRemoval(of: id.uuid, with: DocumentExchange())
        return (ours.version, nil)
      case .note(let id):
        guard let note = try collection.document(of: id.uuid) else { return nil }
        let last = note.lastRun(since: Note.Version()).flatMap { devices[$0.device]?.id }
        return (try note.version.encoded(), try collection.lastSender(of: id.uuid) ?? last)
      }
    } catch DocumentFailure.damagedDocument, DocumentFailure.newerDocument,
      DocumentFailure.unfitDocument
    {
      return nil
    }
  }
}
