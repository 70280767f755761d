// SPDX-License-Identifier: MIT

/// The texts of the help, made from the table of commands.
enum HelpText {
  /// The greatest width of lines of help.
  private static let width = 80

  /// The help without a command: a line for each command.
  static func overview() -> String {
    """
    decent keeps notes on this device and syncs them with your other devices.

    \(summaries(of: CommandTable.all))
    \(options(OptionRule.common + [.version]))
    'decent help COMMAND' says more about a command. Exit status: 0 done, 1 failed,
    2 not understood.

    """
  }

  /// The help on a group of commands, such as `remote`. Includes the help on the command that has
  /// the group's name, such as `devices`. Nil unless `words` are the group's name and an option for
  /// help. If `isAsked` is set, the name alone suffices.
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

  /// The help on a command.
  static func of(_ command: Command) -> String {
    "\(usage(of: [command]))\n\(text(of: command))\n\(options(command.options + OptionRule.common))"
  }

  /// A command's entry in Documentation/CommandLine.md: the command's help without the parts that
  /// all commands share.
  static func entry(of command: Command) -> String {
    let options = command.options.isEmpty ? "" : "\n" + options(command.options)
    return "\(usage(of: [command]))\n\(text(of: command, withOperands: false))\(options)"
  }

  private static func usage(of commands: [Command]) -> String {
    commands.flatMap(\.usage).map { "usage: \($0)\n" }.joined()
  }

  /// The summary and the details of a command, and the meanings of its operands.
  private static func text(of command: Command, withOperands: Bool = true) -> String {
    let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
    let operands = withOperands ? meanings.filter { command.takes($0.operand) }.map(\.text) : []
    let details = ([command.details] + operands).filter { !$0.isEmpty }.joined(separator: " ")
    return "\(summary)\n" + (details.isEmpty ? "" : "\n" + wrapped(details))
  }

  /// The help on operands that several commands take.
  private static let meanings: [(operand: String, text: String)] = [
    (
      "NOTE",
      """
      NOTE is an exact title, FOLDER/TITLE, or the first digits of an id: 4 or more, and enough to \
      tell it from other notes.
      """
    ),
    (
      "VERSION",
      """
      VERSION is the first digits, 4 or more, of a version that 'decent log' shows; it means the \
      same on every device.
      """
    ),
    (
      "DEVICE",
      """
      DEVICE is a name, of one device that can be retired, or the first digits of an id, as \
      'decent devices' shows them.
      """
    ),
  ]

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

  /// Lines of at most ``width`` columns, each with its line end.
  static func wrapped(_ text: String) -> String {
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
