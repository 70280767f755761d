// SPDX-License-Identifier: MIT

import DecentSync

/// The rules a library adds to the documents it stores: their types, and the tables kept in step
/// with them.
///
/// Dropping documents for good is an option: a library that never does so leaves it out.
package protocol DocumentKinds {
  var table: DocumentTable { get }

  /// Opens a document.
  ///
  /// - Returns: Nil if there is no such document, or none may have this id.
  /// - Throws: ``DamagedDocument`` if it cannot be read.
  func open(_ document: DocumentID) throws -> (any OpenDocument)?

  /// As ``SyncDocuments/blank(_:)``.
  func blank(_ document: DocumentID) -> any OpenDocument

  /// Takes in the changes of other devices in a document, and stores it with the rows that follow
  /// from it. Creates the document if it is absent. The caller has begun a transaction.
  ///
  /// - Returns: Whether there may be such a document.
  /// - Throws: ``DamagedDocument`` if it cannot be read, and what `body` throws.
  func receive(_ document: DocumentID, _ body: (any OpenDocument) throws -> Void) throws -> Bool

  /// The canonical bytes of a document; nil if none may have this id.
  func bytes(of document: DocumentID) throws -> [UInt8]?

  /// As ``SyncDocuments/isPassedOver(_:at:)``.
  func isPassedOver(_ document: DocumentID, at version: [UInt8]) throws -> Bool

  /// As ``SyncDocuments/isRemoved(_:)``.
  func isRemoved(_ document: DocumentID) throws -> Bool

  /// As ``SyncDocuments/isWithinRemoval(_:base:)``.
  func isWithinRemoval(_ document: DocumentID, base version: [UInt8]) throws -> Bool

  /// As ``SyncDocuments/isOfRemovals(_:)``.
  func isOfRemovals(_ document: DocumentID) -> Bool
}

extension DocumentKinds {
  package func isPassedOver(_ document: DocumentID, at version: [UInt8]) throws -> Bool { false }
  package func isRemoved(_ document: DocumentID) throws -> Bool { false }
  package func isWithinRemoval(_ document: DocumentID, base version: [UInt8]) -> Bool { false }
  package func isOfRemovals(_ document: DocumentID) -> Bool { false }
}

/// The documents of a database, in the form that sync needs. It holds no rule of sync.
package struct StoredDocuments<Kinds: DocumentKinds>: SyncDocuments {
  private let kinds: Kinds
  private let opened = OpenedDocuments()

  package init(_ kinds: Kinds) {
    self.kinds = kinds
  }

  private var database: Database { kinds.table.database }

  package func all() throws -> [DocumentID] {
    try database.rows("SELECT name FROM documents ORDER BY key") { row throws(DatabaseFailure) in
      try row.text(at: 0)
    }.compactMap { DocumentID($0) }
  }

  package func read<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result? {
    guard let origin = try kinds.table.origin(of: document) else { return nil }
    let transaction = database.work.transactions
    if let open = opened.document(document, at: origin.revision, in: transaction) {
      return try body(open)
    }
    guard let open = try kinds.open(document) else { return nil }
    opened.keep(open, as: document, at: origin.revision, in: transaction)
    return try body(open)
  }

  package func blank(_ document: DocumentID) -> any OpenDocument { kinds.blank(document) }

  package func receive<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result? {
    opened.noteWriting(in: database.work.transactions)
    return try database.transaction {
      var result: Result?
      return try kinds.receive(document) { result = try body($0) } ? result : nil
    }
  }

  package func isPassedOver(_ document: DocumentID, at version: [UInt8]) throws -> Bool {
    try kinds.isPassedOver(document, at: version)
  }

  package func isRemoved(_ document: DocumentID) throws -> Bool { try kinds.isRemoved(document) }

  package func isWithinRemoval(_ document: DocumentID, base version: [UInt8]) throws -> Bool {
    try kinds.isWithinRemoval(document, base: version)
  }

  package func isOfRemovals(_ document: DocumentID) -> Bool { kinds.isOfRemovals(document) }

  package func revision() throws -> Int { try database.outsideVersion() }

  package func digest() throws -> UInt64 {
    try database.readTransaction {
      var digest = StateDigest()
      for document in try all().sorted() {
        guard let bytes = try kinds.bytes(of: document) else { continue }
        digest.add(document, holding: bytes)
      }
      return digest.value
    }
  }
}

/// The documents that a run of sync read last: it looks at some of them many times.
///
/// A document with the same revision is unchanged. Nothing is kept or given in a transaction that
/// changed documents: its changes may be undone, and its revisions given again.
private final class OpenedDocuments {
  private static let mostKept = 16

  private var kept: [(id: DocumentID, revision: Int, document: any OpenDocument)] = []
  private var writing = -1

  func noteWriting(in transaction: Int) { writing = transaction }

  func document(
    _ id: DocumentID, at revision: Int, in transaction: Int
  ) -> (any OpenDocument)? {
    if transaction == writing { return nil }
    return kept.first { $0.id == id && $0.revision == revision }?.document
  }

  func keep(
    _ document: any OpenDocument, as id: DocumentID, at revision: Int, in transaction: Int
  ) {
    if transaction == writing { return }
    kept.removeAll { $0.id == id }
    if kept.count == Self.mostKept { kept.removeFirst() }
    kept.append((id, revision, document))
  }
}
