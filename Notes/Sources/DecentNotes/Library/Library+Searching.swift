// SPDX-License-Identifier: MIT

import DecentDocuments

extension Library {
  /// The notes that fit a search, best match first. A word in the title counts more than a word in
  /// a tag, and a word in a tag more than a word in the text. A search without wanted words returns
  /// the notes in the order of lists.
  ///
  /// The words of changed notes are indexed first: see ``indexWords()``. If nothing can be written,
  /// as on a read-only medium or a full disk, the search uses the words that are indexed already.
  ///
  /// - Parameters:
  ///   - wantsTrashed: True to search the trash, false to search the other notes.
  ///   - limit: The maximum number of notes.
  public func search(
    _ words: SearchWords, wantsTrashed: Bool = false, limit: Int = .max
  ) throws -> [FoundNote] {
    try search(words, wantsTrashed: wantsTrashed, limit: limit, indexing: indexWords)
  }

  /// Searches as ``search(_:wantsTrashed:limit:)``.
  ///
  /// - Parameter indexing: Indexes the words of changed notes. Called if some words are not indexed
  ///   yet: once, or up to `mostIndexings` times if other processes edit notes in between.
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

  /// The maximum number of times that a search indexes the words of changed notes.
  static let mostIndexings = 3

  /// Indexes the words of all changed notes, so that searches find them. A search makes this call
  /// first.
  ///
  /// The call makes many short transactions, so that other processes can write between them. If the
  /// call fails, the words indexed by earlier transactions stay.
  ///
  /// - Complexity: O(*n*) in the size of the texts that are left to index.
  public func indexWords() throws {
    while try !collection.catchUp(WordIndex(), atMost: Self.mostIndexed) {}
  }

  /// The maximum number of notes whose words are indexed in one transaction.
  static let mostIndexed = 32
}
