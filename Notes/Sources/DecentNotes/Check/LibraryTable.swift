// SPDX-License-Identifier: MIT

import DecentDocuments

/// A table whose rows are not derived from documents. An unreadable row cannot be rebuilt.
///
/// The tables of remotes and of the sync state are not derived from documents either, but have
/// checks of their own. Each remote is checked when it is read (``Remote/isDamaged``), and
/// ``SyncPolicy`` checks the sync state.
public enum LibraryTable: String, CaseIterable, Sendable {
  case sources, imports, mirrors
  case mirrorsBegun = "mirrors_begun"
  case endedRuns = "ended_runs"
  case serving
}

extension LibraryTable {
  /// A row that cannot be read.
  struct UnreadableRow: Hashable {
    /// The columns that identify the row, as bytes.
    let key: [[UInt8]]
    /// The note that the row belongs to, if the row names one.
    let note: NoteID?
  }

  /// The form of the values in a column.
  private enum Column {
    case integer, text, note, stamp, file

    func isHeld(by row: borrowing IndexRow, at column: Int) -> Bool {
      switch self {
      case .integer: return row.kind(at: column) == .integer
      case .file:
        return row.kind(at: column) == .bytes
          && String(validating: row.bytesIfPresent(at: column) ?? [], as: UTF8.self) != nil
      case .text, .note, .stamp:
        guard row.kind(at: column) == .text, let text = try? row.text(at: column) else {
          return false
        }
        return isHeld(by: text)
      }
    }

    private func isHeld(by text: String) -> Bool {
      switch self {
      case .note: NoteID(text) != nil
      case .stamp: ExportStamp(text) != nil
      default: true
      }
    }
  }

  /// The names of the columns with their forms. The columns that identify a row come first.
  private var columns: KeyValuePairs<String, Column> {
    switch self {
    case .sources:
      [
        "path": .text, "note": .note, "checksum": .integer, "stamp": .stamp,
        "content": .file,
      ]
    case .imports: ["note": .note, "path": .text, "content": .file]
    case .mirrors, .mirrorsBegun:
      ["path": .text, "note": .note, "size": .integer, "checksum": .integer]
    case .endedRuns: ["number": .integer, "run": .text]
    case .serving: ["library": .text, "port": .integer]
    }
  }

  /// The number of columns that identify a row.
  private var keyLength: Int { self == .imports ? 2 : 1 }

  /// The rows that cannot be read.
  func damagedRows(in library: DocumentLibrary) throws -> [UnreadableRow] {
    let names = columns.map(\.key)
    let keys = names.prefix(keyLength).map { "CAST(\($0) AS BLOB)" }
    let note = names.firstIndex(of: "note")
    return try library.rows(
      "SELECT \((names + keys).joined(separator: ", ")) FROM \(rawValue)"
    ) { row -> UnreadableRow? in
      let areSound = zip(columns, names.indices).allSatisfy { $0.0.value.isHeld(by: row, at: $0.1) }
      if areSound { return nil }
      return UnreadableRow(
        key: keys.indices.map { row.bytesIfPresent(at: names.count + $0) ?? [] },
        note: note.flatMap { try? row.text(at: $0) }.flatMap { NoteID($0) })
    }.compactMap(\.self)
  }

  /// Deletes a row that cannot be read.
  func remove(_ row: UnreadableRow, in library: DocumentLibrary) throws {
    let conditions = columns.map(\.key).prefix(keyLength).map { "CAST(\($0) AS BLOB) = ?" }
    try library.transaction { tables in
      try tables.run(
        "DELETE FROM \(rawValue) WHERE \(conditions.joined(separator: " AND "))",
        row.key.map { .bytes($0) })
    }
  }
}

