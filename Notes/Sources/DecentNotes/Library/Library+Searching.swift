// SPDX-License-Identifier: MIT

import DecentDocuments

extension Library {
  /// The notes that fit a search, best match first. A word in the title counts more than a word in a
  /// tag, and a word in a tag more than a word in the text. If no words are wanted, the notes stand in
  /// their order.
  ///
  /// Words of notes that were changed are indexed first: see ``indexWords()``. Where nothing can be written,
  /// as on a read-only medium or a full disk, the search goes on with the words that are indexed.
  ///
  /// - Parameters:
  ///   - wantsTrashed: Whether to search only the trash, instead of only the other notes.
  ///   - limit: The most notes.
  public func search(
    _ words: SearchWords, wantsTrashed: Bool = false, limit: Int = .max
  ) throws -> [FoundNote] {
    try search(words, wantsTrashed: wantsTrashed, limit: limit, indexing: indexWords)
  }

  /// Searches as ``search(_:wantsTrashed:limit:)``.
  ///
  /// - Parameter indexing: Indexes the words of changed notes. It is called again, a few times at
  ///   most, if other processes edit notes before the words are read.
  func search(
    _ words: SearchWords, wantsTrashed: Bool = false, limit: Int = .max,
    indexing: () throws -> Void
  ) throws -> [FoundNote] {
    func found(evenIfWordsLag: Bool) throws -> [FoundNote]? {
      try documents.reading {
        guard try evenIfWordsLag || collection.isUpToDate(WordIndex()) else { return nil }
        return try notes.matching(words, isTrashed: wantsTrashed, limit: limit)
      }
    }
    for _ in 0..<Self.mostIndexings {
      if let found = try found(evenIfWordsLag: false) { return found }
      do {
        try indexing()
      } catch let failure as DatabaseFailure where [.denied, .full, .busy].contains(failure.code) {
        break
      }
    }
    return try found(evenIfWordsLag: true) ?? []
  }

  /// How often a search tries to index the words of changed notes.
  static let mostIndexings = 3

  /// Indexes the words of all changed notes, so that searches find them. A search makes this call first.
  ///
  /// The call makes many short transactions, so that other processes can write meanwhile. If it
  /// fails, the words indexed by earlier transactions stay.
  ///
  /// - Complexity: O(*n*) in the texts left to index.
  public func indexWords() throws {
    while try !collection.catchUp(WordIndex(), atMost: Self.mostIndexed) {}
  }

  /// The most notes whose words are indexed in one transaction.
  static let mostIndexed = 32
}
