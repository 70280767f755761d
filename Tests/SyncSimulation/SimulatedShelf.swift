// SPDX-License-Identifier: MIT

import DecentSync

/// A library on a device of a simulation: the rows of sync, and documents beside them.
package protocol SimulatedLibrary: AnyObject {
  associatedtype Rows: RowStore
  associatedtype Documents: SyncDocuments

  var rows: Rows { get }
  var documents: Documents { get }

  /// Edits a document, making it if there is none, and records the edit, in one transaction.
  func edit(_ document: DocumentID, _ edit: WordEdit) throws

  /// Drops the deleted contents of a document.
  ///
  /// - Returns: Whether that made it smaller.
  func dropDeleted(in document: DocumentID) throws -> Bool

  /// Removes a document for good.
  ///
  /// - Returns: Whether it was here.
  func remove(_ document: DocumentID) throws -> Bool

  /// The words of a document; none if there is no such document.
  func words(of document: DocumentID) throws -> Set<String>

  /// The content of a document, as bytes that are equal on all devices; none if there is no such
  /// document.
  func content(of document: DocumentID) throws -> [UInt8]

  /// Bytes that differ after each change of a document.
  func mark(of document: DocumentID) throws -> [UInt8]

  /// Lets the storage fail from some steps on, which are calls or parts of statements.
  func failAfter(_ steps: Int)

  /// Lets the storage work again, as it was before the transaction that failed.
  ///
  /// - Returns: Whether it failed.
  func work() -> Bool

  /// The fault in the data that the storage keeps beside documents and rows; nil if there is none.
  func fault() throws -> String?
}

/// The storage of a simulation's libraries.
package protocol SimulatedShelf: AnyObject {
  associatedtype Library: SimulatedLibrary
  /// The contents of a library on a disk at a moment.
  associatedtype Image

  /// Whether documents of its libraries can be removed for good.
  static var removesDocuments: Bool { get }

  /// Makes an empty library.
  func makeLibrary() throws -> Library

  /// Copies the contents of a library on its disk.
  func image(of library: Library) throws -> Image

  /// Opens a copy of an image, which may be opened again.
  func library(from image: Image) throws -> Library

  /// Opens the contents of a library that its disk held when it failed.
  func libraryAfterCrash(of library: Library) throws -> Library
}

/// Libraries in memory.
package final class MemoryShelf: SimulatedShelf {
  package static let removesDocuments = false

  package init() {}

  package func makeLibrary() -> MemoryLibrary { MemoryLibrary(ProbedRows()) }

  package func image(of library: MemoryLibrary) -> ProbedRows { library.rows.copied() }

  package func library(from image: ProbedRows) -> MemoryLibrary { MemoryLibrary(image.copied()) }

  package func libraryAfterCrash(of library: MemoryLibrary) -> MemoryLibrary {
    MemoryLibrary(library.rows.copied())
  }
}

/// A library in memory.
package final class MemoryLibrary: SimulatedLibrary {
  package let rows: ProbedRows
  package let documents: RowDocuments<ProbedRows>

  package init(_ rows: ProbedRows) {
    self.rows = rows
    documents = RowDocuments(rows: rows)
  }

  package func edit(_ document: DocumentID, _ edit: WordEdit) throws {
    try documents.edit(document, edit)
  }

  package func dropDeleted(in document: DocumentID) throws -> Bool {
    try documents.dropDeleted(in: document)
  }

  package func remove(_ document: DocumentID) -> Bool { false }

  package func words(of document: DocumentID) throws -> Set<String> {
    try documents.words(of: document)
  }

  package func content(of document: DocumentID) throws -> [UInt8] {
    try documents.content(of: document)
  }

  package func mark(of document: DocumentID) throws -> [UInt8] {
    try documents.bytes(of: document)
  }

  package func failAfter(_ steps: Int) { rows.failingCall = rows.calls + steps }

  package func work() -> Bool {
    let hasFailed = rows.failingCall.map { rows.calls > $0 } ?? false
    rows.failingCall = nil
    return hasFailed
  }

  package func fault() -> String? { nil }
}
