// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync

/// A problem of a library of documents. ``DocumentLibrary/check(progress:)`` finds it.
public enum DocumentProblem: Hashable, Sendable {
  /// The file is damaged; the text states the damage, mostly in SQLite's words. Damage of SQLite's
  /// own indexes is repaired in the file. For all other damage,
  /// ``DocumentLibrary/repair(at:preparing:takingOver:)`` makes a new file.
  case file(String, isRepairable: Bool)
  /// A document cannot be read, or disagrees with its own history. `id(in:)` of the
  /// ``DecentSync/DocumentID`` returns the document's id in its collection. The kind is nil if the
  /// library was not asked for the type of the document.
  case document(DocumentID, kind: String?, reason: String)
  /// A newer version of the app wrote a document, which this version cannot read.
  case newerDocument(DocumentID, kind: String, reason: String)
  /// The bytes of a document are sound, but its type cannot decode them, for example because they
  /// lack a property that is not Optional. Correct the type.
  case unfitDocument(DocumentID, kind: String, reason: String)
  /// A document has a damaged name, so no lookup finds it. The ``DecentSync/DocumentID`` is the
  /// right name; nil if the right name is lost.
  case misnamed(String, DocumentID?)
  /// A document has a name that this version does not know.
  case unknownName(String)
  /// The tables of the index with this name disagree with some documents, or have rows of documents
  /// that do not exist.
  case index(String, documents: Int)
  /// A table is missing. `index` is the name of the table's index, or the name that the app gave
  /// its own tables in ``DocumentLibrary/makeTables(named:steps:)``.
  case missingTable(String, index: String)
  /// Rows of a table belong to no document.
  case leftovers(table: String, count: Int)
  /// Undo steps of a document are damaged. Undoing skips them, and a repair forgets all steps of
  /// the document. The id is nil if the name of the document is damaged, too.
  case steps(DocumentID?, count: Int)
  /// The sync state of a remote cannot be read.
  case remote(RemoteDamage)
  /// The sync state of this device, which all remotes share, cannot be read.
  case remotes(reason: String)
}

extension DocumentProblem {
  /// Whether ``DocumentLibrary/repair(keepingDamagedIn:putsAside:)`` can probably repair the
  /// problem. If `DocumentLibrary.check(at:preparing:progress:)` found damage of the file: whether
  /// ``DocumentLibrary/repair(at:preparing:takingOver:)`` can. A document of a type that the
  /// library was not asked for can be repaired after ``DocumentLibrary/collection(of:indexedBy:)``.
  public var isRepairable: Bool {
    switch self {
    case .file(_, let isRepairable): isRepairable
    case .document(let id, nil, _): DocumentPlace(removal: id) != nil
    case .newerDocument, .unfitDocument, .unknownName: false
    default: true
    }
  }

  /// The problem without counts and reasons, which may differ from check to check.
  private var subject: DocumentProblem {
    switch self {
    case .file: .file("", isRepairable: false)
    case .document(let id, _, _), .newerDocument(let id, _, _), .unfitDocument(let id, _, _):
      .document(id, kind: nil, reason: "")
    case .index(let name, _): .index(name, documents: 0)
    case .leftovers(let table, _): .leftovers(table: table, count: 0)
    case .steps(let id, _): .steps(id, count: 0)
    case .remote(let damage): .remote(RemoteDamage(remote: damage.remote, reason: ""))
    case .remotes: .remotes(reason: "")
    case .misnamed, .unknownName, .missingTable: self
    }
  }

  /// The problems that are not among `others`. Counts and reasons are not compared.
  static func those(
    in problems: [DocumentProblem], notIn others: [DocumentProblem]
  ) -> [DocumentProblem] {
    let known = Set(others.map(\.subject))
    return problems.filter { !known.contains($0.subject) }
  }
}

extension DocumentProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let words, _):
      "the file is damaged: \(words.withControlsEscaped)"
    case .document(let id, let kind, let reason):
      "\(Self.words(for: id, kind: kind)) cannot be read: \(reason)"
    case .newerDocument(let id, let kind, let reason),
      .unfitDocument(let id, let kind, let reason):
      "\(Self.words(for: id, kind: kind)) cannot be read by this version of the app: \(reason)"
    case .misnamed(let text, let id):
      """
      \(id.map { Self.words(for: $0, kind: nil) } ?? "a document") is stored under the damaged \
      name '\(text.withControlsEscaped)', so nothing finds it
      """
    case .unknownName(let text):
      "there is a document '\(text.withControlsEscaped)', of which this version knows nothing"
    case .index(let name, let count):
      """
      the tables of the index '\(name.withControlsEscaped)' disagree with \(count) \
      \(count == 1 ? "document" : "documents")
      """
    case .missingTable(let table, let index):
      """
      the table '\(table.withControlsEscaped)' of '\(index.withControlsEscaped)' is missing
      """
    case .leftovers(let table, let count):
      "\(count) rows of the table '\(table)' belong to no document"
    case .steps(let id, let count):
      """
      \(count) \(count == 1 ? "step" : "steps") to undo in \
      \(id.map { Self.words(for: $0, kind: nil) } ?? "a document") \(count == 1 ? "is" : "are") damaged
      """
    case .remote(let damage):
      "\(damage)"
    case .remotes(let reason):
      "what is known of this device and of all remotes cannot be read: \(reason)"
    }
  }

  private static func words(for id: DocumentID, kind: String?) -> String {
    let of = DocumentPlace(removal: id) == nil ? "" : "what is known of the removal of "
    guard let place = DocumentPlace(removal: id) ?? DocumentPlace(id) else {
      return "the document '\(id.text.withControlsEscaped)'"
    }
    return "\(of)\(kind ?? "the document") with the id \(place.id.text)"
  }
}
