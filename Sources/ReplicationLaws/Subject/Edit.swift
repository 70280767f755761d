// SPDX-License-Identifier: MIT

/// The description of a random edit: words for people, and code to make the edit again.
public struct Edit: Sendable, ExpressibleByStringInterpolation {
  /// A few words, such as `insert "x" at 3`.
  public let description: String

  /// The edit as Swift source, or nil if only the description is known.
  public let code: String?

  /// The items of a ``Promise`` that the edit concerns. They include items that are shown before
  /// and after the edit, such as an element inserted again.
  public let touched: Set<String>

  /// Describes an edit.
  ///
  /// - Parameters:
  ///   - description: A few words.
  ///   - touched: Items that the edit concerns, even if they are shown before and after the edit.
  ///   - code: Statements that make the same edit to a variable named `replica`, such as
  ///     `replica.insert("x", at: 3)`. The script of a violation consists of such statements.
  public init(_ description: String, touching touched: Set<String> = [], code: String? = nil) {
    self.description = description
    self.touched = touched
    self.code = code
  }

  /// Describes an edit.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Edit {
  /// The code, with another name for the variable `replica`.
  ///
  /// String literals stay as they are, except for code in them, such as `\(replica.x)`.
  func code(callingReplica name: String) -> String? {
    guard let code else { return nil }
    var result = ""
    var word = ""
    /// The quotes and parentheses that are open.
    var open: [Character] = []
    var isEscaped = false
    for character in code + "\n" {
      let isInText = open.last == "\""
      if !isInText, character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      result += word == "replica" ? name : word
      word = ""
      result.append(character)
      switch character {
      case "\"" where !isInText, "(" where !isInText || isEscaped: open.append(character)
      case "\"" where !isEscaped, ")" where !isInText: _ = open.popLast()
      default: break
      }
      isEscaped = isInText && character == "\\" && !isEscaped
    }
    result.removeLast()
    return result
  }
}
