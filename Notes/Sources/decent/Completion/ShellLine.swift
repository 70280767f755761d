// SPDX-License-Identifier: MIT

/// A line of bash up to the cursor.
struct ShellLine {
  /// The words of the line, without quotes. The last word is being typed, and may be empty.
  private(set) var words: [String] = []
  /// The word being typed, with its quotes.
  private(set) var raw = ""
  /// The quote that is open at the end of the word being typed; nil if none is open.
  private(set) var quote: Character?

  init(_ line: String) {
    var word = ""
    var isEscaped = false
    for character in line {
      guard isEscaped || quote != nil || character != " " && character != "\t" else {
        if !raw.isEmpty { words.append(word) }
        (word, raw) = ("", "")
        continue
      }
      raw.append(character)
      if isEscaped {
        isEscaped = false
        word.append(character)
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else if character == quote {
        quote = nil
      } else {
        word.append(character)
      }
    }
    words.append(word)
  }

  /// The text with which bash replaces the last word.
  ///
  /// - Parameter word: The last word by the rules of bash, which also ends words at `=` and `:`.
  /// - Returns: Nil if the candidate does not continue the typed text.
  func reply(_ candidate: String, for word: String) -> String? {
    let typed = word.allSatisfy { "=:".contains($0) } ? "" : word
    guard raw.hasSuffix(typed) else { return nil }
    var before = raw.dropLast(typed.count)
    // Bash keeps the quote that a word begins with.
    if let quote, before.first == quote { before.removeFirst() }
    let text = written(candidate)
    guard text.hasPrefix(before) else { return nil }
    return String(text.dropFirst(before.count))
  }

  /// A candidate, escaped as the open quote requires.
  private func written(_ text: String) -> String {
    switch quote {
    case "'": return text
    case "\"": return Self.escaping(text) { "\\\"$`".contains($0) }
    default:
      return Self.escaping(text) { character in
        !character.isLetter && !character.isNumber && !"-_./,:=+@%".contains(character)
          && character.isASCII
      }
    }
  }

  private static func escaping(_ text: String, _ isSpecial: (Character) -> Bool) -> String {
    text.reduce(into: "") { result, character in
      if isSpecial(character) { result.append("\\") }
      result.append(character)
    }
  }
}
