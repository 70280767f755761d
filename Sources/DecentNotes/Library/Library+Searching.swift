// SPDX-License-Identifier: MIT

extension Library {
  /// The notes that fit a search, best match first. A word in the title counts more than a word in a
  /// tag, and a word in a tag more than a word in the text. If no words are wanted, the notes stand in
  /// their order.
  ///
  /// The first search after an interrupted import writes: see ``indexWords()``.
  ///
  /// - Parameters:
  ///   - wantsTrashed: Whether to search only the trash, instead of only the other notes.
  ///   - limit: The most notes.
  public func search(
    _ words: SearchWords, wantsTrashed: Bool = false, limit: Int = .max
  ) throws -> [FoundNote] {
    while true {
      let found = try database.readTransaction {
        try waitingWords.isEmpty()
          ? try notes.matching(words, isTrashed: wantsTrashed, limit: limit) : nil
      }
      if let found { return found }
      try indexWords()
    }
  }

  /// Indexes the words of all imported notes, so that searches find them.
  ///
  /// An import of many files leaves most words to this call; a search makes it first. The call
  /// takes many short transactions, so that other processes can write meanwhile. It may end after
  /// any of them.
  ///
  /// - Complexity: O(*n*) in the texts left to index.
  public func indexWords() throws {
    while try database.readTransaction({ try !waitingWords.isEmpty() }) {
      guard try database.turn({ try indexSomeWords() }) else { return }
    }
  }

  /// The most notes whose words are indexed in one transaction.
  static let mostIndexed = 32

  /// Indexes the words of some notes. The caller has begun a transaction.
  ///
  /// - Returns: Whether there were any such notes.
  func indexSomeWords() throws -> Bool {
    let waiting = try waitingWords.first(Self.mostIndexed)
    for (key, name) in waiting {
      do {
        if let name, let note = try documents.content(of: name.id, as: Note.self) {
          try words.update(document: key, to: note)
        }
      } catch LibraryFailure.damagedDocument {
        // A note that must be repaired does not hold up the others.
      }
      try waitingWords.remove(document: key)
    }
    return !waiting.isEmpty
  }
}