extension LibraryTable {
  /// The meaning of the rows, in an error message.
  var meaning: String {
    switch self {
    case .sources: "which notes imported files became"
    case .imports: "what exported files held when they were imported"
    case .mirrors, .mirrorsBegun: "which files were written by exports that mirror the library"
    case .endedRuns: "the runs of decent serve that ended"
    case .serving: "the port and the id of this library's page"
    }
  }

  /// A number of rows of the table, in words for a message.
  ///
  /// - Parameter title: The title of the note that the rows belong to, if there is one.
  func words(for count: Int, title: String?) -> String {
    let rows = "\(count) \(count == 1 ? "row" : "rows") of the table '\(rawValue)'"
    return title.map { "\(rows), of the note '\($0.escapingControls)'," } ?? rows
  }

  /// The consequence of losing some rows, for the report of a repair.
  var loss: String {
    switch self {
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
  /// The problems of the tables. In each table, the unreadable rows of notes with the same title
  /// are one problem.
  ///
  /// - Parameters:
  ///   - areListed: Whether the table `notes` is sound, and thus has all notes of the library.
  ///   - missing: The names of missing tables.
  func checkTables(
    areListed: Bool, passingOver missing: Set<String>
  ) throws -> [LibraryProblem] {
    let remotes = missing.contains("remotes") ? [] : try remotes()
    var problems = remotes.filter(\.isDamaged).map { LibraryProblem.remoteRow($0.name) }
    for table in LibraryTable.allCases where !missing.contains(table.rawValue) {
      problems += try damage(of: table).map { .rows(table, title: $0.title, count: $0.rows.count) }
    }
    for table in OwnTables.ofNotes where areListed && !missing.contains(table) {
      let count = try documents.rows("SELECT count(*) FROM \(table) WHERE \(Self.isLone)") {
        try $0.integer(at: 0)
      }.first
      if let count, count > 0 { problems.append(.leftovers(table: table, count: count)) }
    }
    return problems
  }

  /// The SQL condition for a row whose note is not in the library.
  private static let isLone = "length(note) = 32 AND note NOT IN (SELECT id FROM notes)"

  /// The unreadable rows of a table, grouped by the titles of their notes.
  private func damage(
    of table: LibraryTable
  ) throws -> [(title: String?, rows: [LibraryTable.UnreadableRow])] {
    var titles: [String?] = []
    var rows: [String?: [LibraryTable.UnreadableRow]] = [:]
    for row in try table.damagedRows(in: documents) {
      let note = row.note.flatMap { try? notes.summary($0)?.title }
      if rows[note] == nil { titles.append(note) }
      rows[note, default: []].append(row)
    }
    return titles.map { ($0, rows[$0] ?? []) }
  }

  /// Repairs the remotes. Deletes rows that cannot be read, and rows whose note does not exist.
  func repairTables(_ report: inout RepairReport) throws {
    try repairRemotes(&report)
    for table in OwnTables.ofNotes {
      try documents.run("DELETE FROM \(table) WHERE \(Self.isLone)")
    }
    for table in LibraryTable.allCases {
      for (title, rows) in try damage(of: table) {
        for row in rows { try table.remove(row, in: documents) }
        report.steps.append(
          """
          dropped \(table.words(for: rows.count, title: title)) that could not be read: \
          \(table.loss)
          """)
      }
    }
  }

  /// Restores the name of a damaged remote if the sync state has exactly one name that no remote
  /// has. The remote must be the only damaged remote, and its folder must be readable. Otherwise
  /// removes all damaged remotes.
  private func repairRemotes(_ report: inout RepairReport) throws {
    let known = try remotes()
    let nameless = try documents.remotes().map(\.text)
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
      try forgetSyncState(of: remote.name)
      let again = remote.isNameDamaged ? "NAME" : name
      report.steps.append(
        """
        forgot the remote '\(name)', whose \(remote.isFolderDamaged ? "folder" : "name") could not \
        be read: add it again (decent remote add \(again) FOLDER); its folder keeps all that is in it
        """)
    }
  }
}
