// SPDX-License-Identifier: MIT

/// Something that is wrong with a library.
public enum LibraryProblem: Hashable, Sendable {
  /// What SQLite says of its file.
  case database(String)
  /// A document cannot be read, or says what its own history does not.
  case document(DocumentName, title: String?, reason: String)
  /// A document has a name that this version does not know.
  case unknownDocument(String)
  /// What lists show of a note is not what it says.
  case summary(NoteID, title: String)
  /// What searches look at of a note is not what it says.
  case words(NoteID, title: String)
  /// What searches look at cannot be relied upon.
  case wordIndex(String)
  /// The order that lists use is not that of the index.
  case places
  /// What is known of purges is not what the index and their documents say.
  case purges
  /// There are rows of a table whose document is gone.
  case leftovers(table: String, count: Int)
  /// What is known of a remote cannot be read.
  case remote(String, reason: String)
}

extension LibraryProblem {
  /// Whether ``Library/repair(in:)`` can do something about it.
  public var isRepairable: Bool {
    if case .unknownDocument = self { false } else { true }
  }
}

extension LibraryProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .database(let words):
      "the database is damaged: \(words.escapingControls)"
    case .document(let name, let title, let reason):
      title.map { "the note '\($0.escapingControls)' (\(name.digits)) cannot be read: \(reason)" }
        ?? "\(name.meaning) cannot be read: \(reason)"
    case .unknownDocument(let name):
      """
      there is a document '\(name.escapingControls)', of which this version knows nothing; update \
      decent
      """
    case .summary(let id, let title):
      "lists show of the note '\(title.escapingControls)' (\(id)) what it does not say"
    case .words(let id, let title):
      "searches look for the note '\(title.escapingControls)' (\(id)) under other words than it has"
    case .wordIndex(let words):
      "the words that searches look at are damaged: \(words.escapingControls)"
    case .places:
      "the list has another order than the notes were given"
    case .purges:
      "what is known of purged notes is not what their purges say"
    case .leftovers(let table, let count):
      "\(count) rows of the table '\(table)' belong to no document"
    case .remote(let name, let reason):
      "what is known of the remote '\(name.escapingControls)' cannot be read: \(reason)"
    }
  }
}

extension DocumentName {
  /// What an error message calls it.
  var meaning: String {
    switch self {
    case .index: "the order of the notes"
    case .note(let id): "the note \(id)"
    case .purge(let id): "the purge of the note \(id)"
    }
  }

  /// The digits of the note's id.
  fileprivate var digits: String {
    switch self {
    case .index: text
    case .note(let id), .purge(let id): "\(id)"
    }
  }
}
