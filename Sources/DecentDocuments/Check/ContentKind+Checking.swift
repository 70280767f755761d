// SPDX-License-Identifier: MIT

import DecentSync

extension ContentKind {
  func check(_ place: DocumentPlace, in table: DocumentTable) throws -> [String] {
    let content = try table.soundContent(of: place.document, as: Content.self)
    let revision = try table.origin(of: place.document)?.revision ?? 0
    let books = IndexBooks(database: table.database)
    return try indexes.filter { index in
      // An index that lags is caught up when it is next used.
      guard try revision <= books.revision(of: index.name) else { return false }
      do {
        let tables = IndexTables(table.database, isReadOnly: true)
        return try !index.agrees(with: content, of: place.id, in: tables)
      } catch let failure as DatabaseFailure where failure.code == .damaged {
        return true
      }
    }.map(\.name)
  }

  func reads(_ key: Int, in table: DocumentTable) throws -> Bool {
    try table.readableContent(of: key) as Content? != nil
  }

  func restart(_ place: DocumentPlace, _ key: Int, in table: DocumentTable) throws {
    _ = try table.restart(place.document, key, as: Content.self)
    try dropIfCovered(place, in: table)
  }

  func join(
    _ key: Int, into place: DocumentPlace, in table: DocumentTable,
    keepingIn kept: inout KeptDocuments
  ) throws {
    // Nothing is taken out while the other document is damaged.
    _ = try table.content(of: place.document, as: Content.self)
    let content: Content? = try table.readableContent(of: key)
    // A part of it may be unreadable.
    try table.keep(key, as: "document-\(key)", in: &kept)
    try table.remove(key)
    guard let content else { return }
    guard
      try table.change(place.document, { (joined: inout Content) in joined.merge(content) }) != nil
    else { return }
    try SyncNotes.noteEdit(of: place.document, in: RowTable(database: table.database))
  }
}
