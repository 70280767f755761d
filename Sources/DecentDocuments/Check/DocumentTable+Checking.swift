// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// Checks of stored documents.
extension DocumentTable {
  /// The keys of all documents, and the bytes of their names, which may be damaged.
  package func storedNames() throws(DatabaseFailure) -> [(key: Int, name: [UInt8])] {
    try database.rows("SELECT key, CAST(name AS BLOB) FROM documents ORDER BY key") { row in
      (key: row.integer(at: 0), name: row.blob(at: 1))
    }
  }

  /// The name that is stored beside a document's content; nil if there is no content, or the name
  /// is not UTF-8.
  func nameBesideContent(of key: Int) throws(DatabaseFailure) -> String? {
    let name = try database.row(
      "SELECT CAST(document_name AS BLOB) FROM bases WHERE document = ?", .integer(key)
    ) { $0.blob(at: 0) }
    return name.flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The revision at which a document was dropped or lost its name; 0 if no revision is known.
  func revision(ofGone name: DocumentID) throws(DatabaseFailure) -> Int {
    try database.row("SELECT revision FROM gone_documents WHERE name = ?", .text(name.text)) {
      $0.integer(at: 0)
    } ?? 0
  }

  /// The size of the stored content of a document, in bytes.
  package func storedSize(of key: Int) throws(DatabaseFailure) -> Int {
    let sizes = try database.rows(
      """
      SELECT length(content) FROM bases WHERE document = ?1
      UNION ALL SELECT length(content) FROM deltas WHERE document = ?1
      """, .integer(key)
    ) { $0.integer(at: 0) }
    return sizes.reduce(0, +)
  }

  /// The content of a document, after a replay of its history was compared with the stored state.
  /// For the replay, the content is encoded in the form for other devices, because a device trusts
  /// its own bytes when it loads them.
  ///
  /// - Throws: The error that ``damage`` makes.
  package func soundContent<Content: ReplicatingDocument>(
    of name: DocumentID, as type: Content.Type
  ) throws -> Content {
    guard let content = try content(of: name, as: type) else {
      throw damage(name, Unsound.isMissing)
    }
    do {
      let replayed = try Content(encoded: content.encoded())
      // Equal states may show different text, because shown text is not a part of the state.
      guard try replayed.encoded() == content.encoded(),
        shownTexts(of: replayed).elementsEqual(
          shownTexts(of: content), by: { $0.utf8.elementsEqual($1.utf8) })
      else { throw damage(name, Unsound.disagrees) }
    } catch let failure as DecodingFailure {
      throw damage(name, failure)
    }
    return content
  }

  /// The strings of all texts in a value, in an order that depends only on the strings.
  private func shownTexts(of value: Any) -> [String] {
    if let text = value as? ReplicatingText { return [text.string] }
    if value is [UInt8] { return [] }
    return Mirror(reflecting: value).children.flatMap { shownTexts(of: $0.value) }.sorted()
  }
}

/// The reasons why a document is unsound.
private enum Unsound: Error, CustomStringConvertible {
  case isMissing, disagrees

  var description: String {
    switch self {
    case .isMissing: "its content is missing"
    case .disagrees: "what is stored of it disagrees with its history"
    }
  }
}

/// Rows that belong to no document.
extension DocumentTable {
  /// A table with rows of documents, and the column that says to which document a row belongs.
  package typealias Dependent = (table: String, column: String)

  /// The tables with the contents and the undo steps of documents.
  package static var contentTables: [Dependent] {
    [("bases", "document"), ("deltas", "document"), ("undo_steps", "document")]
  }

  /// The tables with rows that belong to no document, each with the number of these rows.
  package func leftovers(
    in tables: [Dependent]
  ) throws(DatabaseFailure) -> [(table: String, count: Int)] {
    var found: [(table: String, count: Int)] = []
    for (table, column) in tables {
      let count = try database.row("SELECT count(*) FROM \(table) WHERE \(Self.isLone(column))") {
        $0.integer(at: 0)
      }
      if let count, count > 0 { found.append((table, count)) }
    }
    return found
  }

  private static func isLone(_ column: String) -> String {
    "\(column) NOT IN (SELECT key FROM documents)"
  }

  /// Drops rows that belong to no document. If contents of documents are among these rows, the
  /// contents are kept in files, and the next sync reads all objects of remotes again.
  ///
  /// - Returns: The result of ``leftovers(in:)`` before the rows were dropped.
  package func dropLeftovers(
    in tables: [Dependent], keepingIn kept: inout KeptDocuments
  ) throws -> [(table: String, count: Int)] {
    let lone = try database.rows(
      """
      SELECT document FROM bases WHERE \(Self.isLone("document"))
      UNION SELECT document FROM deltas WHERE \(Self.isLone("document"))
      """
    ) { $0.integer(at: 0) }
    for key in lone { try keep(key, as: "document-\(key)", in: &kept) }
    if !lone.isEmpty { try CommonRows.rereadAll(in: RowTable(database: database)) }
    let found = try leftovers(in: tables)
    for (table, column) in tables where found.contains(where: { $0.table == table }) {
      try database.run("DELETE FROM \(table) WHERE \(Self.isLone(column))")
    }
    return found
  }
}
