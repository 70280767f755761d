// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

extension ContentKind {
  func check(
    _ place: DocumentPlace, in table: DocumentTable, passingOver missing: Set<String>
  ) throws -> [String] {
    let content = try table.soundContent(of: place.document, as: Content.self)
    let revision = try table.origin(of: place.document)?.revision ?? 0
    let records = IndexRecords(database: table.database)
    return try indexes.filter { index in
      // An index that lags is brought up to date at its next use.
      guard try !missing.contains(index.name) && revision <= records.revision(of: index.name)
      else { return false }
      do {
        let tables = IndexTables(table.database, isReadOnly: true)
        return try !index.agrees(with: content, of: place.id, in: tables)
      } catch  where error.isOfDamagedRow {
        return true
      }
    }.map(\.name)
  }

  func missingTables(in table: DocumentTable) throws -> [(table: String, index: String)] {
    let records = IndexRecords(database: table.database)
    return try indexes.flatMap { index in
      try records.missingTables(madeBy: index.steps).map { ($0.name, index.name) }
    }
  }

  func checkIndexes(
    in table: DocumentTable, passingOver missing: Set<String>, _ disagreeing: inout [String: Int]
  ) throws {
    for index in indexes where !missing.contains(index.name) {
      do {
        let count = try strangers(in: index, table).count
        if count > 0 { disagreeing[index.name, default: 0] += count }
      } catch  where error.isOfDamagedRow {
        disagreeing[index.name, default: 0] += 1
      }
    }
  }

  /// The ids of nonexistent documents for which an index has rows. Ignores documents that were
  /// dropped after the index was last brought up to date.
  private func strangers(
    in index: some DocumentIndex<Content>, _ table: DocumentTable
  ) throws -> Set<UUID> {
    let ids = try index.ids(in: IndexTables(table.database, isReadOnly: true))
    let known = try IndexRecords(database: table.database).revision(of: index.name)
    return try Set(ids).filter { id in
      let document = DocumentPlace(code: frameKind.code, id: id).document
      return try !table.exists(document) && table.revision(ofGone: document) <= known
    }
  }

  func restartIndex(_ name: String, in table: DocumentTable) throws {
    guard let index = indexes.first(where: { $0.name == name }) else { return }
    let records = IndexRecords(database: table.database)
    let tables = IndexTables(table.database)
    try records.makeMissingTables(of: index.steps)
    do {
      for id in try strangers(in: index, table) { try index.remove(id, from: tables) }
    } catch  where error.isOfDamagedRow {
      // A row with an unreadable id cannot be removed by id.
      try records.dropTables(of: index.steps)
      try records.makeMissingTables(of: index.steps)
    }
    try records.restart(name)
  }

  func reads(_ key: Int, in table: DocumentTable) throws -> Bool {
    try table.readableContent(of: key) as Content? != nil
  }

  func joined(_ bases: [[UInt8]], and deltas: [[UInt8]]) -> [UInt8]? {
    let content: Content? = DocumentTable.readableContent(of: bases, and: deltas)
    return (try? content?.encoded(for: .ownDevice)).map { PackedBytes.pack($0) }
  }

  func restart(_ place: DocumentPlace, _ key: Int, in table: DocumentTable) throws {
    _ = try table.restart(place.document, key, as: Content.self)
    try dropIfCovered(place, in: table)
  }

  func join(
    _ key: Int, into place: DocumentPlace, in table: DocumentTable,
    keepingIn kept: inout KeptDocuments
  ) throws {
    try table.join(key, into: place.document, as: Content.self, keepingIn: &kept)
  }
}
