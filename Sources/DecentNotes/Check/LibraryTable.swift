// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import Foundation

/// A table whose rows follow from no document: nothing makes up for a row that cannot be read.
///
/// So are the remotes, which are read one by one (``Remote/isDamaged``), and the books of sync, whose
/// rows ``SyncPolicy`` alone understands and checks.
public enum LibraryTable: String, CaseIterable, Sendable {
  case steps, sources, imports, mirrors
  case mirrorsBegun = "mirrors_begun"
  case endedRuns = "ended_runs"
  case serving
}

extension LibraryTable {
  /// A row that cannot be read.
  struct UnreadableRow: Hashable {
    /// The columns that tell it from other rows, as bytes.
    let key: [[UInt8]]
    /// The document that the row belongs to, if it says so.
    let document: Int?
  }

  /// The forms of columns.
  private enum Column {
    case integer, text, note, stamp, step, file

    func holds(_ value: DatabaseValue?) -> Bool {
      switch (self, value) {
      case (.integer, .integer), (.text, .text): true
      case (.note, .text(let text)): NoteID(text) != nil
      case (.stamp, .text(let text)): ExportStamp(text) != nil
      case (.step, .text(let text)):
        (try? JSONDecoder().decode(NoteStep.self, from: Data(text.utf8))) != nil
      case (.file, .blob(let bytes)):
        (try? PackedBytes.unpack(bytes)).map { String(validating: $0, as: UTF8.self) != nil }
          ?? false
      default: false
      }
    }
  }

  /// The columns with their forms.
  private var columns: KeyValuePairs<String, Column> {
    switch self {
    case .steps:
      ["number": .integer, "document": .integer, "is_undone": .integer, "content": .step]
    case .sources:
      [
        "path": .text, "document": .integer, "checksum": .integer, "stamp": .stamp,
        "content": .file,
      ]
    case .imports: ["document": .integer, "path": .text, "content": .file]
    case .mirrors, .mirrorsBegun:
      ["path": .text, "note": .note, "size": .integer, "checksum": .integer]
    case .endedRuns: ["number": .integer, "run": .text]
    case .serving: ["library": .text, "port": .integer]
    }
  }

  /// How many of the columns tell a row from all others.
  private var keyLength: Int { self == .imports ? 2 : 1 }

  /// The rows that cannot be read.
  func damagedRows(in database: Database) throws(DatabaseFailure) -> [UnreadableRow] {
    guard try database.hasTable(rawValue) else { return [] }
    let names = columns.map(\.key)
    let keys = names.prefix(keyLength).map { "CAST(\($0) AS BLOB)" }
    let place = names.firstIndex(of: "document")
    return try database.rows(
      "SELECT \((names + keys).joined(separator: ", ")) FROM \(rawValue)"
    ) { row -> UnreadableRow? in
      let values = names.indices.map { row.value(at: $0) }
      guard !zip(columns, values).allSatisfy({ $0.0.value.holds($0.1) }) else { return nil }
      var document: Int?
      if let place, case .integer(let key) = values[place] { document = key }
      return UnreadableRow(
        key: keys.indices.map { row.blob(at: names.count + $0) }, document: document)
    }.compactMap(\.self)
  }

  /// Takes out a row that cannot be read.
  func remove(_ row: UnreadableRow, in database: Database) throws(DatabaseFailure) {
    let conditions = columns.map(\.key).prefix(keyLength).map { "CAST(\($0) AS BLOB) = ?" }
    try database.run(
      "DELETE FROM \(rawValue) WHERE \(conditions.joined(separator: " AND "))",
      values: row.key.map { .blob($0) })
  }
}

extension LibraryTable {
  /// The meaning of the rows, in an error message.
  var meaning: String {
    switch self {
    case .steps: "the changes that undo takes back"
    case .sources: "which notes imported files became"
    case .imports: "what exported files held when they were imported"
    case .mirrors, .mirrorsBegun: "which files were written by exports that mirror the library"
    case .endedRuns: "the runs of decent serve that ended"
    case .serving: "the port and the id of this library's page"
    }
  }

  /// Some rows, in a message.
  ///
  /// - Parameter title: The title of the note that they belong to, if there is one.
  func words(for count: Int, title: String?) -> String {
    let rows = "\(count) \(count == 1 ? "row" : "rows") of the table '\(rawValue)'"
    return title.map { "\(rows), of the note '\($0.escapingControls)'," } ?? rows
  }

  /// The difference that the loss of some rows makes, in the report of a repair.
  var loss: String {
    switch self {
    case .steps: "undo takes back no change made until now; the history has them all"
    case .sources: "importing such a file again makes a new note"
    case .imports: "the next import of such a file compares it with its export"
    case .mirrors, .mirrorsBegun:
      "an export takes such a file for one of yours, and neither moves nor removes it"
    case .endedRuns: "pages compare all notes once"
    case .serving: "decent serve writes it again"
    }
  }
}

/// Checks and repairs of the tables.
extension Library {
  /// The damage of the tables, a problem for each remote or note that it concerns.
  func checkTables() throws -> [LibraryProblem] {
    var problems = try remotes().filter(\.isDamaged).map { LibraryProblem.remoteRow($0.name) }
    for table in LibraryTable.allCases {
      problems += try damage(of: table).map { .rows(table, title: $0.title, count: $0.rows.count) }
    }
    return problems
  }

  /// The rows of a table that cannot be read, by the title of the note that they belong to.
  private func damage(
    of table: LibraryTable
  ) throws -> [(title: String?, rows: [LibraryTable.UnreadableRow])] {
    var titles: [String?] = []
    var rows: [String?: [LibraryTable.UnreadableRow]] = [:]
    for row in try table.damagedRows(in: database) {
      let note = try row.document.flatMap { try title(key: $0) }
      if rows[note] == nil { titles.append(note) }
      rows[note, default: []].append(row)
    }
    return titles.map { ($0, rows[$0] ?? []) }
  }

  /// Takes out the rows that cannot be read. With one change to be undone, all of its note go: those
  /// before it were made to another text.
  func repairTables(_ report: inout RepairReport) throws {
    try repairRemotes(&report)
    for table in LibraryTable.allCases {
      for (title, rows) in try damage(of: table) {
        for row in rows {
          try table.remove(row, in: database)
          guard table == .steps, let document = row.document else { continue }
          try database.run("DELETE FROM steps WHERE document = ?", .integer(document))
        }
        report.steps.append(
          """
          dropped \(table.words(for: rows.count, title: title)) that could not be read: \
          \(table.loss)
          """)
      }
    }
  }

  /// Gives a remote with an unreadable name the one that the books of sync have for it, and takes out
  /// the other remotes that cannot be read.
  private func repairRemotes(_ report: inout RepairReport) throws {
    let known = try remotes()
    let nameless = try SyncNotes.remotes(in: rows).map(\.text)
      .filter { name in !known.contains { $0.name == name } }
    for remote in known where remote.isDamaged {
      let name = remote.name.escapingControls
      if nameless.count == 1, known.count(where: \.isDamaged) == 1, !remote.isFolderDamaged {
        try takeOut(remote)
        try insert(Remote(name: nameless[0], folder: remote.folder))
        report.steps.append("gave the remote '\(name)' its name '\(nameless[0])' back")
        continue
      }
      try takeOut(remote)
      try forgetBooks(of: remote.name)
      let again = remote.isNameDamaged ? "NAME" : name
      report.steps.append(
        """
        forgot the remote '\(name)', whose \(remote.isFolderDamaged ? "folder" : "name") could not \
        be read: add it again (decent remote add \(again) FOLDER); its folder keeps all that is in it
        """)
    }
  }
}
