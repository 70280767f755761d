// SPDX-License-Identifier: MIT

import BinaryCoding

/// The documents of a device, as sync meets them: ids, versions and bytes.
///
/// All calls belong to the transaction of the ``RowStore`` beside the documents, so that a document
/// and what sync knows of it change together.
package protocol SyncDocuments {
  /// The ids of all documents that are here.
  func all() throws -> [DocumentID]

  /// Reads a document.
  ///
  /// - Returns: What `body` returns, or nil if there is no such document.
  /// - Throws: ``DamagedDocument`` if it cannot be read, and what `body` throws.
  func read<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result?

  /// A copy of a document that nobody edited, which compares the versions of one that is not here.
  func blank(_ document: DocumentID) -> any OpenDocument

  /// Takes in what others changed in a document, making it if there is none, and stores it if there
  /// is something new.
  ///
  /// - Returns: What `body` returns; nil if no document may have this id.
  /// - Throws: ``DamagedDocument`` if it cannot be read, and what `body` throws; nothing is stored
  ///   then.
  func receive<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result?

  /// Whether a document was dropped for good, by whomever, and those who did so had seen all that a
  /// version has: claims that lead no further count for nothing.
  func isPassedOver(_ document: DocumentID, at version: [UInt8]) throws -> Bool

  /// Whether a document was dropped for good, by whomever, and is not put together again. If it is
  /// here all the same, it came back as a whole.
  func isRemoved(_ document: DocumentID) throws -> Bool

  /// Whether a version has nothing but what is here of a removed document, and what those who dropped it
  /// had seen: what is lacking was passed over.
  func isWithinRemoval(_ document: DocumentID, base version: [UInt8]) throws -> Bool

  /// Whether a document says which others were dropped for good. It is sent and taken in before them.
  func isOfRemovals(_ document: DocumentID) -> Bool

  /// A number that changes with every change of a document, also by other processes.
  func revision() throws -> Int

  /// A ``StateDigest`` of all documents. It may take long, and keeps nobody from writing.
  func digest() throws -> UInt64
}

extension SyncDocuments {
  package func blank(_ document: DocumentID) -> any OpenDocument { UnknownDocument() }

  package func isWithinRemoval(_ document: DocumentID, base version: [UInt8]) -> Bool { false }

  package func isOfRemovals(_ document: DocumentID) -> Bool { false }
}

/// A document while it is read or changed. Versions are bytes; none stand for the version of a
/// copy that knows nothing.
package protocol OpenDocument: AnyObject {
  /// The version of the document, in its shortest form.
  func version() throws -> [UInt8]

  /// Whether the document has seen all that a version has.
  func contains(_ version: [UInt8]) throws(DecodingFailure) -> Bool

  /// Whether who has seen all that `later` has, has seen all that `version` has.
  func contains(_ version: [UInt8], in later: [UInt8]) throws(DecodingFailure) -> Bool

  /// The least version that contains two others.
  func joined(_ one: [UInt8], _ other: [UInt8]) throws(DecodingFailure) -> [UInt8]

  /// The change that leads from a version to what the document has seen; nil if there is none.
  ///
  /// - Parameter news: If given, and something must be known before, parts of the document may be
  ///   left as they are of which these versions say nothing.
  func change(since version: [UInt8], touching news: [[UInt8]]?) throws -> DocumentDelta?

  /// Takes in a change.
  func merge(delta: [UInt8]) throws(HeldChange.Reason)

  /// Whether a change leads from a version to what it states, judged by what the document has seen.
  ///
  /// A change from a version that knows nothing is taken in by a new copy. Of any other the document says
  /// whether it has the edits (``DeltaReplicable/leads(_:from:to:)``).
  func truth(of delta: [UInt8], from base: [UInt8], to news: [UInt8]) throws -> ClaimTruth

  /// Whether a change leads from a version to what the document has seen: it is taken in by a copy,
  /// if there can be one of that version.
  func isSound(delta: [UInt8], since version: [UInt8]) throws -> Bool
}

/// A change of a document, as a claim holds it.
package struct DocumentDelta: Sendable {
  /// The version that must be known before.
  package let base: [UInt8]
  /// The version that is known after, less the base.
  package let news: [UInt8]
  package let delta: [UInt8]

  package init(base: [UInt8], news: [UInt8], delta: [UInt8]) {
    self.base = base
    self.news = news
    self.delta = delta
  }
}

/// What is here of a document cannot be read.
package struct DamagedDocument: Error, Hashable {
  /// The document.
  package let document: DocumentID
  /// What is wrong with it, and what to do.
  package let reason: String

  /// Makes the error.
  package init(_ document: DocumentID, reason: String) {
    self.document = document
    self.reason = reason
  }
}
