// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import ReplicatingTypes

/// The documents of a notebook, as sync meets them. The only rule here is the meaning of a purge
/// for a note; it holds no rule of sync.
struct NotebookDocuments: SyncDocuments {
  let library: Library
  private let memory: DocumentMemory

  init(library: Library) {
    self.library = library
    memory = library.memory ?? DocumentMemory()
    library.memory = memory
  }

  private var table: DocumentTable { library.documents }

  func all() throws -> [DocumentID] { try table.names() }

  func open(_ document: DocumentID) throws -> OpenDocument {
    try naming(document) {
      switch DocumentName(document) {
      case .note(let id): try openNote(id)
      case .purge: try table.open(document, as: DocumentRemoval.self)
      case nil: OpenDocument(document)
      }
    }
  }

  /// Other devices dropped a purged note and passed over the edits that the purge had seen. A note
  /// that is still here and holds more goes out whole once: versions that the purge had seen cover
  /// nothing.
  private func openNote(_ id: NoteID) throws -> OpenDocument {
    let open = try table.open(.note(id), as: Note.self)
    open.removal = try library.purges(of: id).map { purges in
      let reach = purges.reach(of: Note.self)
      return KnownRemoval(reach, withHere: reach.merged(with: open.content.reach)) {
        reach, version in (try? Note.Version(encoded: version)).map(reach.covers) ?? false
      }
    }
    return open
  }

  func store(_ document: OpenDocument) throws {
    try naming(document.id) {
      switch (DocumentName(document.id), document) {
      case (.note(let id), let open as TypedDocument<Note>):
        try library.changeNote(id, by: .others) { $0 = open.content }
      case (.purge(let id), let open as TypedDocument<DocumentRemoval>):
        try library.changePurge(of: id, by: .others) { $0 = open.content }
      default: break
      }
    }
  }

  func isOfRemovals(_ document: DocumentID) -> Bool {
    if case .purge = DocumentName(document) { true } else { false }
  }

  func revision() throws -> Int { try table.database.outsideVersion() }

  func digest() throws -> UInt64 { try table.digest(of: self) }

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

extension Library {
  /// The rows of sync.
  var rows: RowTable { RowTable(database: database) }
}
