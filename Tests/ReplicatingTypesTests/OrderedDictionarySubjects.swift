// SPDX-License-Identifier: MIT

import ReplicatingTypes
import ReplicationLaws

enum OrderedDictionarySubjects {
  private static let keys = ["a", "b", "c"]

  typealias Plain = ReplicatingOrderedDictionary<String, Int>

  /// The last edit of a key decides whether it is there; moves are edits.
  static var plain: LawSubject<Plain, [String]> {
    LawSubject(
      "an ordered dictionary of numbers",
      make: { Plain() },
      edits: [
        { values, random in
          let (key, value) = (random.pick(keys), random.below(3))
          values[key] = value
          return Edit(
            "set \(key) to \(value)", touching: [key], code: "replica[\"\(key)\"] = \(value)")
        },
        { values, random in
          let key = random.pick(keys)
          guard values.removeValue(forKey: key) != nil else { return "delete nothing" }
          return Edit("delete \(key)", touching: [key], code: "replica[\"\(key)\"] = nil")
        },
        { values, random in
          let key = random.pick(keys)
          guard values[key] != nil else { return "move nothing" }
          let index = random.below(values.count)
          values.move(key, to: index)
          return Edit(
            "move \(key) to \(index)", touching: [key],
            code: "replica.move(\"\(key)\", to: \(index))")
        },
        { values, random in
          let key = random.pick(keys)
          let index = random.below(values[key] == nil ? values.count + 1 : values.count)
          values.insert(7, forKey: key, at: index)
          return Edit(
            "insert \(key) at \(index)", touching: [key],
            code: "replica.insert(7, forKey: \"\(key)\", at: \(index))")
        },
      ],
      observe: { $0.map { "\($0.key) = \($0.value)" } },
      promise: .lastEditDecides(items: { Set($0.keys) }))
  }

  static var notes: LawSubject<NoteBook, [String]> {
    LawSubject(
      "a notebook", make: { NoteBook() },
      edits: [
        { book, random in
          let key = random.pick(keys)
          book[key, default: BookNote()].title.value = "Title \(random.below(3))"
          return Edit("title of \(key)")
        },
        { book, random in
          let key = random.pick(keys)
          guard let count = book[key]?.text.unicodeScalars.count else { return "no text" }
          book[key]?.text.unicodeScalars.insert("abc", at: random.below(count + 1))
          return Edit("type in \(key)")
        },
        { book, random in
          let (key, tag) = (random.pick(keys), random.pick(["x", "y"]))
          if book[key]?.tags.remove(tag) == nil { book[key]?.tags.insert(tag) }
          return Edit("toggle tag \(tag) of \(key)")
        },
        { book, random in
          let (key, name) = (random.pick(keys), random.pick(["Ann", "Bob"]))
          book[key]?.answers[name, default: []].insert(random.below(3))
          return Edit("\(name) answers in \(key)")
        },
        { book, random in
          let (key, name) = (random.pick(keys), random.pick(["Ann", "Bob"]))
          book[key]?.answers[name] = nil
          return Edit("delete \(name) in \(key)")
        },
        { book, random in
          let key = random.pick(keys)
          book[key] = nil
          return Edit("delete \(key)")
        },
        { book, random in
          let key = random.pick(keys)
          if book[key] != nil { book.move(key, to: random.below(book.count)) }
          return Edit("move \(key)")
        },
      ],
      observe: { book in
        book.map { key, note in
          "\(key): \(note.title.value), \(note.text.string), \(note.tags), \(note.answers)"
        }
      })
  }
}
