// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync
import Foundation

/// The readable rows of a library's damaged file.
/// ``DocumentLibrary/repair(at:preparing:takingOver:)`` copies the documents into a new file. The
/// app copies rows of its own tables.
public struct Salvage {
  let pages: DatabasePages
  private let forms: [String: TableForm]
  private let owners: [Int: String]
  var kept: KeptDocuments

  /// - Parameter forms: The forms of all tables of a new library, by table name.
  init(of pages: DatabasePages, as forms: [String: TableForm], keepingIn kept: KeptDocuments) {
    self.init(pages, forms, kept)
    // The layout that the header states may be damaged.
    guard pages.layout != .usual else { return }
    let stated = pages.layout
    let count = contentCount
    pages.layout = .usual
    let other = Salvage(pages, forms, kept)
    if other.contentCount > count { self = other } else { pages.layout = stated }
  }

  private init(_ pages: DatabasePages, _ forms: [String: TableForm], _ kept: KeptDocuments) {
    (self.pages, self.forms, self.kept) = (pages, forms, kept)
    owners = pages.owners()
  }

  /// The readable rows of a table, each with a value for each column, in any order.
  ///
  /// ```swift
  /// for row in salvage.rows(of: "favourites") {
  ///   try library.run("INSERT OR IGNORE INTO favourites VALUES (?)", row)
  /// }
  /// ```
  ///
  /// If damage hides which table a page belongs to, each row on the page is assigned to tables by
  /// its form alone: the number and types of its values. So the result may have rows of another
  /// table of the same form, and may have a row twice. Check the values.
  ///
  /// - Parameter table: A table that the new library has.
  /// - Complexity: O(*n*) in the size of the file.
  public func rows(of table: String) -> [[IndexValue]] {
    var rows: [[IndexValue]] = []
    forEachRow(of: table) { row in
      if row.isSound { rows.append(row.values.map { IndexValue(value: $0) }) }
    }
    return rows
  }

  /// Writes a file, and flushes it to the disk. The file lies in the folder where the repair keeps
  /// the bytes of damaged documents.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - name: The name of the file. If a file of this name exists already, a number is added.
  /// - Throws: A ``DatabaseFailure``.
  public mutating func keep(_ bytes: [UInt8], as name: String) throws -> URL {
    URL(fileURLWithPath: try kept.keep([("", bytes)], of: name))
  }

  /// A row that belongs to a table, or has the form of the table's rows.
  struct Row {
    /// A value for each column.
    let values: [DatabaseValue]
    /// Whether all texts are valid UTF-8.
    let isSound: Bool
    /// Whether the row's page is known to belong to the table. If not, only the form of the row
    /// matches.
    let isOwned: Bool
  }

  /// Calls `body` with each row of a table.
  func forEachRow(of table: String, _ body: (Row) -> Void) {
    guard let form = forms[table] else { return }
    pages.forEachRow { row in
      let owner = owners[row.page]
      if let owner, owner != table {
        // If the page belongs to another table, rows that have the form of the page's table are
        // skipped. Rows of SQLite's indexes are skipped, too: indexes have no form here.
        guard let other = forms[owner], other.values(of: row) == nil else { return }
      }
      let isOwned = owner == table
      guard isOwned || form.mayHold(row), let values = form.values(of: row) else { return }
      // A row of unknown table keeps its whole numbers: an index's row may have the form of a table's
      // but for them.
      body(
        Row(
          values: isOwned ? form.reading(values) : values, isSound: row.isSound, isOwned: isOwned))
    }
  }

  /// The number of stored contents with a right checksum.
  private var contentCount: Int {
    var count = 0
    forEachRow(of: "bases") { row in
      if case .blob(let bytes) = row.values[2], bytes.isWholeContent { count += 1 }
    }
    return count
  }

  /// Throws if nothing is worth a repair. A readable part of a document is, and so is a readable
  /// row in a table of the app.
  func checkIsWorthRepair() throws {
    var (isOurs, isWorth) = (try pages.checkVersion(of: .documents), false)
    forEachRow(of: "documents") { if $0.values[1].isNameOfDocument { isOurs = true } }
    forEachRow(of: "bases") { row in
      if row.values[1].isNameOfDocument { isOurs = true }
      if row.values[2].isStoredContent { isWorth = true }
    }
    for (table, form) in forms where isOurs && !isWorth {
      // A table of full-text search has rows even if it holds no words.
      if form.isPart || StatementRights.ownTables.contains(table) { continue }
      forEachRow(of: table) { if $0.isOwned && $0.isSound { isWorth = true } }
    }
    guard isOurs, isWorth else {
      throw DatabaseFailure(
        code: .beyondRepair, path: pages.path, detail: "nothing of a document in it can be read")
    }
  }
}

extension DatabaseValue {
  var isNameOfDocument: Bool {
    guard case .text(let text) = self, let id = DocumentID(text) else { return false }
    return DocumentPlace(id) != nil || DocumentPlace(removal: id) != nil
  }

  var isStoredContent: Bool {
    if case .blob(let bytes) = self { PackedBytes.isStored(bytes) } else { false }
  }
}

extension [UInt8] {
  /// Whether these are the stored bytes of a frame of any kind with the right checksum.
  var isWholeContent: Bool {
    guard PackedBytes.isStored(self), let frame = try? PackedBytes.unpack(self) else {
      return false
    }
    let checksum = frame.suffix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    return CRC32C.checksum(of: frame.dropLast(4)) == checksum
  }
}
