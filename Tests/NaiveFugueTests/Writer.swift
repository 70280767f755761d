// SPDX-License-Identifier: MIT

import NaiveFugue

/// Writes events for one author, each after the one before.
struct Writer {
  typealias Document = NaiveFugue<Int, Character>

  let session: Int
  var tips: [Document.ID]
  var count = 0
  var events: [Document.Event] = []

  /// Makes an author who has seen some events.
  init(_ session: Int, after tips: [Document.ID] = []) {
    self.session = session
    self.tips = tips
  }

  mutating func insert(_ text: String, at index: Int) {
    for (offset, letter) in text.enumerated() { add(.insert(letter, at: index + offset)) }
  }

  /// Inserts a text backwards: each letter before the last inserted one.
  mutating func insertBackwards(_ text: String, at index: Int) {
    for letter in text.reversed() { add(.insert(letter, at: index)) }
  }

  mutating func delete(at index: Int) { add(.delete(at: index)) }

  private mutating func add(_ operation: Document.Event.Operation) {
    let id = Document.ID(session, count)
    events.append(Document.Event(id, after: tips, operation))
    tips = [id]
    count += 1
  }
}

/// The text of the events of several authors.
func text(_ writers: Writer...) -> String {
  String(Writer.Document(writers.flatMap(\.events)).elements)
}
