// SPDX-License-Identifier: MIT

/// A problem of a library.
public enum LibraryProblem: Hashable, Sendable {
  /// The database file is damaged. The string is SQLite's description of the damage.
  case database(String)
  /// A document cannot be read, or disagrees with its own history.
  case document(DocumentName, title: String?, reason: String)
  /// This version of the program cannot read a document that another version wrote.
  case newerDocument(DocumentName, title: String?, reason: String)
  /// A document has a name that this version does not know.
  case unknownDocument(String)
  /// For `count` notes, the rows of lists differ from the notes.
  case lists(count: Int)
  /// The index of words differs from the words of `count` notes.
  case words(count: Int)
  /// The index of words is damaged. The string is SQLite's description of the damage.
  case wordIndex(String)
  /// A table of lists, of searches or of this device's own data is missing.
  case missingTable(String)
  /// Rows of a table belong to no document.
  case leftovers(table: String, count: Int)
  /// Undo steps of a document cannot be read.
  case steps(DocumentName?, title: String?, count: Int)
  /// The sync state of a remote cannot be read.
  case remote(String, reason: String)
  /// The sync state that all remotes share cannot be read.
  case remotes(reason: String)
  /// The name or the folder of a remote cannot be read. The name has U+FFFD in place of damaged
  /// bytes.
  case remoteRow(String)
  /// Rows of a table cannot be read. If there is a title, the rows belong to the note with this
  /// title.
  case rows(LibraryTable, title: String?, count: Int)
  /// A document has a damaged name. The title is nil for a document other than a note.
  case misnamed(String, DocumentName?, title: String?)
}

extension LibraryProblem {
  /// Whether ``Library/repair(in:)`` can repair the problem.
  public var isRepairable: Bool {
    switch self {
    case .newerDocument, .unknownDocument: false
    default: true
    }
  }
}

extension LibraryProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .database(let words):
      "the database is damaged: \(words.escapingControls)"
    case .document(let name, let title, let reason):
      "\(Self.words(for: name, title: title)) cannot be read: \(reason)"
    case .newerDocument(let name, let title, let reason):
      """
      \(Self.words(for: name, title: title)) cannot be read by this version of decent: \
      \(reason)
      """
    case .unknownDocument(let name):
      """
      there is a document '\(name.escapingControls)', of which this version knows nothing; update \
      decent
      """
    case .lists(let count):
      "lists show of \(count) \(count == 1 ? "note" : "notes") what they do not say"
    case .words(let count):
      "searches look for \(count) \(count == 1 ? "note" : "notes") under other words than they have"
    case .wordIndex(let words):
      "the words that searches look at are damaged: \(words.escapingControls)"
    case .missingTable(let table):
      "the table '\(table)' is missing"
    case .leftovers(let table, let count):
      "\(count) rows of the table '\(table)' belong to no document"
    case .steps(let name, let title, let count):
      """
      \(count) \(count == 1 ? "change" : "changes") of \(Self.words(for: name, title: title)) that undo \
      takes back cannot be read
      """
    case .remote(let name, let reason):
      "what is known of the remote '\(name.escapingControls)' cannot be read: \(reason)"
    case .remotes(let reason):
      "what is known of this device and of all remotes cannot be read: \(reason)"
    case .remoteRow(let name):
      """
      where the remote '\(name.escapingControls)' lies, or its name, cannot be read: it cannot be \
      synced with
      """
    case .rows(let table, let title, let count):
      "\(table.words(for: count, title: title)) cannot be read: \(table.meaning)"
    case .misnamed(let text, let name, let title):
      """
      \(Self.words(for: name, title: title)) is stored under the damaged name \
      '\(text.escapingControls)', so nothing finds it
      """
    }
  }
}

extension LibraryProblem {
  static func words(for name: DocumentName?, title: String?) -> String {
    guard let name else { return "a note" }
    return title.map { "the note '\($0.escapingControls)' (\(name.noteID))" } ?? name.meaning
  }
}

extension DocumentName {
  /// The name of the document in an error message.
  package var meaning: String {
    switch self {
    case .note(let id): "the note \(id)"
    case .purge(let id): "the purge of the note \(id)"
    }
  }

  /// The id of the note, or of the purged note.
  var noteID: NoteID {
    switch self {
    case .note(let id), .purge(let id): id
    }
  }
}
