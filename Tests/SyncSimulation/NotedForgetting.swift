// SPDX-License-Identifier: MIT

import DecentSync

/// The documents that forgot deleted contents since a simulation looked last.
final class ForgettingNotes {
  private var documents: [DocumentID] = []

  fileprivate func note(_ document: DocumentID) { documents.append(document) }

  /// Takes out the notes.
  func take() -> [DocumentID] {
    defer { documents = [] }
    return documents
  }
}

/// Documents that note when they forget.
struct NotedForgetting<Documents: SyncDocuments>: SyncDocuments {
  let documents: Documents
  let notes: ForgettingNotes

  func forgetDeleted(
    in document: DocumentID, ifFreeing percent: Int, heldAt versions: [[UInt8]]
  ) throws -> Bool {
    let hasForgotten = try documents.forgetDeleted(
      in: document, ifFreeing: percent, heldAt: versions)
    if hasForgotten { notes.note(document) }
    return hasForgotten
  }

  // MARK: The rest

  var forgetsDeleted: Bool { documents.forgetsDeleted }

  func all() throws -> [DocumentID] { try documents.all() }

  func read<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result? {
    try documents.read(document, body)
  }

  func blank(_ document: DocumentID) -> any OpenDocument { documents.blank(document) }

  func receive<Result>(
    _ document: DocumentID, _ body: (any OpenDocument) throws -> Result
  ) throws -> Result? {
    try documents.receive(document, body)
  }

  func takeRecoveryCopies() -> [SyncReport.RecoveryCopy] { documents.takeRecoveryCopies() }

  func isPassedOver(_ document: DocumentID, at version: [UInt8]) throws -> Bool {
    try documents.isPassedOver(document, at: version)
  }

  func isRemoved(_ document: DocumentID) throws -> Bool { try documents.isRemoved(document) }

  func isWithinRemoval(_ document: DocumentID, base version: [UInt8]) throws -> Bool {
    try documents.isWithinRemoval(document, base: version)
  }

  func isOfRemovals(_ document: DocumentID) -> Bool { documents.isOfRemovals(document) }

  func revive(_ document: DocumentID) throws { try documents.revive(document) }

  func revision() throws -> Int { try documents.revision() }

  func digest() throws -> UInt64 { try documents.digest() }

  func missing() throws -> [DocumentID] { try documents.missing() }
}
