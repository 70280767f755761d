// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import ReplicatingTypes

/// The documents of a notebook, as sync meets them. The only rule here is the meaning of a purge
/// for a note; it holds no rule of sync.
struct NoteKinds: DocumentKinds {
  let library: Library
  private let memory: DocumentMemory

  init(library: Library) {
    self.library = library
    memory = library.memory ?? DocumentMemory()
    library.memory = memory
  }

  var table: DocumentTable { library.documents }

  func open(_ document: DocumentID) throws -> (any OpenDocument)? {
    try naming(document) { () -> (any OpenDocument)? in
      switch DocumentName(document) {
      case .index:
        try table.content(of: document, as: NotebookIndex.self)
          .map { TypedDocument($0) { NotebookIndex() } }
      case .note:
        try table.content(of: document, as: Note.self).map { TypedDocument($0) { Note() } }
      case .purge:
        try table.content(of: document, as: NoteReaches.self).map { TypedDocument($0) { [] } }
      case nil: nil
      }
    }
  }

  func blank(_ document: DocumentID) -> any OpenDocument {
    switch DocumentName(document) {
    case .index: TypedDocument(NotebookIndex()) { NotebookIndex() }
    case .note: TypedDocument(Note()) { Note() }
    case .purge: TypedDocument(NoteReaches()) { [] }
    case nil: UnknownDocument()
    }
  }

  func receive(_ document: DocumentID, _ body: (any OpenDocument) throws -> Void) throws -> Bool {
    guard let name = DocumentName(document) else { return false }
    try naming(document) {
      switch name {
      case .index:
        _ = try library.changeIndex(by: .others) { index in
          let open = TypedDocument(index) { NotebookIndex() }
          try body(open)
          index = open.content
        }
      case .note(let id):
        _ = try library.changeNote(id, by: .others) { note in
          let open = TypedDocument(note) { Note() }
          try body(open)
          note = open.content
        }
      case .purge(let id):
        _ = try library.changePurge(of: id, by: .others) { seen in
          let open = TypedDocument(seen) { [] }
          try body(open)
          seen = open.content
        }
      }
    }
    return true
  }

  func bytes(of document: DocumentID) throws -> [UInt8]? {
    guard let name = DocumentName(document) else { return nil }
    let bytes = try naming(document) {
      switch name {
      case .index: try table.content(of: document, as: NotebookIndex.self)?.encoded()
      case .note: try table.content(of: document, as: Note.self)?.encoded()
      case .purge: try table.content(of: document, as: NoteReaches.self)?.encoded()
      }
    }
    return bytes ?? []
  }

  /// Runs `body` and turns its failure to read the document into a `DamagedDocument`, which sync
  /// understands.
  private func naming<Result>(_ document: DocumentID, _ body: () throws -> Result) throws -> Result
  {
    do {
      return try body()
    } catch LibraryFailure.damagedDocument(let name, let path, let reason) {
      guard name.id == document else {
        throw LibraryFailure.damagedDocument(name, path: path, reason: reason)
      }
      throw DamagedDocument(document, reason: reason)
    }
  }
}

/// Purged notes.
extension NoteKinds {
  private func purge(of document: DocumentID) throws -> (note: NoteID, seen: NoteReach)? {
    guard case .note(let id) = DocumentName(document) else { return nil }
    return try library.purges.seen(of: id).map { (id, $0) }
  }

  /// Other devices dropped a purged note and passed over the edits that the purge had seen. A note
  /// that is still here and holds more goes out whole once: versions that the purge had seen cover
  /// nothing.
  func isPassedOver(_ document: DocumentID, at version: [UInt8]) throws -> Bool {
    guard let (_, seen) = try purge(of: document) else { return false }
    if version.isEmpty { return true }
    guard let version = try? NoteVersion(encoded: version) else { return false }
    return seen.covers(version)
  }

  func isRemoved(_ document: DocumentID) throws -> Bool {
    try purge(of: document) != nil && !SyncNotes.isRevived(document, in: library.rows)
  }

  func isWithinRemoval(_ document: DocumentID, base version: [UInt8]) throws -> Bool {
    guard let (note, seen) = try purge(of: document) else { return false }
    if version.isEmpty { return true }
    var reach = seen
    if let here = try table.content(of: .note(note), as: Note.self) {
      reach.merge(NoteReach(of: here))
    }
    return (try? NoteVersion(encoded: version)).map(reach.covers) ?? false
  }

  func isOfRemovals(_ document: DocumentID) -> Bool {
    switch DocumentName(document) {
    case .index, .purge: true
    case .note, nil: false
    }
  }
}

extension Library {
  /// The rows of sync.
  var rows: RowTable { RowTable(database: database) }

  /// The notes that have a place in the order, were not purged and are not here.
  func missingNotes() throws(DatabaseFailure) -> [NoteID] {
    try database.rows(
      """
      SELECT places.note FROM places LEFT JOIN notes ON notes.id = places.note
      WHERE notes.id IS NULL AND places.note NOT IN (SELECT note FROM purges)
      ORDER BY places.note
      """
    ) { row throws(DatabaseFailure) in NoteID(try row.text(at: 0)) }.compactMap(\.self)
  }
}
