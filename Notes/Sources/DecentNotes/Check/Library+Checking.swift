// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import Foundation

extension Library {
  /// Checks the whole library: the file, every document with its history, and the tables that are
  /// derived from documents. Changes nothing.
  ///
  /// - Parameter progress: Called before each document with the progress of the check.
  /// - Returns: The problems found; empty if all is well.
  /// - Complexity: O(*n*) in the size of the library and the histories in it.
  public func check(
    progress: (CheckProgress) -> Void = { _ in }
  ) throws -> [LibraryProblem] {
    try problems(besides: documents.check(progress: progress))
  }

  /// Checks the whole library in a folder as ``check()`` does, even if the library's file is too
  /// damaged to be opened.
  ///
  /// - Parameter progress: Called before each document with the progress of the check.
  /// - Throws: A ``DatabaseFailure`` with the code ``DatabaseFailure/Code/beyondRepair`` if
  ///   ``repair(in:)`` could save nothing.
  public static func check(
    in folder: String, progress: (CheckProgress) -> Void = { _ in }
  ) throws -> [LibraryProblem] {
    var library: Library?
    let found = try DocumentLibrary.check(
      at: database(in: folder), preparing: { library = try Library($0, in: folder) },
      progress: progress)
    if let library { return try library.problems(besides: found) }
    return found.compactMap { if case .file(let words, _) = $0 { .database(words) } else { nil } }
  }

  /// The URL of the database in a folder. Throws if there is no database.
  static func database(in folder: String) throws -> URL {
    let path = databasePath(in: folder)
    guard try isThere(path, in: folder) else { throw LibraryFailure.noLibrary(folder: folder) }
    return URL(fileURLWithPath: path)
  }

  /// All problems of the library.
  ///
  /// - Parameter found: The problems of the documents.
  private func problems(besides found: [DocumentProblem]) throws -> [LibraryProblem] {
    let problems = found.map(named)
    // The table `notes` shows whether the note of a row exists, but only if the table is sound.
    let areListed = !problems.contains { $0.isOfLists }
    // If SQLite finds the file damaged, any table may be damaged. The tables are not checked then.
    if problems.contains(where: \.isOfFile) { return problems }
    let missing = problems.compactMap {
      if case .missingTable(let table) = $0 { table } else { nil }
    }
    let words =
      missing.contains(WordIndex().name)
      ? nil : try documents.damage(ofFullText: WordIndex().name)
    return try problems + [words].compactMap(\.self).map { .wordIndex($0) }
      + documents.reading { try checkTables(areListed: areListed, passingOver: Set(missing)) }
  }

  /// Translates a problem of the documents into a problem of the notebook.
  func named(_ problem: DocumentProblem) -> LibraryProblem {
    switch problem {
    case .file(let words, _): .database(words)
    case .document(let id, _, let reason):
      if let name = DocumentName(id) {
        .document(name, title: title(of: name), reason: reason)
      } else {
        .unknownDocument(id.text)
      }
    case .newerDocument(let id, _, let reason), .unfitDocument(let id, _, let reason):
      if let name = DocumentName(id) {
        .newerDocument(name, title: title(of: name), reason: reason)
      } else {
        .unknownDocument(id.text)
      }
    case .misnamed(let text, let id):
      {
        let name = id.flatMap { DocumentName($0) }
        return .misnamed(text, name, title: name.flatMap(title))
      }()
    case .unknownName(let text): .unknownDocument(text)
    case .index(WordIndex().name, let count): .words(count: count)
    case .index(_, let count): .lists(count: count)
    case .missingTable(let table, _): .missingTable(table)
    case .leftovers(let table, let count): .leftovers(table: table, count: count)
    case .steps(let id, let count):
      {
        let name = id.flatMap { DocumentName($0) }
        return .steps(name, title: name.flatMap(title), count: count)
      }()
    case .remote(let damage): .remote(damage.remote.text, reason: damage.reason)
    case .remotes(let reason): .remotes(reason: reason)
    }
  }

  /// The title that lists show for a note.
  private func title(of name: DocumentName) -> String? {
    guard let id = name.note else { return nil }
    return try? documents.rows("SELECT title FROM notes WHERE id = ?", .text("\(id)")) {
      try $0.text(at: 0)
    }.first
  }
}

extension LibraryProblem {
  fileprivate var isOfLists: Bool {
    switch self {
    case .lists, .missingTable, .misnamed: true
    default: false
    }
  }

  var isOfFile: Bool { if case .database = self { true } else { false } }
}
