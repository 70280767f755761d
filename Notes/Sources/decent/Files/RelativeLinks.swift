// SPDX-License-Identifier: MIT

/// The links and pictures in a Markdown text that lead to files beside it: `[…](file)`,
/// `![…](file)` and `[[file]]`. Links to addresses, and to places in the same text, do not count.
enum RelativeLinks {
  /// The files, in the order of the links.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  static func targets(in text: String) -> [String] {
    var targets: [String] = []
    var rest = text.utf8[...]
    /// For each kind of link, an index: a link that begins before the index has no end.
    var searched = (linked: rest.startIndex, named: rest.startIndex)
    while let start = rest.firstIndex(where: { $0 == open || $0 == close }) {
      let isOpen = rest[start] == open
      rest = rest[rest.index(after: start)...]
      guard let sign = rest.first, sign == (isOpen ? open : UInt8(ascii: "(")) else { continue }
      let inner = rest.dropFirst()
      if inner.startIndex < (isOpen ? searched.named : searched.linked) { continue }
      let closer = isOpen ? close : UInt8(ascii: ")")
      let end = inner.firstIndex { $0 == closer || $0 == UInt8(ascii: "\n") } ?? inner.endIndex
      guard end < inner.endIndex, inner[end] == closer else {
        if isOpen { searched.named = end } else { searched.linked = end }
        continue
      }
      let target = isOpen ? named(inner[..<end]) : linked(inner[..<end])
      if let target { targets.append(target) }
      rest = rest[end...]
    }
    return targets
  }

  private static let open = UInt8(ascii: "[")
  private static let close = UInt8(ascii: "]")

  /// The file in `file`, `<file>` or `file "title"`.
  private static func linked(_ inner: Substring.UTF8View) -> String? {
    let text = Substring(inner).drop { $0 == " " }
    if text.hasPrefix("<") { return file(text.dropFirst().prefix { $0 != ">" }) }
    return file(text.prefix { $0 != " " })
  }

  /// The file in `file`, `file#place` or `file|words`.
  private static func named(_ inner: Substring.UTF8View) -> String? {
    file(Substring(inner).prefix { $0 != "|" })
  }

  private static func file(_ target: Substring) -> String? {
    let path = target.prefix { $0 != "#" }
    guard let first = path.first, first != "/", !hasScheme(path) else { return nil }
    return String(path)
  }

  /// Whether an address begins with a scheme, such as `https:` or `mailto:`.
  private static func hasScheme(_ path: Substring) -> Bool {
    path.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]+:/) != nil
  }
}
