// SPDX-License-Identifier: MIT

/// The texts of the help, made from the table of commands.
enum HelpText {
  /// The columns that help is wrapped at.
  private static let width = 80

  /// All commands.
  static func overview() -> String {
    let longest = CommandTable.all.map(\.name.count).max() ?? 0
    let commands = CommandTable.all.map { command in
      "  \(padded(command.name, to: longest))  \(command.summary)\n"
    }
    return """
      decent keeps notes on this device and syncs them with your other devices.

      \(commands.joined())
      \(options(OptionRule.common + [.version]))
      'decent help COMMAND' says more about a command. Exit status: 0 done, 1 failed,
      2 not understood.

      """
  }

  /// One command.
  static func of(_ command: Command) -> String {
    let usage = command.usage.map { "usage: \($0)\n" }.joined()
    let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
    let details = command.details.isEmpty ? "" : "\n" + wrapped(command.details)
    return "\(usage)\n\(summary)\n\(details)\n\(options(command.options + OptionRule.common))"
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
