// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import ReplicatingTypes

/// Documents whose names or numbers are damaged, as by a flipped bit. Nothing finds them any more.
extension Library {
  /// A document under a damaged name.
  struct Misnamed {
    /// The name that it had; nil for a note whose id is not known any more.
    let name: DocumentName?
  }

  /// The numbers and names of all documents. A name may have marks in place of damage.
  func storedNames() throws -> [(key: Int, name: String)] {
    try documents.storedNames().map { ($0.key, String(decoding: $0.name, as: UTF8.self)) }
  }

  /// Says whether a document has a damaged name. A name that this version does not know is damaged if
  /// lists show the document, or if its content is that of a document of this version.
  ///
  /// - Returns: Nil if the name is right, or that of a document of a later version.
  func misnamed(_ text: String, key: Int) throws -> Misnamed? {
    let listed = try listedNote(key: key)
    switch DocumentName(text: text) {
    case .note(let id):
      // A digit may be damaged, here or in the lists. Sync knows the right one.
      guard let listed, listed != id, try documents.key(of: .note(listed)) == nil,
        try SyncNotes.knows(.note(listed), in: rows), try !SyncNotes.knows(.note(id), in: rows)
      else { return nil }
      return Misnamed(name: .note(listed))
    case .purge(let id):
      guard try !SyncNotes.knows(.purge(id), in: rows) else { return nil }
      return try purge(near: text).map { Misnamed(name: $0) }
    case nil:
      if let listed { return Misnamed(name: .note(listed)) }
      let id = NoteID(text.suffix(NoteID.digitCount))
      if try documents.readableContent(of: key) as Note? != nil {
        return Misnamed(name: id.map { .note($0) })
      }
      guard let id, try documents.readableContent(of: key) as DocumentRemoval? != nil else {
        return nil
      }
      return Misnamed(name: .purge(id))
    }
  }

  /// The purge whose name becomes a text by one flipped bit, if sync knows the purge and the
  /// library lacks it. Sync knows each document that was sent or edited here.
  private func purge(near text: String) throws -> DocumentName? {
    var bytes = Array(text.utf8)
    for bit in 0..<(bytes.count * 8) {
      bytes[bit / 8] ^= 1 << (bit % 8)
      defer { bytes[bit / 8] ^= 1 << (bit % 8) }
      if let name = String(validating: bytes, as: UTF8.self).flatMap(DocumentName.init(text:)),
        case .purge = name, try SyncNotes.knows(name.id, in: rows), try !documents.exists(name.id)
      {
        return name
      }
    }
    return nil
  }

  /// The note that lists show for a document.
  private func listedNote(key: Int) throws(DatabaseFailure) -> NoteID? {
    try database.row("SELECT id FROM notes WHERE document = ?", .integer(key)) { row in
      (try? row.text(at: 0)).flatMap { NoteID($0) }
    } ?? nil
  }

  /// Gives documents back their contents, their numbers and their names.
  func nameDocuments(_ kept: inout KeptDocuments, _ report: inout RepairReport) throws {
    try renumber(&report)
    for (key, text) in try storedNames() {
      guard let misnamed = try misnamed(text, key: key) else { continue }
      let name = misnamed.name ?? .note(NoteID(from: .current))
      let title = try title(key: key)
      do {
        if try documents.exists(name.id) {
          try join(key, into: name, &kept)
        } else {
          try documents.rename(key, to: name.id)
        }
      } catch LibraryFailure.damagedDocument {
        continue
      }
      try noteRestart(of: name)
      try dropIfFoundPurged(name)
      let what = title.map { "the note '\($0.escapingControls)'" } ?? name.meaning
      report.steps.append("gave \(what) its name back")
    }
  }

  /// Gives documents the numbers that lists have for them, and contents the numbers of documents
  /// that have none. One bit is damaged of a number.
  private func renumber(_ report: inout RepairReport) throws {
    let numbers = try database.rows(
      """
      SELECT key, notes.document FROM documents JOIN notes ON name = 'note/' || id
      WHERE key NOT IN (SELECT document FROM bases)
        AND notes.document NOT IN (SELECT key FROM documents)
        AND notes.document IN (SELECT document FROM bases)
      """
    ) { (wrong: $0.integer(at: 0), right: $0.integer(at: 1)) }
    for number in numbers {
      try database.run(
        "UPDATE documents SET key = ? WHERE key = ?", .integer(number.right),
        .integer(number.wrong))
    }
    let count = numbers.count + (try documents.rejoinContents())
    guard count > 0 else { return }
    report.steps.append("gave \(count) \(count == 1 ? "document" : "documents") the content back")
  }

  /// Merges a document into the one that was made in its place meanwhile.
  private func join(_ key: Int, into name: DocumentName, _ kept: inout KeptDocuments) throws {
    switch name {
    case .note(let id):
      guard let content: Note = try takeOut(key, for: name, &kept) else { return }
      try changeNote(id) { $0.merge(content) }
    case .purge(let id):
      guard let content: DocumentRemoval = try takeOut(key, for: name, &kept) else { return }
      try changePurge(of: id) { $0.merge(content) }
    }
  }

  /// Takes a document out, with its words. Its bytes are kept in files.
  private func takeOut<Content: ReplicatingDocument>(
    _ key: Int, for name: DocumentName, _ kept: inout KeptDocuments
  ) throws -> Content? {
    let content = try documents.takeOut(key, for: name.id, as: Content.self, keepingIn: &kept)
    try words.remove(key)
    return content
  }
}
