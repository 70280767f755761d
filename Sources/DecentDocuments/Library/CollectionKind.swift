// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes

/// A type of documents, without its type: what sync and the books of indexes need of it.
protocol CollectionKind: Sendable {
  var frameKind: FrameKind { get }
  var typeName: String { get }
  var isIndexed: Bool { get }

  /// Opens a document; nil if there is no such document.
  func open(_ document: DocumentID, in table: DocumentTable) throws -> (any OpenDocument)?

  /// A document that nobody edited.
  func blank() -> any OpenDocument

  /// Takes in what others changed in a document.
  func receive(
    _ document: DocumentID, in table: DocumentTable,
    _ body: (any OpenDocument) throws -> Void
  ) throws

  /// Whether a document was removed, and those who did so had seen all that a version has.
  func isPassedOver(
    _ place: DocumentPlace, at version: [UInt8], in table: DocumentTable
  ) throws -> Bool

  /// Whether a version has nothing but what is here of a document, and what those who removed it had
  /// seen.
  func isWithinRemoval(
    _ place: DocumentPlace, base version: [UInt8], in table: DocumentTable
  ) throws -> Bool

  /// As ``RemovalTable/settle(_:as:after:)``.
  func settleRemoval(
    of place: DocumentPlace, after wasRemoved: Bool, in table: DocumentTable
  ) throws

  /// As ``RemovalTable/dropIfCovered(_:as:)``.
  func dropIfCovered(_ place: DocumentPlace, in table: DocumentTable) throws

  /// The canonical bytes of a document; none if there is no such document.
  func bytes(of document: DocumentID, in table: DocumentTable) throws -> [UInt8]

  /// Brings the index up to what the documents say. The caller has begun a transaction.
  func updateIndex(in table: DocumentTable) throws
}

struct ContentKind<Content: ReplicatingDocument>: CollectionKind {
  let index: (any DocumentIndex<Content>)?

  var frameKind: FrameKind { Content.frameKind }
  var typeName: String { String(reflecting: Content.self) }
  var isIndexed: Bool { index != nil }

  func open(_ document: DocumentID, in table: DocumentTable) throws -> (any OpenDocument)? {
    try table.content(of: document, as: Content.self).map { TypedDocument($0) { Content() } }
  }

  func blank() -> any OpenDocument { TypedDocument(Content()) { Content() } }

  func receive(
    _ document: DocumentID, in table: DocumentTable,
    _ body: (any OpenDocument) throws -> Void
  ) throws {
    _ = try table.change(document, by: .others) { (content: inout Content) in
      let open = TypedDocument(content) { Content() }
      try body(open)
      content = open.content
    }
    if let place = DocumentPlace(document) { try dropIfCovered(place, in: table) }
    try updateIndex(in: table)
  }

  func isPassedOver(
    _ place: DocumentPlace, at version: [UInt8], in table: DocumentTable
  ) throws -> Bool {
    guard let reach = try RemovalTable(table: table).reach(of: place, as: Content.self)
    else { return false }
    if version.isEmpty { return true }
    return (try? Content.Version(encoded: version)).map(reach.covers) ?? false
  }

  func isWithinRemoval(
    _ place: DocumentPlace, base version: [UInt8], in table: DocumentTable
  ) throws -> Bool {
    guard var reach = try RemovalTable(table: table).reach(of: place, as: Content.self)
    else { return false }
    if version.isEmpty { return true }
    if let here = try table.content(of: place.document, as: Content.self) {
      reach.merge(here.reach)
    }
    return (try? Content.Version(encoded: version)).map(reach.covers) ?? false
  }

  func settleRemoval(
    of place: DocumentPlace, after wasRemoved: Bool, in table: DocumentTable
  ) throws {
    try RemovalTable(table: table).settle(place, as: Content.self, after: wasRemoved)
  }

  func dropIfCovered(_ place: DocumentPlace, in table: DocumentTable) throws {
    _ = try RemovalTable(table: table).dropIfCovered(place, as: Content.self)
  }

  func bytes(of document: DocumentID, in table: DocumentTable) throws -> [UInt8] {
    try table.content(of: document, as: Content.self)?.encoded() ?? []
  }

  func updateIndex(in table: DocumentTable) throws {
    guard let index else { return }
    try IndexBooks(database: table.database).update(index, with: table)
  }
}
