// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// A document of words that simulated users edit. Each word is written once.
package protocol WordContent: ReplicatingDocument {
  /// The words, in no order.
  var words: Set<String> { get }

  /// Adds a word at a place that a number chooses.
  mutating func add(_ word: String, at number: Int)

  /// Removes a word, and adds the mark of its removal in the same field. Claims may leave out
  /// fields that they do not touch, so that a replica may know for a while the edits of one field
  /// alone.
  mutating func remove(_ word: String, leaving mark: String)
}

/// An edit of a document by a simulated user.
package enum WordEdit {
  /// Adds a word, at a place that a number chooses.
  case add(String, at: Int)
  /// Removes a word, and adds the mark of its removal: a replica that shows the mark must not show
  /// the word, and a replica that showed the word shows one of them.
  case remove(String)

  /// The word that is shown afterwards.
  var shown: String {
    switch self {
    case .add(let word, _): word
    case .remove(let word): Self.removal(of: word)
    }
  }

  /// The mark of a word's removal.
  package static func removal(of word: String) -> String { "-" + word }

  /// The word of which this is the mark of removal, or else the word.
  static func restored(from mark: String) -> String {
    mark.hasPrefix("-") ? String(mark.dropFirst()) : mark
  }
}

extension WordContent {
  package mutating func apply(_ edit: WordEdit) {
    switch edit {
    case .add(let word, let number): add(word, at: number)
    case .remove(let word): remove(word, leaving: WordEdit.removal(of: word))
    }
  }
}

extension ReplicatingText: WordContent {
  package var words: Set<String> { Set(String(self).split(separator: ";").map(String.init)) }

  package mutating func add(_ word: String, at number: Int) {
    let words = String(self).split(separator: ";")
    let before = words.prefix(number % (words.count + 1)).reduce(0) { $0 + $1.count + 1 }
    unicodeScalars.insert(word + ";", at: before)
  }

  package mutating func remove(_ word: String, leaving mark: String) {
    var start = 0
    for each in String(self).split(separator: ";") {
      let end = start + each.count + 1
      if each == word { return unicodeScalars.replaceSubrange(start..<end, with: mark + ";") }
      start = end
    }
  }
}

extension ReplicatingSet: WordContent, ReplicatingDocument where Element == String {
  package var words: Set<String> { Set(self) }

  package mutating func add(_ word: String, at number: Int) { insert(word) }

  package mutating func remove(_ word: String, leaving mark: String) {
    remove(word)
    insert(mark)
  }
}

extension ReplicatingDictionary: WordContent, ReplicatingDocument
where Key == String, Value == Int {
  package var words: Set<String> { Set(keys) }

  package mutating func add(_ word: String, at number: Int) { self[word] = number }

  package mutating func remove(_ word: String, leaving mark: String) {
    self[word] = nil
    self[mark] = 0
  }
}

/// A document of several fields.
package struct Card: ReplicatingModel, WordContent {
  package var text = ReplicatingText()
  package var tags = ReplicatingOrderedSet<String>()

  package init() {}

  package static let kind = "com.example.card"

  package static let fields = FieldList(("text", \Card.text), ("tags", \.tags))

  package var words: Set<String> { text.words.union(tags) }

  package mutating func add(_ word: String, at number: Int) {
    if number.isMultiple(of: 2) {
      text.add(word, at: number / 2)
    } else {
      tags.insert(word, at: number % (tags.contains(word) ? tags.count : tags.count + 1))
    }
  }

  package mutating func remove(_ word: String, leaving mark: String) {
    if tags.contains(word) {
      tags.remove(word)
      tags.append(mark)
    } else {
      text.remove(word, leaving: mark)
    }
  }
}

/// The type of a document, by its id: its beginning, or the code of the type as in a document
/// library. All others are texts.
package enum WordKind {
  case text, set, dictionary, card

  private static let setPrefix = "\(ReplicatingSet<String>.frameKind.code)/"
  private static let dictionaryPrefix = "\(ReplicatingDictionary<String, Int>.frameKind.code)/"
  private static let cardPrefix = "\(Card.frameKind.code)/"

  package init(of document: DocumentID) {
    let name = document.text
    if name.hasPrefix("set") || name.hasPrefix(Self.setPrefix) {
      self = .set
    } else if name.hasPrefix(Self.dictionaryPrefix) {
      self = .dictionary
    } else {
      self = name.hasPrefix(Self.cardPrefix) ? .card : .text
    }
  }
}

/// The documents that simulated users edit.
enum SimulatedDocuments {
  /// A text, a set, a dictionary, and a model of a text and an ordered set.
  static let all: [DocumentID] = [
    ReplicatingText.frameKind.code, ReplicatingSet<String>.frameKind.code,
    ReplicatingDictionary<String, Int>.frameKind.code, Card.frameKind.code,
  ].enumerated().compactMap {
    DocumentID("\($0.element)/00000000-0000-4000-8000-00000000000\($0.offset + 1)")
  }
}
