// SPDX-License-Identifier: MIT

import Foundation

/// A member of front matter: `name: value`, where the value may also be a list
/// on the lines below.
struct FrontMatterMember {
  /// The name; empty for a line of another form.
  let name: String
  /// How many lines it takes.
  let lineCount: Int
  private let value: String
  private let items: [String]

  /// Reads the member that begins with the first of some lines.
  init(_ lines: ArraySlice<Substring>) {
    let parts = (lines.first ?? "").split(separator: ":", maxSplits: 1)
    let items = lines.dropFirst().prefix { $0.drop { $0 == " " }.hasPrefix("- ") }
    let value = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    let isList = value.isEmpty && !items.isEmpty
    name = lines.first?.last == ":" || parts.count == 2 ? String(parts.first ?? "") : ""
    lineCount = isList ? 1 + items.count : 1
    self.value = value
    self.items =
      isList
      ? items.map { $0.drop { $0 == " " }.dropFirst(2).trimmingCharacters(in: .whitespaces) } : []
  }

  /// The value as one string, or nil if it is none in a form that can be read.
  var string: String? {
    value.isEmpty || "[{|>&*!".contains(value.first ?? "[") ? nil : Self.unquoted(value)
  }

  /// The value as a list of strings, or nil if it is none in a form that can be
  /// read.
  var strings: [String]? {
    guard items.isEmpty else { return Self.all(items.map(Self.unquoted)) }
    guard value.first == "[", value.last == "]" else { return nil }
    return Self.flow(value.dropFirst().dropLast())
  }

  private static func unquoted(_ text: String) -> String? {
    guard let first = text.first, first == "\"" || first == "'" else {
      return text.contains(" #") || text.hasPrefix("#") ? nil : text
    }
    guard text.count > 1, text.last == first else { return nil }
    if first == "\"" {
      return try? JSONDecoder().decode(String.self, from: Data(text.utf8))
    }
    let inner = String(text.dropFirst().dropLast())
    return inner.replacing("''", with: "").contains("'") ? nil : inner.replacing("''", with: "'")
  }

  /// The items of a list between brackets: all in double quotes, or all plain.
  private static func flow(_ text: Substring) -> [String]? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text.isEmpty { return [] }
    if text.first == "\"" {
      return try? JSONDecoder().decode([String].self, from: Data("[\(text)]".utf8))
    }
    guard !text.contains(where: { "\"[]{}".contains($0) }) else { return nil }
    return all(
      text.split(separator: ",", omittingEmptySubsequences: false)
        .map { unquoted($0.trimmingCharacters(in: .whitespaces)) })
  }

  private static func all(_ strings: [String?]) -> [String]? {
    let found = strings.compactMap { $0 }.filter { !$0.isEmpty }
    return found.count == strings.count ? found : nil
  }
}
