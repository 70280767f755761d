// SPDX-License-Identifier: MIT

import DecentSync

/// The documents of a library, as sync meets them on a connection of its own.
struct SyncedKinds: DocumentKinds {
  let library: DocumentLibrary
  let database: Database
  let news = SyncedNews()

  var table: DocumentTable {
    DocumentTable(database: database) { document, reason in
      DamagedDocument(document, reason: reason)
    }
  }

  func open(_ document: DocumentID) throws -> (any OpenDocument)? {
    try library.kind(of: document)?.open(document, in: table)
  }

  func receive(_ document: DocumentID, _ body: (any OpenDocument) throws -> Void) throws -> Bool {
    guard let kind = library.kind(of: document) else { return false }
    try kind.receive(document, in: table, body)
    news.isThere = true
    return true
  }

  func bytes(of document: DocumentID) throws -> [UInt8]? {
    try library.kind(of: document)?.bytes(of: document, in: table)
  }
}

/// Whether something was received that nobody was told of.
final class SyncedNews {
  var isThere = false
}
