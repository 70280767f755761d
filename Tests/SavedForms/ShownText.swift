// SPDX-License-Identifier: MIT

/// Samples as shown text: printable ASCII, the same under every version of Swift.
enum ShownText {
  /// A string in quotes.
  static func quoted(_ string: String) -> String {
    let text = string.unicodeScalars.map { scalar in
      (0x20...0x7e).contains(scalar.value) && scalar != "\\" && scalar != "\""
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return "\"\(text.joined())\""
  }

  /// Items in brackets.
  static func list(_ items: some Sequence<String>) -> String {
    "[\(items.joined(separator: ", "))]"
  }
}
