// SPDX-License-Identifier: MIT

import DecentSync

/// The documents of a library, as sync meets them on a connection of its own.
struct SyncedKinds: DocumentKinds {
  let library: DocumentLibrary
  let database: Database
  let news = SyncedNews()
  private let memory = DocumentMemory()

  init(library: DocumentLibrary, database: Database) {
    self.library = library
    self.database = database
  }

  var table: DocumentTable {
    DocumentTable(database: database, memory: memory) { document, reason in
      DamagedDocument(document, reason: "\(reason)")
    }
  }

  private var removals: RemovalTable { RemovalTable(table: table) }

  func open(_ document: DocumentID) throws -> (any OpenDocument)? {
    if DocumentPlace(removal: document) != nil {
      return try table.content(of: document, as: DocumentRemoval.self)
        .map { TypedDocument($0) { [] } }
    }
    return try library.kind(of: document)?.open(document, in: table)
  }

  func blank(_ document: DocumentID) -> any OpenDocument {
    if DocumentPlace(removal: document) != nil {
      return TypedDocument(DocumentRemoval()) { [] }
    }
    return library.kind(of: document)?.blank() ?? UnknownDocument()
  }

  func receive(_ document: DocumentID, _ body: (any OpenDocument) throws -> Void) throws -> Bool {
    if let place = DocumentPlace(removal: document) { return try receive(removalOf: place, body) }
    guard let kind = library.kind(of: document) else { return false }
    try kind.receive(document, in: table, body)
    news.isThere = true
    return true
  }

  private func receive(
    removalOf place: DocumentPlace, _ body: (any OpenDocument) throws -> Void
  ) throws -> Bool {
    guard let kind = library.kind(of: place.document) else { return false }
    let wasRemoved = try removals.isRemoved(place)
    let isNews = try removals.change(place, by: .others) { removal in
      let open = TypedDocument(removal) { [] }
      try body(open)
      removal = open.content
    }
    guard isNews else { return true }
    // A damaged document stays as it is. Others do not wait for that.
    do {
      try kind.settleRemoval(of: place, after: wasRemoved, in: table)
    } catch is DamagedDocument {}
    try kind.updateIndex(in: table)
    news.isThere = true
    return true
  }

  func bytes(of document: DocumentID) throws -> [UInt8]? {
    if let place = DocumentPlace(removal: document) {
      guard library.kind(of: place.document) != nil else { return nil }
      return try table.content(of: document, as: DocumentRemoval.self)?.encoded() ?? []
    }
    return try library.kind(of: document)?.bytes(of: document, in: table)
  }
}

/// Removed documents.
extension SyncedKinds {
  func isPassedOver(_ document: DocumentID, at version: [UInt8]) throws -> Bool {
    guard let place = DocumentPlace(document), let kind = library.kind(of: document)
    else { return false }
    return try kind.isPassedOver(place, at: version, in: table)
  }

  func isRemoved(_ document: DocumentID) throws -> Bool {
    guard let place = DocumentPlace(document), library.kind(of: document) != nil
    else { return false }
    return try removals.isRemoved(place) && !removals.isRevived(place)
  }

  func isWithinRemoval(_ document: DocumentID, base version: [UInt8]) throws -> Bool {
    guard let place = DocumentPlace(document), let kind = library.kind(of: document)
    else { return false }
    return try kind.isWithinRemoval(place, base: version, in: table)
  }

  func isOfRemovals(_ document: DocumentID) -> Bool { DocumentPlace(removal: document) != nil }
}

/// News of documents that nobody was told of.
final class SyncedNews {
  /// Whether something was received.
  var isThere = false
}
