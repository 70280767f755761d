// SPDX-License-Identifier: MIT

/// The documents of a device, as sync reads and changes them.
///
/// Documents are stored in the transactions of the ``RowStore``, so that a document and its sync
/// state change together.
package protocol SyncDocuments {
  /// The ids of all documents that are here.
  func all() throws -> [DocumentID]

  /// Opens a document. An absent document is opened blank. A document of an unknown type is
  /// opened as a plain ``OpenDocument``.
  ///
  /// - Throws: ``DamagedDocument`` if the document cannot be read.
  func open(_ document: DocumentID) throws -> OpenDocument

  /// Stores a document that merged changes, with all data derived from it. If the document was
  /// removed and the removal covers it, drops it instead.
  func store(_ document: OpenDocument) throws

  /// Whether a document holds the removals of another document. Such documents are sent and taken
  /// in before all other documents.
  func isOfRemovals(_ document: DocumentID) -> Bool

  /// A number that changes whenever a document changes, even in another process.
  func revision() throws -> Int

  /// A ``StateDigest`` of all documents. The call may take long, and blocks no writer.
  func digest() throws -> UInt64
}

extension SyncDocuments {
  package func isOfRemovals(_ document: DocumentID) -> Bool { false }

  /// Opens a document; nil if it is damaged.
  func readable(_ document: DocumentID) throws -> OpenDocument? {
    do {
      return try open(document)
    } catch is DamagedDocument {
      return nil
    }
  }
}

/// A document that is here and cannot be read.
package struct DamagedDocument: Error, Hashable {
  /// The document.
  package let document: DocumentID
  /// The damage and the remedy, in words.
  package let reason: String

  /// Makes the error.
  package init(_ document: DocumentID, reason: String) {
    self.document = document
    self.reason = reason
  }
}
