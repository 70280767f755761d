// SPDX-License-Identifier: MIT

extension Library {
  /// The notes that hold all the words, the best first: a word in the title counts more
  /// than one in a tag, and that more than one in the text.
  ///
  /// The first search after an import that was interrupted writes: see ``indexWords()``.
  ///
  /// - Parameter wantsTrashed: Whether to search the trash, and nothing else.
  public func search(_ words: SearchWords, wantsTrashed: Bool = false) throws -> [NoteSummary] {
    while true {
      let found = try database.readTransaction {
        try waitingWords.isEmpty()
          ? try notes.matching(words.expression, isTrashed: wantsTrashed) : nil
      }
      if let found { return found }
      try indexWords()
    }
  }

  /// Has searches find the words of all notes that were imported.
  ///
  /// An import of many files leaves most of them to this; a search does the same before it
  /// looks. It takes many short transactions, so that others can write meanwhile, and may end
  /// after any of them.
  ///
  /// - Complexity: O(*n*) in the texts that are left.
  public func indexWords() throws {
    while try database.readTransaction({ try !waitingWords.isEmpty() }) {
      guard try database.turn({ try indexSomeWords() }) else { return }
    }
  }

  /// The most notes whose words are indexed in one transaction.
  static let mostIndexed = 32

  /// Indexes the words of some notes. The caller has begun a transaction.
  ///
  /// - Returns: Whether there were any.
  func indexSomeWords() throws -> Bool {
    let waiting = try waitingWords.first(Self.mostIndexed)
    for (key, name) in waiting {
      do {
        if let name, let note = try documents.content(of: name.id, as: Note.self) {
          try words.update(document: key, to: note)
        }
      } catch LibraryFailure.damagedDocument {
        // Other notes do not wait for one that must be repaired.
      }
      try waitingWords.remove(document: key)
    }
    return !waiting.isEmpty
  }
}
