// SPDX-License-Identifier: MIT

import DecentSync

/// The documents of a library, as sync reads and writes them.
package struct SyncedDocuments: SyncDocuments {
  let library: DocumentLibrary
  let database: Database
  let news = SyncedNews()
  private let memory: DocumentMemory

  init(library: DocumentLibrary, database: Database, memory: DocumentMemory = DocumentMemory()) {
    self.library = library
    self.database = database
    self.memory = memory
  }

  private var table: DocumentTable {
    DocumentTable(database: database, memory: memory) { document, reason in
      DamagedDocument(document, reason: "\(reason)")
    }
  }

  package func all() throws -> [DocumentID] { try table.names() }

  package func open(_ document: DocumentID) throws -> OpenDocument {
    if let place = DocumentPlace(removal: document), library.kind(of: place.document) != nil {
      return try table.open(document, as: DocumentRemoval.self)
    }
    guard let place = DocumentPlace(document), let kind = library.kind(of: document) else {
      return OpenDocument(document)
    }
    return try kind.open(place, in: table)
  }

  package func store(_ document: OpenDocument) throws {
    if let place = DocumentPlace(removal: document.id) {
      try store(removal: document, of: place)
    } else {
      try library.kind(of: document.id)?.store(document, in: table)
    }
    news.isThere = true
  }

  private func store(removal document: OpenDocument, of place: DocumentPlace) throws {
    guard let kind = library.kind(of: place.document),
      let removal = document as? TypedDocument<DocumentRemoval>
    else { return }
    let removals = RemovalTable(table: table)
    let wasRemoved = try removals.isRemoved(place)
    guard try removals.change(place, by: .others, { $0 = removal.content }) else { return }
    // A damaged document stays as it is. Other documents do not wait for its repair.
    do {
      try kind.settleRemoval(of: place, after: wasRemoved, in: table)
    } catch is DamagedDocument {}
    try kind.updateIndexes(in: table)
  }

  package func isOfRemovals(_ document: DocumentID) -> Bool {
    DocumentPlace(removal: document) != nil
  }

  package func revision() throws -> Int { try database.outsideVersion() }

  package func digest() throws -> UInt64 {
    try database.readTransaction {
      var digest = StateDigest()
      for document in try all().sorted() {
        let open = try open(document)
        if open.isOfKnownType { digest.add(document, holding: try open.bytes()) }
      }
      return digest.value
    }
  }
}

/// Whether documents were received since observers were last notified.
final class SyncedNews {
  /// Whether something was received.
  var isThere = false
}
