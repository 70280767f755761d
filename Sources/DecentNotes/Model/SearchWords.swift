// SPDX-License-Identifier: MIT

/// The words of a search, each the beginning of a word in the note.
///
/// Case and accents do not matter. A word with punctuation in it, such as
/// `e-mail`, stands for its parts one after the other.
public struct SearchWords: Hashable, Sendable {
  /// The most characters taken.
  public static let lengthLimit = 1000

  /// The search in the words of SQLite's FTS5.
  let expression: String

  /// Reads the text of a search.
  ///
  /// - Throws: ``LibraryFailure/nothingToSearch(_:)`` if it has neither a letter nor a digit,
  ///   ``LibraryFailure/searchTooLong(count:)``.
  public init(_ text: String) throws(LibraryFailure) {
    guard text.count <= Self.lengthLimit else { throw .searchTooLong(count: text.count) }
    let words = text.split(whereSeparator: \.isWhitespace).filter { word in
      word.unicodeScalars.contains {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
    }
    guard !words.isEmpty else { throw .nothingToSearch(text) }
    // Words in quotes are never operators. A quote is doubled, and a zero would end the expression.
    expression = words.map { word in
      "\"\(word.replacing("\0", with: " ").replacing("\"", with: "\"\""))\" *"
    }.joined(separator: " AND ")
  }
}
