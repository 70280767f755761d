// SPDX-License-Identifier: MIT

import ReplicationLaws

extension LawSubject where Value == Journal, Observation == [String] {
  static func journal(promise: Promise<Journal>? = nil) -> Self {
    LawSubject(
      "a journal", make: { Journal() },
      edits: [
        { journal, random in
          let word = "\(random.next() >> 48)"
          journal.write(word)
          return Edit("write \(word)", code: "replica.write(\"\(word)\")")
        }
      ],
      observe: \.shown, promise: promise)
  }
}

extension LawSubject where Value == Choice, Observation == String {
  static func choice(
    promise: Promise<Choice>? = nil, directMerge: ((Choice, Choice) -> Choice)? = nil
  ) -> Self {
    LawSubject(
      "a choice", make: { Choice() },
      edits: [
        { choice, random in
          let value = "\(random.next() >> 48)"
          choice.choose(value)
          return Edit("choose \(value)", code: "replica.choose(\"\(value)\")")
        }
      ],
      observe: \.value, promise: promise, directMerge: directMerge)
  }
}

extension LawSubject where Value == Shelf, Observation == [String] {
  static func shelf() -> Self {
    LawSubject(
      "a shelf", make: { Shelf() },
      edits: [
        { shelf, random in
          let (name, word) = (random.pick(["x", "y"]), "\(random.next() >> 48)")
          shelf.write(word, in: name)
          return Edit(
            "write \(word) in \(name)", code: "replica.write(\"\(word)\", in: \"\(name)\")")
        },
        { shelf, random in
          let (name, word) = (random.pick(["x", "y"]), "\(random.next() >> 48)")
          shelf.put(word, as: name)
          return Edit("put \(word) as \(name)", code: "replica.put(\"\(word)\", as: \"\(name)\")")
        },
        { shelf, random in
          let name = random.pick(["x", "y"])
          shelf.remove(name)
          return Edit("remove \(name)", code: "replica.remove(\"\(name)\")")
        },
      ],
      observe: { shelf in shelf.sorted().map { "\($0): \(shelf.entries[$0]?.journal.shown ?? [])" }
      })
  }
}

extension LawSubject where Value == Card, Observation == [String] {
  static func card(edits: [RandomEdit] = [editTitle, editNote], checksFields: Bool = true) -> Self {
    LawSubject(
      "a card", make: { Card() }, edits: edits, observe: { [$0.title.value, $0.note.value] },
      checksFields: checksFields)
  }

  static func editTitle(_ card: inout Card, _ random: inout SeededGenerator) -> Edit {
    let value = "\(random.next() >> 48)"
    card.title.choose(value)
    return Edit("title \(value)", code: "replica.title.choose(\"\(value)\")")
  }

  static func editNote(_ card: inout Card, _ random: inout SeededGenerator) -> Edit {
    let value = "\(random.next() >> 48)"
    card.note.choose(value)
    return Edit("note \(value)", code: "replica.note.choose(\"\(value)\")")
  }
}

extension LawSubject where Value == Wrapper<Journal>, Observation == [String] {
  static func wrapper(directMerge: ((Value, Value) -> Value)? = nil) -> Self {
    LawSubject(
      "a wrapped journal", make: { Wrapper(Journal()) },
      edits: [
        { wrapper, random in
          let word = "\(random.next() >> 48)"
          wrapper.change { $0.write(word) }
          return Edit("write \(word)", code: "replica.change { $0.write(\"\(word)\") }")
        }
      ],
      observe: \.content.shown, directMerge: directMerge, checksFields: false,
      code: "Wrapper(Journal())")
  }
}

extension LawSubject where Value == Sum, Observation == Int {
  static func sum() -> Self {
    LawSubject(
      "a sum", make: { Sum() },
      edits: [
        { sum, random in
          let more = 1 + random.below(3)
          sum.total += more
          return Edit("add \(more)", code: "replica.total += \(more)")
        }
      ],
      observe: \.total)
  }
}

extension Journal {
  /// All words, in ascending order.
  var shown: [String] { words.values.joined().sorted() }
}
