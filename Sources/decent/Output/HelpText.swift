// SPDX-License-Identifier: MIT

/// The texts of the help, made from the table of commands.
enum HelpText {
  /// The columns that help is wrapped at.
  private static let width = 80

  /// All commands.
  static func overview() -> String {
    """
    decent keeps notes on this device and syncs them with your other devices.

    \(summaries(of: CommandTable.all))
    \(options(OptionRule.common + [.version]))
    'decent help COMMAND' says more about a command. Exit status: 0 done, 1 failed,
    2 not understood.

    """
  }

  /// The commands of a group, such as `remote`, if the words ask for them: the
  /// group alone, or with an option for help. If a command has the name of the group,
  /// such as `devices`, the text says all of that command too.
  static func ofGroup(_ words: ArraySlice<String>, isAsked: Bool) -> String? {
    let signs = ["--\(OptionRule.help.name)", OptionRule.shortHelp]
    let isAlone = words.count == 1 && isAsked
    let isWithSign = words.count == 2 && signs.contains(words.last ?? "")
    let group = CommandTable.group(words.first ?? "")
    guard isAlone || isWithSign, !group.isEmpty else { return nil }
    let usage = usage(of: group)
    guard let first = group.first(where: { $0.name == words.first }) else {
      return "\(usage)\n\(summaries(of: group))\n\(options(OptionRule.common))"
    }
    let others = summaries(of: group.filter { $0.name != first.name })
    return "\(usage)\n\(text(of: first))\n\(others)\n\(options(first.options + OptionRule.common))"
  }

  /// One command.
  static func of(_ command: Command) -> String {
    "\(usage(of: [command]))\n\(text(of: command))\n\(options(command.options + OptionRule.common))"
  }

  private static func usage(of commands: [Command]) -> String {
    commands.flatMap(\.usage).map { "usage: \($0)\n" }.joined()
  }

  /// The summary and the details of a command.
  private static func text(of command: Command) -> String {
    let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
    let details = command.details.isEmpty ? "" : "\n" + wrapped(command.details)
    return "\(summary)\n\(details)"
  }

  private static func summaries(of commands: [Command]) -> String {
    let longest = commands.map(\.name.count).max() ?? 0
    return commands.map { "  \(padded($0.name, to: longest))  \($0.summary)\n" }.joined()
  }

  private static func options(_ rules: [OptionRule]) -> String {
    let longest = rules.map(\.spelling.count).max() ?? 0
    return rules.map { "  \(padded($0.spelling, to: longest))  \($0.summary)\n" }.joined()
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
