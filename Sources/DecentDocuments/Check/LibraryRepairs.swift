// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

/// The repairs of a library of documents, in a transaction that the caller has begun.
struct LibraryRepairs {
  let check: LibraryCheck
  var kept: KeptDocuments
  /// Called before an unreadable document is replaced or dropped. The arguments are the document's
  /// id and the folder with its stored bytes.
  let putsAside: (DocumentID, URL) throws -> Void

  private var library: DocumentLibrary { check.library }
  private var database: Database { check.database }
  private var table: DocumentTable { library.table(in: database) }
  private var rows: RowTable { RowTable(database: database) }

  /// Finds and repairs problems.
  ///
  /// - Returns: The problems that were found.
  mutating func run() throws -> [DocumentProblem] {
    let found = try check.problems()
    // Missing tables of the app are made first, because an index may remove rows from them.
    for table in try library.missingOwnTables(in: database) {
      try IndexTables(database).execute(table.script)
    }
    let isNamed = try nameDocuments()
    // A document that has its content or its name back may be sound now, or have other problems.
    let isChanged = try table.rejoinContents() > 0 || isNamed
    let left = isChanged ? try check.problems() : found
    for problem in left { try repair(problem) }
    _ = try table.dropLeftovers(in: DocumentTable.contentTables, keepingIn: &kept)
    let steps = StepTable(database: database)
    for (document, _) in try steps.damaged() { try steps.forget(document) }
    try writeIndexes { try $0.updateIndexes(in: table) }
    return found + DocumentProblem.those(in: left, notIn: found)
  }

  private mutating func repair(_ problem: DocumentProblem) throws {
    switch problem {
    // `run()` or its caller repairs all problems of one of these kinds together, or nothing does.
    case .file, .misnamed, .leftovers, .newerDocument, .unfitDocument, .unknownName, .steps: return
    case .document(let id, _, _): try putAside(id)
    case .index(let name, _), .missingTable(_, let name):
      try writeIndexes { try $0.restartIndex(name, in: table) }
    case .remotes:
      try CommonRows.forgetDamagedDevice(in: rows)
      for problem in try check.remoteProblems() { try repair(problem) }
    case .remote(let damage):
      try library.policy(in: database, of: damage.remote).forgetDamagedRows()
    }
  }

  /// Writes the stored bytes of a document to files. Then replaces the document by its readable
  /// part, or drops it.
  private mutating func putAside(_ id: DocumentID) throws {
    guard let key = try table.key(of: id) else { return }
    if let place = DocumentPlace(removal: id) {
      try table.keep(key, as: id.text, in: &kept)
      _ = try table.restart(id, key, as: DocumentRemoval.self)
      try library.kind(of: place.document)?.dropIfCovered(place, in: table)
      // Indexes may record that the document was removed, so they are given the document again.
      try table.noteNews(of: place.document)
    } else if let place = DocumentPlace(id), let kind = library.kind(of: id) {
      try table.keep(key, as: id.text, in: &kept)
      if let path = kept.path { try putsAside(id, URL(fileURLWithPath: path, isDirectory: true)) }
      try kind.restart(place, key, in: table)
      try StepTable(database: database).forget(key)
    }
  }

  /// Writes the tables of indexes. Tables that cannot be written are left to the next check.
  private func writeIndexes(_ body: (any CollectionKind) throws -> Void) throws {
    for kind in library.knownKinds {
      do {
        try database.transaction { try body(kind) }
      } catch  where error.isOfDamagedRow {}
    }
  }

  /// Drops a document that got its name back, if a removal covers it.
  private func dropIfRemoved(_ id: DocumentID) throws {
    guard let place = DocumentPlace(id) ?? DocumentPlace(removal: id) else { return }
    do {
      try library.kind(of: place.document)?.dropIfCovered(place, in: table)
    } catch  where error.isOfUnreadableDocument {
      // A repair drops the document.
    }
  }

  /// Gives documents their names back. A document whose name is lost gets a new name.
  ///
  /// - Returns: Whether a document got another name, or was merged into the document of its name.
  private mutating func nameDocuments() throws -> Bool {
    var isChanged = false
    for (key, name) in try table.storedNames() {
      guard case .misnamed(_, let right) = try check.misnamed(key, name) else { continue }
      let kind =
        try right.map { library.kind(of: $0) }
        ?? library.knownKinds.first { try $0.reads(key, in: table) }
      let new = kind.map { DocumentPlace(code: $0.frameKind.code, id: UUID()).document }
      guard let id = right ?? new else { continue }
      if try !table.exists(id) {
        try table.rename(key, to: id)
        try CommonRows.noteRestart(of: id, in: rows)
        if right == nil {
          try CommonRows.noteEdit(of: id, in: rows)
          // Remotes hold the document under the name that is lost, so they are read again.
          try CommonRows.rereadAll(in: rows)
        }
        try dropIfRemoved(id)
      } else {
        do {
          if let kind, let place = DocumentPlace(id) {
            try kind.join(key, into: place, in: table, keepingIn: &kept)
          } else if DocumentPlace(removal: id) != nil {
            try table.join(key, into: id, as: DocumentRemoval.self, keepingIn: &kept)
            try dropIfRemoved(id)
          } else {
            continue
          }
        } catch  where error.isOfUnreadableDocument {
          continue
        }
      }
      isChanged = true
    }
    return isChanged
  }
}
