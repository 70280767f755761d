// SPDX-License-Identifier: MIT

extension Library {
  /// The notes that hold all the words, the best first: a word in the title counts more
  /// than one in a tag, and that more than one in the text.
  ///
  /// - Parameter wantsTrashed: Whether to search the trash, and nothing else.
  public func search(_ words: SearchWords, wantsTrashed: Bool = false) throws -> [NoteSummary] {
    try database.readTransaction {
      try notes.matching(words.expression, isTrashed: wantsTrashed)
    }
  }
}
