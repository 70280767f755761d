// SPDX-License-Identifier: MIT

extension Command {
  /// What its operands are called, in order, as the forms of its help say; `...` after the
  /// last means more of the same.
  ///
  /// Of several forms, the one with the most operands counts.
  var operandNames: [String] {
    forms.map { Self.operandNames(in: $0) }.max { $0.count < $1.count } ?? []
  }

  private static func operandNames(in form: String) -> [String] {
    var names: [String] = []
    var words = withoutOptionGroups(form).split(separator: " ")[...]
    while let word = words.popFirst() {
      if word.hasPrefix("--") {
        // What follows is its value.
        _ = words.popFirst()
      } else {
        names.append(word.filter { $0 != "[" && $0 != "]" })
      }
    }
    return names
  }

  /// A form without what stands in brackets and begins with an option.
  private static func withoutOptionGroups(_ form: String) -> String {
    var result = ""
    var rest = form[...]
    while let start = rest.range(of: "[--") {
      result += rest[..<start.lowerBound]
      rest = rest[start.lowerBound...]
      guard let end = rest.firstIndex(of: "]") else { break }
      rest = rest[rest.index(after: end)...].drop { $0 == "." }
    }
    return result + rest
  }
}
