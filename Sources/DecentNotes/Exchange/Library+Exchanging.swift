// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

/// Documents are exchanged with replicas of this notebook that are no devices, such as a page in a
/// browser. Their edits are edits of this library: sync carries them on.
extension Library {
  /// Takes in the edits of another replica in a document, and answers with those that it lacks.
  ///
  /// Requests may be repeated and come in any order. A document that does not exist is made by a
  /// delta from nothing.
  ///
  /// The edits are no steps that ``undo(_:)`` takes back: a page has an undo of its own.
  ///
  /// - Returns: This library's side. Its version is empty if there is no such document.
  /// - Throws: An ``ExchangeFailure``; why the library failed. Nothing was changed then.
  public func exchange(
    _ theirs: DocumentExchange, of name: DocumentName
  ) throws -> DocumentExchange {
    switch name {
    case .note(let id):
      try exchange(theirs, as: Note.self, of: name) { merge in
        try changeNote(id, indexing: .later) { note in
          let before = NoteMeasure(of: note)
          try refusingNewerFields(of: &note, merge)
          do throws(NoteFault) {
            try before.check(note)
          } catch {
            throw ExchangeFailure.unsuitable(error)
          }
        }
      }
    case .purge(let id):
      try exchange(theirs, as: DocumentRemoval.self, of: name) { try changePurge(of: id, $0) }
    }
  }

  /// Merges edits that bring no field that is unknown here. A delta of another model looks like one of
  /// newer fields, which the document would keep for ever.
  private func refusingNewerFields<Model: ReplicatingModel>(
    of model: inout Model, _ merge: (inout Model) throws -> Void
  ) throws {
    let known = Set(model.newerFields.keys)
    try merge(&model)
    if let key = model.newerFields.keys.first(where: { !known.contains($0) }) {
      throw ExchangeFailure.newerField(key)
    }
  }

  private func exchange<Document: ReplicatingDocument>(
    _ theirs: DocumentExchange, as type: Document.Type, of name: DocumentName,
    change: (_ merge: (inout Document) throws -> Void) throws -> Void
  ) throws -> DocumentExchange {
    let decoded = try DecodedExchange<Document>(theirs)
    if theirs.delta.isEmpty {
      return try database.readTransaction { try answer(to: decoded, of: name) }
    }
    return try database.transaction {
      var answer = DocumentExchange()
      let devices = try devicesByMark()
      try change { document in
        let writer = writer(of: document, since: decoded.version, among: devices)
        try decoded.merge(into: &document)
        answer = try decoded.answer(of: document)
        if !answer.delta.isEmpty { answer.writer = writer }
      }
      try checkPresence(of: name)
      return answer
    }
  }

  private func answer<Document: ReplicatingDocument>(
    to theirs: DecodedExchange<Document>, of name: DocumentName
  ) throws -> DocumentExchange {
    guard let document = try documents.content(of: name.id, as: Document.self) else {
      try checkPresence(of: name)
      return DocumentExchange()
    }
    var answer = try theirs.answer(of: document)
    if !answer.delta.isEmpty {
      answer.writer = writer(
        of: document, since: theirs.version, among: try devicesByMark())
    }
    return answer
  }

  private func checkPresence(of name: DocumentName) throws {
    guard case .note(let id) = name, try documents.exists(.purge(id)),
      try !documents.exists(name.id)
    else { return }
    throw ExchangeFailure.purged
  }
}

/// The parts of a note that ``NoteLimits`` limits, before a change.
private struct NoteMeasure {
  private let title: String
  private let folder: String
  private let place: FractionalIndex
  private let tags: Set<String>
  private let text: ReplicatingText.Version

  init(of note: borrowing Note) {
    title = note.title.value
    folder = note.folder.value
    place = note.place.value
    tags = Set(note.tags)
    text = note.text.version
  }

  /// Checks the parts that the change changed. Others may be beyond the limits: notes of other
  /// devices are taken as they come.
  func check(_ note: borrowing Note) throws(NoteFault) {
    if note.title.value != title { try NoteLimits.check(title: note.title.value) }
    if note.folder.value != folder { _ = try NoteLimits.folder(note.folder.value) }
    if note.place.value != place { try NoteLimits.check(place: note.place.value) }
    for tag in note.tags where !tags.contains(tag) { try NoteLimits.check(tag: tag) }
    // A scalar takes four bytes at most, so a short text need not be measured.
    if note.text.unicodeScalars.count > NoteLimits.textSize / 4, note.text.version != text {
      try NoteLimits.check(text: note.text.string)
    }
  }
}
