// SPDX-License-Identifier: MIT

import Foundation

/// Strings and lists in the forms of YAML that this program reads.
///
/// Values are read scalar by scalar, because a quote and a following combining accent form one
/// character.
enum FrontMatterValue {
  private typealias Scalars = Substring.UnicodeScalarView

  /// Whether the first scalar of `text` may begin a string without quotes.
  static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.first.map { !"[{|>&*!".unicodeScalars.contains($0) } ?? false
  }

  /// Whether `text` begins with a quote.
  static func isQuoted(_ text: String) -> Bool {
    text.unicodeScalars.first.map { $0 == "\"" || $0 == "'" } ?? false
  }

  /// Reads a string with or without quotes, and skips a comment after it; nil for any other text.
  static func string(_ text: String) -> String? {
    let scalars = text[...].unicodeScalars
    guard let quote = scalars.first, quote == "\"" || quote == "'" else {
      let comment = text.firstRange(of: /\s#/)?.lowerBound ?? text.endIndex
      let isString = isPlain(text) && scalars.first != "#"
      return isString ? text[..<comment].trimmingCharacters(in: .whitespaces) : nil
    }
    guard let end = end(ofQuoted: scalars) else { return nil }
    let rest = text[end...]
    guard rest.isEmpty || rest.wholeMatch(of: /\s+(#.*)?/) != nil else { return nil }
    let inner = String(Scalars(scalars[..<end].dropFirst().dropLast()))
    if quote == "'" { return inner.replacingOccurrences(of: "''", with: "'", options: .literal) }
    guard inner.utf8.contains(UInt8(ascii: "\\")) else { return inner }
    return try? JSONDecoder().decode(String.self, from: Data(text[..<end].utf8))
  }

  /// The end of the quoted string that `text` begins with; nil if the closing quote is missing.
  private static func end(ofQuoted text: Scalars) -> String.Index? {
    guard let quote = text.first else { return nil }
    var rest = text.dropFirst()
    while let next = rest.popFirst() {
      if next == "\\", quote == "\"" {
        rest = rest.dropFirst()
      } else if next == quote {
        guard quote == "'", rest.first == quote else { return rest.startIndex }
        rest = rest.dropFirst()
      }
    }
    return nil
  }

  /// The items of a list in brackets. A comment after the list is skipped. Nil if the list does not
  /// end, or if any other text follows it.
  ///
  /// A list within the list is one item.
  static func items(_ text: String) -> [String]? {
    var items: [String] = []
    var item = String.UnicodeScalarView()
    var rest = text[...].unicodeScalars.dropFirst()
    var depth = 1
    var isAtStart = true
    while let next = rest.first {
      if isAtStart, next == "\"" || next == "'", let end = end(ofQuoted: rest) {
        item.append(contentsOf: rest[..<end])
        rest = rest[end...]
        isAtStart = false
        continue
      }
      rest = rest.dropFirst()
      if next == "[" || next == "{" { depth += 1 }
      if next == "]" || next == "}" && depth > 1 { depth -= 1 }
      if depth == 0 || depth == 1 && next == "," {
        items.append(String(item))
        item = String.UnicodeScalarView()
        isAtStart = true
      } else {
        item.append(next)
        isAtStart = isAtStart && next.properties.isWhitespace
      }
      guard depth > 0 else { break }
    }
    guard depth == 0 else { return nil }
    let after = Substring(rest)
    return after.isEmpty || after.wholeMatch(of: /\s+(#.*)?/) != nil ? items : nil
  }
}
