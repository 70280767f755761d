// SPDX-License-Identifier: MIT

import DecentNotes

/// The operands and options of a command line, parsed by the rules of its command.
struct Arguments: Equatable {
  /// The words that are not options, in order.
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - words: The command line without the command.
  ///   - rules: The options that the command takes.
  ///   - takesSigns: Whether a word such as `-home` is an operand. If so, `-h` after the first
  ///     operand is an operand, too.
  init(
    _ words: some Collection<String>, rules: [OptionRule], takesSigns: Bool = false
  ) throws(UsageFailure) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      } else if word == OptionRule.shortHelp, !takesSigns || operands.isEmpty {
        try take(option: OptionRule.help.name[...], rest: &rest, rules: rules)
      } else if word.hasPrefix("--") {
        try take(option: word.dropFirst(2), rest: &rest, rules: rules)
      } else if word.hasPrefix("-"), word != "-", !takesSigns {
        throw UsageFailure("there is no option '\(word)'; after '--' it is taken as it is")
      } else {
        operands.append(word)
      }
    }
  }

  /// Whether an option was given.
  func has(_ rule: OptionRule) -> Bool { values[rule.name] != nil }

  /// The value of an option, or nil if the option was not given.
  func value(of rule: OptionRule) -> String? { values[rule.name]?.last }

  /// All values of an option that may be repeated.
  func values(of rule: OptionRule) -> [String] { values[rule.name] ?? [] }

  private mutating func take<Words: Collection<String>>(
    option: Substring, rest: inout Words, rules: [OptionRule]
  ) throws(UsageFailure) where Words.SubSequence == Words {
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let rule = rules.first(where: { $0.name == parts[0] }) else {
      let near = NearWords.of(String(parts[0]), among: rules.map(\.name), by: \.self)
      throw UsageFailure(
        "there is no option '--\(parts[0])' here"
          + (near.isEmpty
            ? "" : "; did you mean \(near.map { "--\($0)" }.joined(separator: " or "))?"))
    }
    guard rule.isRepeatable || !has(rule) else {
      throw UsageFailure("'--\(rule.name)' was given twice")
    }
    values[rule.name, default: []].append(
      try value(of: rule, attached: parts.count == 2 ? String(parts[1]) : nil, rest: &rest))
  }

  private func value<Words: Collection<String>>(
    of rule: OptionRule, attached: String?, rest: inout Words
  ) throws(UsageFailure) -> String where Words.SubSequence == Words {
    guard let name = rule.value else {
      guard attached == nil else { throw UsageFailure("'--\(rule.name)' takes no value") }
      return ""
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageFailure("'--\(rule.name)' needs a value: \(name)")
    }
    return value
  }
}
