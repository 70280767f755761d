// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// The documents of a library, as sync meets them. It holds no rule of sync: what a purge means for
/// a note is all that it adds.
struct LibraryDocuments: SyncDocuments {
  let library: Library
  private let opened = OpenedDocuments()

  init(library: Library) {
    self.library = library
  }

  private var database: Database { library.database }

  func all() throws -> [DocumentID] {
    try database.rows("SELECT name FROM documents ORDER BY key") { row throws(DatabaseFailure) in
      try row.text(at: 0)
    }.compactMap { DocumentID($0) }
  }

  func read<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result? {
    guard let name = DocumentName(document), let origin = try library.documents.origin(of: name)
    else { return nil }
    let transaction = database.work.transactions
    if let open = opened.document(name, at: origin.revision, in: transaction) {
      return try body(open)
    }
    let open = try naming(document) { () -> (any OpenDocument)? in
      switch name {
      case .index:
        try library.documents.content(of: name, as: NotebookIndex.self)
          .map { TypedDocument($0) { NotebookIndex() } }
      case .note:
        try library.documents.content(of: name, as: Note.self)
          .map { TypedDocument($0) { Note() } }
      }
    }
    guard let open else { return nil }
    opened.keep(open, as: name, at: origin.revision, in: transaction)
    return try body(open)
  }

  func receive<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result? {
    guard let name = DocumentName(document) else { return nil }
    opened.noteWriting(in: database.work.transactions)
    return try naming(document) {
      try database.attempt {
        var result: Result?
        switch name {
        case .index:
          try library.changeIndex(by: .others) { index in
            let open = TypedDocument(index) { NotebookIndex() }
            result = try body(open)
            index = open.content
          }
        case .note(let id):
          try library.changeNote(id, by: .others) { note in
            let open = TypedDocument(note) { Note() }
            result = try body(open)
            note = open.content
          }
        }
        return result
      }
    }
  }

  /// Runs `body`, whose failure to read the document is told as sync understands it.
  private func naming<Result>(_ document: DocumentID, _ body: () throws -> Result) throws -> Result
  {
    do {
      return try body()
    } catch LibraryFailure.damagedDocument(let name, let path, let reason) {
      guard name.text == document.text else {
        throw LibraryFailure.damagedDocument(name, path: path, reason: reason)
      }
      throw DamagedDocument(document, reason: reason)
    }
  }

  // MARK: Purged notes

  private func purge(of document: DocumentID) throws -> (note: NoteID, purge: PurgeTable.Entry)? {
    guard case .note(let id) = DocumentName(document) else { return nil }
    return try library.purges.purge(of: id).map { (id, $0) }
  }

  /// Others dropped a purged note and passed over what they had seen of it. If it is still here and
  /// holds more, it goes out whole once: what was seen of it before the purge covers nothing.
  func isPassedOver(_ document: DocumentID, at version: [UInt8]) throws -> Bool {
    guard let (_, purge) = try purge(of: document) else { return false }
    if version.isEmpty { return true }
    guard let version = try? NoteVersion(encoded: version) else { return false }
    return purge.seen.covers(version)
  }

  func isDropped(_ document: DocumentID) throws -> Bool {
    guard let (id, purge) = try purge(of: document), !purge.isRevived else { return false }
    return try !library.documents.exists(.note(id))
  }

  func revive(_ document: DocumentID) throws {
    guard case .note(let id) = DocumentName(document) else { return }
    try library.purges.revive(id)
  }

  // MARK: All documents

  func revision() throws -> Int { try database.outsideVersion() }

  func missing() throws -> [DocumentID] {
    try library.missingNotes().compactMap { DocumentID(DocumentName.note($0).text) }
  }

  func digest() throws -> UInt64 {
    try database.readTransaction {
      var digest = StateDigest()
      for id in try all().sorted() {
        guard let name = DocumentName(id) else { continue }
        let bytes = try naming(id) {
          switch name {
          case .index: try library.documents.content(of: name, as: NotebookIndex.self)?.encoded()
          case .note: try library.documents.content(of: name, as: Note.self)?.encoded()
          }
        }
        digest.add(id, holding: bytes ?? [])
      }
      return digest.value
    }
  }
}

/// The documents that a run of sync read last: it looks at some of them many times.
///
/// A revision tells whether one is as it was. Nothing is kept or given in a transaction that changed
/// documents: what it wrote may be undone, and its revisions given again.
private final class OpenedDocuments {
  private static let mostKept = 16

  private var kept: [(name: DocumentName, revision: Int, document: any OpenDocument)] = []
  private var writing = -1

  func noteWriting(in transaction: Int) { writing = transaction }

  func document(
    _ name: DocumentName, at revision: Int, in transaction: Int
  ) -> (any OpenDocument)? {
    if transaction == writing { return nil }
    return kept.first { $0.name == name && $0.revision == revision }?.document
  }

  func keep(
    _ document: any OpenDocument, as name: DocumentName, at revision: Int, in transaction: Int
  ) {
    if transaction == writing { return }
    kept.removeAll { $0.name == name }
    if kept.count == Self.mostKept { kept.removeFirst() }
    kept.append((name, revision, document))
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
