// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync

extension Library {
  /// Checks the whole library: the file, every document with its history, and the tables that
  /// follow from documents. Changes nothing.
  ///
  /// - Parameter progress: Called before each document with the progress of the check.
  /// - Returns: The problems found; empty if all is well.
  /// - Complexity: O(*n*) in the size of the library and the histories in it.
  public func check(
    progress: (CheckProgress) -> Void = { _ in }
  ) throws -> [LibraryProblem] {
    let problems = try documents.check(progress: progress).map(named)
    // Rows of notes belong to those that lists show.
    let areListed = !problems.contains { $0.isOfLists }
    // A damaged file may be damaged anywhere. SQLite's findings come first, and are enough.
    if problems.contains(where: \.isOfFile) { return problems }
    let missing = try documents.missingTables(madeBy: OwnTables.steps)
    let hasWords = !problems.contains(.missingTable(WordIndex().name))
    let words = hasWords ? try documents.damage(ofFullText: WordIndex().name) : nil
    return try problems + missing.map { .missingTable($0) }
      + [words].compactMap(\.self).map { .wordIndex($0) }
      + documents.reading { try checkTables(areListed: areListed, passingOver: Set(missing)) }
  }

  /// A problem of the documents, in the words of a notebook.
  func named(_ problem: DocumentProblem) -> LibraryProblem {
    switch problem {
    case .file(let words, _): .database(words)
    case .document(let id, _, let reason):
      if let name = DocumentName(id) {
        .document(name, title: title(of: name), reason: reason)
      } else {
        .unknownDocument(id.text)
      }
    case .newerDocument(let id, _, let reason):
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
