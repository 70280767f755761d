// SPDX-License-Identifier: MIT

import Foundation

/// A member of front matter: `name: value`, where the value may also be a list
/// on the lines below.
struct FrontMatterMember {
  /// A list of tags, as far as it can be read.
  struct Tags {
    let names: [String]
    /// Whether all items could be read.
    let isWhole: Bool
  }

  /// The name; empty for a line of another form.
  let name: String
  /// The number of lines of the member.
  let lineCount: Int
  private let value: String
  private let items: [String]

  /// Reads the member that begins with the first of the lines.
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

  /// The value as one string, or nil if the value is no readable string.
  var string: String? {
    guard let string = FrontMatterValue.string(value), !string.isEmpty else { return nil }
    return string
  }

  /// The value as a list of tags, or nil if the value is no readable list.
  ///
  /// A string is split at commas. If the string begins with `#`, it is also split at white space. A
  /// `#` before a tag without quotes is left out.
  var tags: Tags? {
    guard items.isEmpty else { return Self.tags(items) }
    if value.hasPrefix("[") { return FrontMatterValue.items(value).flatMap(Self.tags) }
    if let string, FrontMatterValue.isQuoted(value) { return Self.tags(listed: string) }
    guard FrontMatterValue.isPlain(value), !value.hasPrefix("# ") else { return nil }
    // A `#` between spaces begins a comment. Any other `#` after a space begins a tag (`#home`).
    let end = value.range(of: " # ")?.lowerBound ?? value.endIndex
    return Self.tags(listed: String(value[..<end]))
  }

  private static func tags(listed list: String) -> Tags? {
    let hasSigns = list.hasPrefix("#")
    let items = list.split { $0 == "," || hasSigns && $0.isWhitespace }
    return items.isEmpty ? nil : tags(items.map(String.init))
  }

  /// - Returns: Nil if some items are unreadable and none is readable.
  private static func tags(_ items: [String]) -> Tags? {
    var names: [String] = []
    var isWhole = true
    for item in items.map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if item.isEmpty || item.hasPrefix("# ") { continue }
      // A `#` within quotes belongs to the tag.
      let name = FrontMatterValue.string(String(item.drop { $0 == "#" }))
      if let name, !name.isEmpty { names.append(name) } else { isWhole = false }
    }
    return names.isEmpty && !isWhole ? nil : Tags(names: names, isWhole: isWhole)
  }
}
