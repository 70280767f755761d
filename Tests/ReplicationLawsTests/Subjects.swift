// SPDX-License-Identifier: MIT

import ReplicationLaws

extension LawSubject where Value == Journal, Observation == [String] {
  static func journal(promise: Promise<Journal>? = nil) -> Self {
    LawSubject(
      "a journal", make: { Journal() },
      edits: [
        { journal, random in
          let word = "\(random.next() >> 40)"
          journal.write(word)
          return "write \(word)"
        }
      ],
      observe: \.shown, promise: promise)
  }
}

extension LawSubject where Value == Choice, Observation == String {
  static func choice(promise: Promise<Choice>? = nil) -> Self {
    LawSubject(
      "a choice", make: { Choice() },
      edits: [
        { choice, random in
          let value = "\(random.next() >> 40)"
          choice.choose(value)
          return "choose \(value)"
        }
      ],
      observe: \.value, promise: promise)
  }
}

extension Journal {
  /// All words, in an order of their own.
  var shown: [String] { words.values.joined().sorted() }
}
