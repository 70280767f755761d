// SPDX-License-Identifier: MIT

/// What a person searches for: words, each the beginning of a word in the note.
///
/// Case and accents do not matter. A word with punctuation in it, such as
/// `e-mail`, stands for its parts one after the other.
public struct SearchWords: Hashable, Sendable {
  /// The most characters taken.
  public static let lengthLimit = 1000

  /// The search in the words of SQLite's FTS5.
  let expression: String

  /// Reads what a person typed.
  ///
  /// - Throws: ``LibraryFailure/nothingToSearch(_:)`` if there is neither a letter nor a
  ///   digit in it, ``LibraryFailure/searchTooLong(count:)``.
  public init(_ text: String) throws(LibraryFailure) {
    guard text.count <= Self.lengthLimit else { throw .searchTooLong(count: text.count) }
    let words = text.split(whereSeparator: \.isWhitespace).filter { word in
      word.unicodeScalars.contains {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
    }
    guard !words.isEmpty else { throw .nothingToSearch(text) }
    // In quotes nothing is an operator; a quote is doubled, and 0 ends an expression.
    expression = words.map { word in
      "\"\(word.replacing("\0", with: " ").replacing("\"", with: "\"\""))\" *"
    }.joined(separator: " AND ")
  }
}
