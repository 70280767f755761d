// SPDX-License-Identifier: MIT

extension Command {
  /// The names of the operands, in order, from the element of `forms` with the most operands.
  /// `...` after a name means that more operands of that kind may follow.
  var operandNames: [String] {
    forms.map { Self.operandNames(in: $0) }.max { $0.count < $1.count } ?? []
  }

  private static func operandNames(in form: String) -> [String] {
    var names: [String] = []
    var words = withoutOptionGroups(form).split(separator: " ")[...]
    while let word = words.popFirst() {
      if word.hasPrefix("--") {
        // The next word is the option's value.
        _ = words.popFirst()
      } else {
        names.append(word.filter { $0 != "[" && $0 != "]" })
      }
    }
    return names
  }

  /// A form without the groups in brackets that begin with an option.
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
