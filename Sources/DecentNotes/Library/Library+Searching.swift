// SPDX-License-Identifier: MIT

import DecentDocuments

extension Library {
  /// The notes that fit a search, best match first. A word in the title counts more than a word in a
  /// tag, and a word in a tag more than a word in the text. If no words are wanted, the notes stand in
  /// their order.
  ///
  /// Words of notes that were changed are indexed first: see ``indexWords()``.
  ///
  /// - Parameters:
  ///   - wantsTrashed: Whether to search only the trash, instead of only the other notes.
  ///   - limit: The most notes.
  public func search(
    _ words: SearchWords, wantsTrashed: Bool = false, limit: Int = .max
  ) throws -> [FoundNote] {
    try indexWords()
    return try documents.reading {
      try notes.matching(words, isTrashed: wantsTrashed, limit: limit)
    }
  }

  /// Indexes the words of all changed notes, so that searches find them. A search makes this call first.
  ///
  /// The call takes many short transactions, so that other processes can write meanwhile. It may end after
  /// any of them.
  ///
  /// - Complexity: O(*n*) in the texts left to index.
  public func indexWords() throws {
    while try !collection.catchUp(WordIndex(), atMost: Self.mostIndexed) {}
  }

  /// The most notes whose words are indexed in one transaction.
  static let mostIndexed = 32
}
